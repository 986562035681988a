import { useLocation, useNavigate } from 'react-router'
import { FullScreenDialog } from '../../ui/FullScreenDialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import { CredentialImage } from './CredentialImage.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import type { Desk } from './use-desk.ts'

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
        <RejectDialog {...common} request={asking.request} onReject={(body) => desk.reject(asking.request, body)} />
      )}
      {desk.place.isPreviewOpen && <Preview desk={desk} />}
      {keys.isOpen && <KeysDialog isOn={keys.isOn} onSwitch={keys.onSwitch} onClose={keys.onClose} />}
    </>
  )
}

function Preview({ desk: { review, go } }: { desk: Desk }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const request = review.data?.verification
  // What was opened here is left by going back, so that Back does not open it again.
  const close = () => (Object(state).isFromDesk === true ? navigate(-1) : go({ isPreviewOpen: false }))
  return (
    <FullScreenDialog title="Credential Image" onClose={close}>
      {request === undefined ? (
        <Spinner label="Loading the image..." />
      ) : (
        <CredentialImage request={request} readAnew={async () => (await review.refetch()).data?.verification} />
      )}
    </FullScreenDialog>
  )
}
