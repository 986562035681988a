import type { Verification } from '#contract/verifications'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { dayText } from '../../ui/dates.ts'
import { FactLines } from '../../ui/FactLines.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { NpiDigits } from '../../ui/NpiDigits.tsx'
import { approvalDays } from './approval-days.ts'
import type { Draft } from './use-decision.ts'
import { credentialsText } from './words.ts'

interface ApproveDialogProps {
  request: Verification
  draft: Draft | undefined
  isProcessing: boolean
  failure: string | undefined
  onApprove: () => void
  onClose: () => void
}

/** One step between a key and an approval. */
export function ApproveDialog({ request, draft, isProcessing, failure, onApprove, onClose }: ApproveDialogProps) {
  return (
    <ConfirmDialog
      title="Approve this request?"
      description="A decision is final; an approval can only be taken back."
      look="primary"
      confirm="Approve"
      busy="Processing..."
      isBusy={isProcessing}
      onConfirm={onApprove}
      onCancel={onClose}
    >
      <FactLines
        items={[
          { name: 'NPI', value: <NpiDigits npi={request.npi} /> },
          { name: 'Credential', value: credentialsText(request) },
          { name: 'Expires', value: dayText(draft?.expiresAt ?? approvalDays().standard) },
          ...(draft?.note === undefined ? [] : [{ name: 'Note', value: draft.note }]),
        ]}
      />
      {failure !== undefined && <InlineAlert>{failure}</InlineAlert>}
    </ConfirmDialog>
  )
}
