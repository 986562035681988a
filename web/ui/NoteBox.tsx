import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** What has gone well, where it has to stay in sight. */
export function NoteBox({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex items-start gap-2 rounded-control border border-success bg-success-soft px-3 py-2 text-success"
    >
      <CircleCheck size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0" />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  )
}
