import { useState } from 'react'
import { Button } from '../ui/buttons.tsx'
import { CheckField } from '../ui/CheckField.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialogs.tsx'
import { CodeGrid } from './CodeGrid.tsx'

/** The recovery codes, this one time. It closes once they are said to be kept. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [isKept, setKept] = useState(false)
  return (
    <Dialog
      title="Keep your recovery codes"
      description="Each signs you in once when you do not have your second factor at hand. They are shown only now."
      onClose={() => {
        if (isKept) onClose()
      }}
      actions={
        <Button disabled={!isKept} onClick={onClose}>
          Done
        </Button>
      }
    >
      <CodeGrid codes={codes} label="Recovery codes" />
      <div>
        <CopyButton text={codes.join('\n')} label="Copy codes" />
      </div>
      <CheckField
        label="I have kept these codes in a safe place"
        checked={isKept}
        onChange={({ target }) => setKept(target.checked)}
      />
    </Dialog>
  )
}
