import { ImageOff, Maximize2 } from 'lucide-react'
import { lazy, type Ref, Suspense, useState } from 'react'
import type { Verification } from '#contract/verifications'
import { EmptyMessage } from '../../ui/EmptyMessage.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import type { ImageViewerHandle } from '../../ui/image-viewer-handle.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { credentialsText } from './words.ts'

// What zooms and moves an image is loaded with the first image.
const ImageViewer = lazy(async () => ({ default: (await import('../../ui/ImageViewer.tsx')).ImageViewer }))

interface CredentialImageProps {
  request: Verification
  /** Asks for the request anew, whose answer has a link that works. */
  readAnew: () => Promise<Verification | undefined>
  ref?: Ref<ImageViewerHandle>
  onOpenPreview?: () => void
}

/**
 * The image of a request. Links to images work for five minutes and differ from answer to answer: the first one is kept as long as the
 * image is shown, so that it is fetched, and noted as viewed, once. Render it anew for another request.
 */
export function CredentialImage({ request, readAnew, ref, onOpenPreview }: CredentialImageProps) {
  const [src, setSrc] = useState(request.imageUrl)
  const [isBroken, setBroken] = useState(false)
  const retry = async () => {
    const anew = await readAnew()
    setSrc(anew?.imageUrl ?? src)
    setBroken(false)
  }
  if (src === undefined) {
    return <EmptyMessage icon={ImageOff} title="No image" text="It was destroyed, as its time was over." />
  }
  if (isBroken) {
    return (
      <div className="p-4">
        <LoadError title="The image could not be loaded" onRetry={retry} />
      </div>
    )
  }
  return (
    <Suspense fallback={<Spinner label="Loading the image..." />}>
      <ImageViewer
        {...(ref !== undefined && { ref })}
        src={src}
        alt={`Credential submitted for ${credentialsText(request)}, NPI ${request.npi}`}
        onError={() => setBroken(true)}
        tools={
          onOpenPreview !== undefined && (
            <IconButton icon={Maximize2} label="Over the whole page" onClick={onOpenPreview} />
          )
        }
      />
    </Suspense>
  )
}
