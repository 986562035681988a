import { CircleAlert } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Button } from './Button.tsx'

interface LoadErrorProps {
  title: string
  /** What the server said of it, where it said more. */
  text?: string
  onRetry: () => void
}

/** In the place of a part of a page that could not be loaded. */
export function LoadError({ title, text, onRetry }: LoadErrorProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-3 rounded-control border border-danger bg-danger-soft p-4"
    >
      <div className="flex items-start gap-2 text-danger">
        <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0" />
        <div className="min-w-0 break-words">
          <p className="font-semibold">{title}</p>
          {text !== undefined && <p>{text}</p>}
        </div>
      </div>
      <Button
        look="plain"
        onClick={(event) => {
          keepPlace(event)
          onRetry()
        }}
      >
        Retry
      </Button>
    </div>
  )
}

/** The button goes while the part loads again: the focus waits on the part, not at the top of the page. */
function keepPlace({ currentTarget }: MouseEvent<HTMLElement>): void {
  const part = currentTarget.closest('section, main')
  if (!(part instanceof HTMLElement)) return
  part.tabIndex = -1
  part.focus({ preventScroll: true })
}
