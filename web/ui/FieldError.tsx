import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** What is wrong with the value of a field, under it; the control refers to it by `id`. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-center gap-1.5 text-sm text-danger">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {children}
    </p>
  )
}
