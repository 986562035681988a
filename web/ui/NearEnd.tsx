import { useEffect, useRef } from 'react'

/**
 * Calls back as soon as less than 100 px of what it closes are below what can be seen, whatever scrolls it (specification, section 9).
 * Its parent has to be positioned. Render it while there is more.
 */
export function NearEnd({ onNear }: { onNear: () => void }) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (strip.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onNear()
    })
    observer.observe(strip.current)
    return () => observer.disconnect()
  }, [onNear])
  return <div ref={strip} aria-hidden="true" className="pointer-events-none absolute bottom-0 h-[100px] w-px" />
}
