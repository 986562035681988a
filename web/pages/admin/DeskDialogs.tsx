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
  const { asking, failure, isProcessing, draft } = desk
  const common = {
    isProcessing,
    failure: failure !== undefined && failure.id === asking?.request.id ? failure.sentence : undefined,
    onClose: desk.stopAsking,
  }
  return (
    <>
      {asking?.kind === 'approve' && (
        <ApproveDialog
          {...common}
          request={asking.request}
          draft={draft}
          onApprove={() => desk.approve(asking.request)}
        />
      )}
      {asking?.kind === 'reject' && (
        <RejectDialog
          {...common}
          request={asking.request}
          isDecided={desk.rows.some((row) => row.id === asking.request.id && statusOf(row) !== 'pending')}
          onReject={(body) => desk.reject(asking.request, body)}
        />
      )}
      {desk.place.isPreviewOpen && desk.openId !== undefined && <PreviewDialog desk={desk} />}
      {keys.isOpen && <KeysDialog isOn={keys.isOn} onSwitch={keys.onSwitch} onClose={keys.onClose} />}
    </>
  )
}
