import { ArrowLeft } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import type { ImageViewerHandle } from '../../ui/image-viewer-handle.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { CredentialImage } from './CredentialImage.tsx'
import type { Desk } from './use-desk.ts'
import { useFocusWhen } from './use-focus-when.ts'

interface SubjectProps {
  desk: Desk
  image: Ref<ImageViewerHandle>
  onKeyDown: (event: KeyboardEvent) => void
}

/** The image of the open request, with the way back to the list where there is room for one of the two. */
export function Subject({ desk, image, onKeyDown }: SubjectProps) {
  const { isWide, openId, review, addressOf, go, focusing } = desk
  const back = useFocusWhen<HTMLAnchorElement>(!isWide && focusing?.id === openId ? focusing : undefined)
  if (openId === undefined) return null
  const request = review.data?.verification
  return (
    <section aria-label="Credential" className="flex h-full min-h-0 flex-col" onKeyDown={onKeyDown}>
      {!isWide && (
        <div className="px-2 py-1">
          <LinkButton ref={back} look="quiet" to={addressOf({ id: undefined })}>
            <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
            All requests
          </LinkButton>
        </div>
      )}
      <div className="min-h-0 grow">
        {request !== undefined && (
          <CredentialImage
            key={request.id}
            ref={image}
            request={request}
            readAnew={async () => (await review.refetch()).data?.verification}
            onOpenPreview={() => go({ id: request.id, isPreviewOpen: true })}
          />
        )}
      </div>
    </section>
  )
}
