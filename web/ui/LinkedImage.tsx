import { lazy, type ReactNode, type Ref, useState } from 'react'
import type { ImageViewerHandle } from './image-viewer.tsx'
import { LaterPart } from './LaterPart.tsx'
import { LoadError, Spinner } from './placeholders.tsx'

const ImageViewer = lazy(async () => ({ default: (await import('./image-viewer.tsx')).ImageViewer }))

interface LinkedImageProps {
  /** A link that works for minutes and differs from answer to answer. */
  src: string
  alt: string
  /** Fetches a fresh link, if there is one. */
  renew: () => Promise<string | undefined>
  ref?: Ref<ImageViewerHandle> | undefined
  tools?: ReactNode
}

/** The first link is kept, so that an expiring image is fetched, and noted as viewed, once. Key it by image. */
export function LinkedImage({ src, alt, renew, ref, tools }: LinkedImageProps) {
  const [kept, setKept] = useState(src)
  const [isBroken, setBroken] = useState(false)
  const retry = async () => {
    setKept((await renew()) ?? kept)
    setBroken(false)
  }
  if (isBroken) {
    return (
      <div className="p-4">
        <LoadError title="The image didn’t load" onRetry={retry} />
      </div>
    )
  }
  return (
    <LaterPart fallback={<Spinner label="Loading the image..." />}>
      <ImageViewer
        {...(ref !== undefined && { ref })}
        src={kept}
        alt={alt}
        onError={() => setBroken(true)}
        tools={tools}
      />
    </LaterPart>
  )
}
