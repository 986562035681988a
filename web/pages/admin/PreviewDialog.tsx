import { useLocation, useNavigate } from 'react-router'
import { wordsOf } from '../../api/words.ts'
import { FullScreenDialog } from '../../ui/FullScreenDialog.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { CredentialImage } from './CredentialImage.tsx'
import type { Desk } from './use-desk.ts'
import { reviewFailure } from './use-review.ts'

/** The image of the open request over the whole page. */
export function PreviewDialog({ desk: { review, go } }: { desk: Desk }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const request = review.data?.verification
  // What was opened here is left by going back, so that Back does not open it again.
  const close = () => (Object(state).isFromDesk === true ? navigate(-1) : go({ isPreviewOpen: false }))
  return (
    <FullScreenDialog title="Credential Image" onClose={close}>
      {request !== undefined ? (
        <CredentialImage request={request} readAnew={async () => (await review.refetch()).data?.verification} />
      ) : review.error === null ? (
        <Spinner label="Loading the image..." />
      ) : (
        <div className="p-4">
          <LoadError
            title={reviewFailure}
            text={wordsOf(review.error, 'Please try again.')}
            onRetry={() => review.refetch()}
          />
        </div>
      )}
    </FullScreenDialog>
  )
}
