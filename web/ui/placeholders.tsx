import { CircleAlert, LoaderCircle, type LucideIcon } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Button } from './buttons.tsx'

interface EmptyMessageProps {
  icon: LucideIcon
  title: string
  text?: string
  children?: ReactNode
}

export function EmptyMessage({ icon: Icon, title, text, children }: EmptyMessageProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-10 text-center">
      <Icon size={24} strokeWidth={1.75} aria-hidden="true" className="text-subtle" />
      <p className="font-semibold">{title}</p>
      {text !== undefined && <p className="text-muted">{text}</p>}
      {children}
    </div>
  )
}

interface LoadErrorProps {
  title: string
  text?: string
  /** None where the same request fails again. */
  onRetry: (() => void) | undefined
}

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
      {onRetry && (
        <Button
          look="plain"
          onClick={(event) => {
            keepPlace(event)
            onRetry()
          }}
        >
          Retry
        </Button>
      )}
    </div>
  )
}

/** The button disappears while the part loads: the focus stays on the part. */
function keepPlace({ currentTarget }: MouseEvent<HTMLElement>): void {
  const part = currentTarget.closest('section, main')
  if (!(part instanceof HTMLElement)) return
  part.tabIndex = -1
  part.focus({ preventScroll: true })
}

export function Spinner({ label }: { label: string }) {
  return (
    <p role="status" className="flex items-center justify-center gap-2 py-6 text-muted">
      <LoaderCircle size={18} strokeWidth={1.75} aria-hidden="true" className="animate-spin" />
      {label}
    </p>
  )
}
