import { useState } from 'react'
import { Button } from '../ui/buttons.tsx'
import { Panel } from '../ui/Panel.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'

/** The way out for good. */
export function DeleteAccount() {
  const [isAsking, setAsking] = useState(false)
  return (
    <Panel
      title="Delete account"
      subtitle="Your API key, verifications and their images go with it, and a paid plan ends at once, without paying anything back."
    >
      <div>
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete account
        </Button>
      </div>
      {isAsking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </Panel>
  )
}
