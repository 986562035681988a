import { CopyButton } from '../../ui/CopyButton.tsx'
import { toast } from '../../ui/toast.ts'
import { failures } from './failures.ts'

/** Copies the whole API key. */
export function CopyKeyButton({ apiKey }: { apiKey: string }) {
  return (
    <CopyButton
      text={apiKey}
      label="Copy API key"
      failure={failures.copy}
      onCopied={() => toast.success('API key copied to clipboard')}
    />
  )
}
