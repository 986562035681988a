import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** What went wrong with a form, above it. It takes the focus when it appears, so that nobody looks for it. */
export function ErrorBox({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex items-start gap-2 rounded-control border border-danger bg-danger-soft px-3 py-2 text-danger"
    >
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0" />
      <div className="flex min-w-0 flex-col gap-1 break-words">{children}</div>
    </div>
  )
}
