import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** What went wrong with an action, beside it; it is read out when it appears, and takes no focus. */
export function InlineAlert({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-control border border-danger bg-danger-soft px-3 py-2 text-sm text-danger"
    >
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  )
}
