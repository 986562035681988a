import { useState } from 'react'
import { Button } from '../ui/buttons.tsx'
import { Panel } from '../ui/Panel.tsx'
import { PasswordForm } from './PasswordForm.tsx'

/** The password, to be changed in its place. */
export function PasswordPanel() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title="Password" subtitle="A new password signs you out everywhere else.">
      {isOpen ? (
        <PasswordForm onClose={() => setOpen(false)} />
      ) : (
        <div>
          <Button look="plain" onClick={() => setOpen(true)}>
            Change password
          </Button>
        </div>
      )}
    </Panel>
  )
}
