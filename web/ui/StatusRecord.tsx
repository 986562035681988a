import { Check, Clock, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

type RecordStatus = 'pending' | 'approved' | 'rejected'

interface StatusRecordProps {
  status: RecordStatus
  title: ReactNode
  children: ReactNode
}

const statuses = {
  pending: { words: 'Pending', Icon: Clock, badge: 'bg-warning-soft text-warning', rail: 'rail-pending text-warning' },
  approved: {
    words: 'Approved',
    Icon: Check,
    badge: 'bg-success-soft text-success',
    rail: 'rail-approved text-success',
  },
  rejected: { words: 'Rejected', Icon: X, badge: 'bg-danger-soft text-danger', rail: 'rail-rejected text-danger' },
} as const satisfies Record<RecordStatus, object>

/**
 * An entry of the register with its status rail: dashed for pending, solid for approved, a double hairline for rejected, so that
 * the status is read by shape, icon and word as well as by colour.
 */
export function StatusRecord({ status, title, children }: StatusRecordProps) {
  const titleId = useId()
  const { words, Icon, badge, rail } = statuses[status]
  return (
    <article aria-labelledby={titleId} className="relative flex flex-col gap-2 bg-surface py-4 pr-4 pl-6">
      <span aria-hidden="true" className={classes('absolute inset-y-0 left-0 w-1', rail)} />
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p id={titleId} className="font-semibold">
          {title}
        </p>
        <span
          className={classes('inline-flex items-center gap-1 rounded-badge px-2 py-0.5 text-sm font-semibold', badge)}
        >
          <Icon size={14} strokeWidth={2.25} aria-hidden="true" />
          {words}
        </span>
      </div>
      <div className="flex flex-col gap-1 text-sm text-muted">{children}</div>
    </article>
  )
}
