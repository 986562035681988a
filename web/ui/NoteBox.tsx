import { CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** What has gone well, or what is neither good nor bad. */
type NoteTone = 'success' | 'info'

interface NoteBoxProps {
  tone?: NoteTone
  children: ReactNode
}

const tones: Record<NoteTone, string> = {
  success: 'border-success bg-success-soft text-success',
  info: 'border-info bg-info-soft text-info',
}

/** Something to be known about a form, where it has to stay in sight. */
export function NoteBox({ tone = 'success', children }: NoteBoxProps) {
  const Icon = tone === 'success' ? CircleCheck : Info
  return (
    <div role="status" className={classes('flex items-start gap-2 rounded-control border px-3 py-2', tones[tone])}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0" />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  )
}
