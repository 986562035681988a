import { ArrowLeft } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { LinkButton } from '../../ui/buttons.tsx'
import type { ImageViewerHandle } from '../../ui/image-viewer.tsx'
import { OpenImage } from './OpenImage.tsx'
import type { Desk } from './use-desk.ts'
import { useFocusWhen } from './use-focus-when.ts'

interface SubjectProps {
  desk: Desk
  image: Ref<ImageViewerHandle>
  onKeyDown: (event: KeyboardEvent) => void
}

/** The image of the open request, with the way back to the list where there is room for one of the two. */
export function Subject({ desk, image, onKeyDown }: SubjectProps) {
  const { isWide, openId, addressOf, go, focusing } = desk
  const back = useFocusWhen<HTMLAnchorElement>(!isWide && focusing?.id === openId ? focusing : undefined)
  if (openId === undefined) return null
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
        <OpenImage desk={desk} ref={image} onOpenPreview={(id) => go({ id, isPreviewOpen: true })} />
      </div>
    </section>
  )
}
