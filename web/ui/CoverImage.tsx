import { Newspaper } from 'lucide-react'
import { useState } from 'react'

/** A picture that adds nothing to the words beside it, on a ground that stands in where there is none or it does not load. */
export function CoverImage({ src }: { src: string | null }) {
  const [hasFailed, setFailed] = useState(false)
  return (
    <div className="flex aspect-video items-center justify-center border-b border-border bg-sunken text-subtle">
      {src === null || hasFailed ? (
        <Newspaper size={32} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      )}
    </div>
  )
}
