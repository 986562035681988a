import Panzoom, { type PanzoomObject } from '@panzoom/panzoom'
import { Minus, MoveDown, MoveLeft, MoveRight, MoveUp, Plus, RotateCcw, RotateCw, Scan } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { IconButton } from './buttons.tsx'
import { classes } from './classes.ts'

interface ImageViewerProps {
  src: string
  alt: string
  ref?: Ref<ImageViewerHandle>
  onError?: () => void
  tools?: ReactNode
}

const stepPx = 80

const turned = ['', 'rotate-90', 'rotate-180', '-rotate-90'] as const

/** The wheel zooms only with Ctrl or Cmd, so that it never blocks scrolling. */
export function ImageViewer({ src, alt, ref, onError, tools }: ImageViewerProps) {
  const { stage, isZoomed, zoomIn, zoomOut, reset, moveBy } = usePanzoom()
  const [turns, setTurns] = useState(0)
  const turn = (by: number) => setTurns((before) => (before + by + turned.length) % turned.length)
  const handle: ImageViewerHandle = {
    zoomIn,
    zoomOut,
    reset: () => {
      reset()
      setTurns(0)
    },
    turnLeft: () => turn(-1),
    turnRight: () => turn(1),
  }
  useImperativeHandle(ref, () => handle)
  const isOnItsSide = turns % 2 === 1
  return (
    <div className="flex h-full min-h-0 flex-col bg-sunken">
      <div className="relative [container-type:size] min-h-0 grow overflow-hidden">
        <div ref={stage} className="flex size-full items-center justify-center p-4">
          <img
            src={src}
            alt={alt}
            draggable={false}
            onError={onError}
            className={classes(
              'shrink-0 object-contain transition-transform',
              isOnItsSide ? 'max-h-[calc(100cqw-2rem)] max-w-[calc(100cqh-2rem)]' : 'max-h-full max-w-full',
              turned[turns],
            )}
          />
        </div>
      </div>
      <div
        role="toolbar"
        aria-label="Image"
        className="flex flex-wrap items-center justify-center gap-x-1 border-t border-border bg-surface px-2 py-1"
      >
        <IconButton icon={Minus} label="Zoom out" onClick={handle.zoomOut} disabled={!isZoomed} />
        <IconButton icon={Plus} label="Zoom in" onClick={handle.zoomIn} />
        <IconButton icon={Scan} label="Fit" onClick={handle.reset} />
        <IconButton icon={RotateCcw} label="Rotate left" onClick={handle.turnLeft} />
        <IconButton icon={RotateCw} label="Rotate right" onClick={handle.turnRight} />
        {isZoomed && (
          <>
            <IconButton icon={MoveLeft} label="Show more of the left" onClick={() => moveBy(stepPx, 0)} />
            <IconButton icon={MoveRight} label="Show more of the right" onClick={() => moveBy(-stepPx, 0)} />
            <IconButton icon={MoveUp} label="Show more of the top" onClick={() => moveBy(0, stepPx)} />
            <IconButton icon={MoveDown} label="Show more of the bottom" onClick={() => moveBy(0, -stepPx)} />
          </>
        )}
        {tools}
      </div>
    </div>
  )
}

export interface ImageViewerHandle {
  zoomIn(): void
  zoomOut(): void
  reset(): void
  turnLeft(): void
  turnRight(): void
}

const scaleMax = 8

/** One press enlarges by half. */
const zoomStep = 0.4

function usePanzoom() {
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
      // One finger scrolls the page until the image is enlarged.
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
