import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyMessageProps {
  icon: LucideIcon
  title: string
  text?: string
  /** What to do about it. */
  children?: ReactNode
}

/** In the place of a list that holds nothing. */
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
