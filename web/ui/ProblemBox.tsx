import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** What has gone wrong, where it has to stay in sight and nobody has to be led to it. */
export function ProblemBox({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-start gap-2 rounded-control border border-danger bg-danger-soft px-3 py-2 text-danger">
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0" />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  )
}
