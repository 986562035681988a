import { ImageOff, Maximize2 } from 'lucide-react'
import type { Ref } from 'react'
import type { Verification } from '#contract/verifications'
import { IconButton } from '../../ui/buttons.tsx'
import type { ImageViewerHandle } from '../../ui/image-viewer.tsx'
import { LinkedImage } from '../../ui/LinkedImage.tsx'
import { EmptyMessage } from '../../ui/placeholders.tsx'
import { credentialsText } from './words.ts'

interface CredentialImageProps {
  request: Verification
  /** Asks for the request anew, whose answer has a link that works. */
  readAnew: () => Promise<Verification | undefined>
  ref?: Ref<ImageViewerHandle>
  onOpenPreview?: () => void
}

/** The image of a request, or that it is gone. Render it anew for another request. */
export function CredentialImage({ request, readAnew, ref, onOpenPreview }: CredentialImageProps) {
  if (request.imageUrl === undefined) {
    return <EmptyMessage icon={ImageOff} title="No image" text="It was destroyed, as its time was over." />
  }
  return (
    <LinkedImage
      ref={ref}
      src={request.imageUrl}
      alt={`Credential submitted for ${credentialsText(request)}, NPI ${request.npi}`}
      renew={async () => (await readAnew())?.imageUrl}
      tools={
        onOpenPreview !== undefined && (
          <IconButton icon={Maximize2} label="Over the whole page" onClick={onOpenPreview} />
        )
      }
    />
  )
}
