import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

/** Something to be known, or something to be minded. */
type NoticeTone = 'info' | 'warning'

interface NoticeProps {
  icon: LucideIcon
  title: string
  tone?: NoticeTone
  children: ReactNode
}

const tones: Record<NoticeTone, string> = {
  info: 'border-info bg-info-soft text-info',
  warning: 'border-warning bg-warning-soft text-warning',
}

/** What a page has to say above its parts, as long as it holds. */
export function Notice({ icon: Icon, title, tone = 'warning', children }: NoticeProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className={classes('flex items-start gap-3 rounded-panel border p-4', tones[tone])}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-2 wrap-anywhere">
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        <div className="flex flex-col items-start gap-3 text-text">{children}</div>
      </div>
    </section>
  )
}
