import type { Verification } from '#contract/verifications'
import { InlineAlert } from '../../ui/alerts.tsx'
import { ConfirmDialog } from '../../ui/dialogs.tsx'
import { FactLines } from '../../ui/FactLines.tsx'
import { dayText } from '../../ui/format.ts'
import { NpiDigits } from '../../ui/text.tsx'
import { approvalDays } from './approval-days.ts'
import type { Draft } from './use-decision.ts'
import { credentialsText } from './words.ts'

interface ApproveDialogProps {
  request: Verification
  draft: Draft
  isProcessing: boolean
  /** Another admin has decided it meanwhile: there is nothing to confirm any more. */
  isDecided: boolean
  /** Why the last try failed; the dialog stays open then. */
  failure: string | undefined
  onApprove: () => void
  onClose: () => void
}

/** Asks before an approval is given, with the day on which it ends. */
export function ApproveDialog(props: ApproveDialogProps) {
  const { request, draft, isProcessing, isDecided, failure, onApprove, onClose } = props
  return (
    <ConfirmDialog
      title="Approve this request?"
      description="Decisions are final. An approval can be revoked later."
      look="primary"
      confirm="Approve"
      busy="Processing..."
      isBusy={isProcessing}
      isOver={isDecided}
      onConfirm={onApprove}
      onCancel={onClose}
    >
      <FactLines
        items={[
          { name: 'NPI', value: <NpiDigits npi={request.npi} /> },
          { name: 'Credential', value: credentialsText(request) },
          { name: 'Expires', value: dayText(draft.expiresAt ?? approvalDays().standard) },
          ...(draft.note === undefined ? [] : [{ name: 'Note', value: draft.note }]),
        ]}
      />
      {failure !== undefined && <InlineAlert>{failure}</InlineAlert>}
    </ConfirmDialog>
  )
}
