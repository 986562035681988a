import { useState } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failures } from './failures.ts'

/** Copies the whole API key; where the browser does not let it, the key is shown, selected, to be copied by hand. */
export function CopyKeyButton({ apiKey }: { apiKey: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <CopyButton
        text={apiKey}
        label="Copy API key"
        failure={failures.copy}
        onFailed={() => setShown(true)}
        onCopied={() => toast.success('API key copied to clipboard')}
      />
      {isShown && (
        <div className="w-full">
          <TextField label="API key, to be copied by hand" readOnly value={apiKey} ref={selectAll} />
        </div>
      )}
    </>
  )
}

function selectAll(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}
