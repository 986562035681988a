/** Zooming and moving what is on a stage, by a library that sets nothing but styles of the one element. */
import Panzoom, { type PanzoomObject } from '@panzoom/panzoom'
import { useEffect, useRef, useState } from 'react'

const scaleMax = 8

/** One press of a button or a key: half as large again. */
const zoomStep = 0.4

/** `stage` is the ref of the element whose content is zoomed; its parent hides what goes beyond it. */
export function usePanzoom() {
  const stage = useRef<HTMLDivElement>(null)
  const panzoom = useRef<PanzoomObject>(undefined)
  const [isZoomed, setZoomed] = useState(false)

  useEffect(() => {
    const element = stage.current
    if (element === null) return
    const made = Panzoom(element, {
      minScale: 1,
      maxScale: scaleMax,
      step: zoomStep,
      panOnlyWhenZoomed: true,
      animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      // One finger scrolls the page until there is something to move.
      touchAction: 'pan-x pan-y',
      cursor: 'default',
    })
    panzoom.current = made
    const onChange = () => {
      const isLarger = made.getScale() > 1
      setZoomed(isLarger)
      made.setOptions({ touchAction: isLarger ? 'none' : 'pan-x pan-y', cursor: isLarger ? 'move' : 'default' })
    }
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) made.zoomWithWheel(event)
    }
    const { parentElement } = element
    element.addEventListener('panzoomchange', onChange)
    parentElement?.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      element.removeEventListener('panzoomchange', onChange)
      parentElement?.removeEventListener('wheel', onWheel)
      made.destroy()
    }
  }, [])

  return {
    stage,
    isZoomed,
    zoomIn: () => panzoom.current?.zoomIn(),
    zoomOut: () => panzoom.current?.zoomOut(),
    reset: () => panzoom.current?.reset(),
    moveBy: (x: number, y: number) => panzoom.current?.pan(x, y, { relative: true }),
  }
}
