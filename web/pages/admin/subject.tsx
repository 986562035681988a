import { ArrowLeft, ImageOff, Inbox, Maximize2 } from 'lucide-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { errorText } from '../../api/call.ts'
import { IconButton, LinkButton } from '../../ui/buttons.tsx'
import type { ImageViewerHandle } from '../../ui/image-viewer.tsx'
import { LinkedImage } from '../../ui/LinkedImage.tsx'
import { EmptyMessage, LoadError, Spinner } from '../../ui/placeholders.tsx'
import { type Desk, useFocusWhen } from './use-desk.ts'
import { credentialsText } from './words.ts'

interface SubjectProps {
  desk: Desk
  image: Ref<ImageViewerHandle>
  onKeyDown: (event: KeyboardEvent) => void
}

export function Subject({ desk, image, onKeyDown }: SubjectProps) {
  const { isWide, openId, addressOf, go, focusing } = desk
  const back = useFocusWhen<HTMLAnchorElement>(!isWide && focusing?.id === openId ? focusing : undefined)
  if (openId === undefined) return <NothingOpen desk={desk} />
  return (
    <section aria-label="Credential" className="flex h-full min-h-0 flex-col" onKeyDown={onKeyDown}>
      {!isWide && (
        <div className="px-4 py-1 sm:px-0">
          <LinkButton ref={back} look="quiet" to={addressOf({ id: undefined })} state={desk.entryState}>
            <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
            All requests
          </LinkButton>
        </div>
      )}
      <div className="min-h-0 grow">
        <OpenImage
          desk={desk}
          ref={image}
          tools={
            <IconButton
              icon={Maximize2}
              label="View full screen"
              onClick={() => go({ id: openId, isPreviewOpen: true })}
            />
          }
        />
      </div>
    </section>
  )
}

function NothingOpen({ desk: { list } }: { desk: Desk }) {
  if (list.data === undefined) return null
  return list.data.total === 0 ? (
    <EmptyMessage icon={Inbox} title="Nothing to review here" text="Choose another filter to see other requests." />
  ) : (
    <EmptyMessage
      icon={Inbox}
      title="No request selected"
      text="Choose one from the list to see its document and checks."
    />
  )
}

interface OpenImageProps {
  desk: Desk
  ref?: Ref<ImageViewerHandle>
  tools?: ReactNode
}

export function OpenImage({ desk: { review }, ref, tools }: OpenImageProps) {
  const request = review.data?.verification
  if (request === undefined) {
    if (review.error === null) return <Spinner label="Loading the image..." />
    return (
      <div className="p-4">
        <LoadError
          title="This request didn’t load"
          text={errorText(review.error, 'Please try again.')}
          onRetry={() => review.refetch()}
        />
      </div>
    )
  }
  if (request.imageUrl === undefined) {
    return <EmptyMessage icon={ImageOff} title="No image" text="It was deleted at the end of its retention period." />
  }
  return (
    <LinkedImage
      key={request.id}
      ref={ref}
      src={request.imageUrl}
      alt={`Credential submitted for ${credentialsText(request)}, NPI ${request.npi}`}
      renew={async () => (await review.refetch()).data?.verification.imageUrl}
      tools={tools}
    />
  )
}
