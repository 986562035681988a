import { ApproveDialog } from './ApproveDialog.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import type { Desk } from './use-desk.ts'
import { statusOf } from './words.ts'

interface DeskDialogsProps {
  desk: Desk
  /** The dialog of keys: whether it is open, and the switch in it. */
  keys: { isOpen: boolean; isOn: boolean; onSwitch: (isOn: boolean) => void; onClose: () => void }
}

/** What opens over the desk. */
export function DeskDialogs({ desk, keys }: DeskDialogsProps) {
  const { asking, isProcessing } = desk
  const common = {
    isProcessing,
    failure: asking && desk.failureIn('dialog', asking.request.id),
    onClose: desk.stopAsking,
  }
  // Another admin may decide it while the dialog is open.
  const isDecided = desk.rows.some((row) => row.id === asking?.request.id && statusOf(row) !== 'pending')
  return (
    <>
      {asking?.kind === 'approve' && (
        <ApproveDialog
          {...common}
          request={asking.request}
          draft={desk.draftOf(asking.request)}
          isDecided={isDecided}
          onApprove={() => desk.approve(asking.request)}
        />
      )}
      {asking?.kind === 'reject' && (
        <RejectDialog
          {...common}
          request={asking.request}
          isDecided={isDecided}
          onReject={(body) => desk.reject(asking.request, body)}
        />
      )}
      {desk.place.isPreviewOpen && desk.openId !== undefined && <PreviewDialog desk={desk} />}
      {keys.isOpen && <KeysDialog isOn={keys.isOn} onSwitch={keys.onSwitch} onClose={keys.onClose} />}
    </>
  )
}
