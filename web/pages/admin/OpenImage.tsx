import type { Ref } from 'react'
import { errorText } from '../../api/call.ts'
import type { ImageViewerHandle } from '../../ui/image-viewer.tsx'
import { LoadError, Spinner } from '../../ui/placeholders.tsx'
import { CredentialImage } from './CredentialImage.tsx'
import type { Desk } from './use-desk.ts'
import { reviewFailure } from './use-review.ts'

interface OpenImageProps {
  desk: Desk
  ref?: Ref<ImageViewerHandle>
  /** The way to the image over the whole page, where there is one. */
  onOpenPreview?: (id: string) => void
}

/** The image of the open request; before that, that the request is on its way, or that it did not come. */
export function OpenImage({ desk: { review }, onOpenPreview, ...rest }: OpenImageProps) {
  const request = review.data?.verification
  if (request !== undefined) {
    return (
      <CredentialImage
        key={request.id}
        request={request}
        readAnew={async () => (await review.refetch()).data?.verification}
        {...(onOpenPreview !== undefined && { onOpenPreview: () => onOpenPreview(request.id) })}
        {...rest}
      />
    )
  }
  if (review.error === null) return <Spinner label="Loading the image..." />
  return (
    <div className="p-4">
      <LoadError
        title={reviewFailure}
        text={errorText(review.error, 'Please try again.')}
        onRetry={() => review.refetch()}
      />
    </div>
  )
}
