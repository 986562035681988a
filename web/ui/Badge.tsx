import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** What a badge is about: nothing in particular, look here, good, mind this, bad, to be known. */
export type BadgeTone = 'plain' | 'accent' | 'success' | 'warning' | 'danger' | 'info'

const tones: Record<BadgeTone, string> = {
  plain: 'bg-sunken text-muted',
  accent: 'bg-accent text-on-accent',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
}

/** A word or two that mark what they stand beside. */
export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 rounded-badge px-2 py-0.5 text-sm font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
