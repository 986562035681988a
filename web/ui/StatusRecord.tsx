import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { type RecordStatus, recordStatuses } from './record-statuses.ts'
import { StatusBadge } from './StatusBadge.tsx'

interface StatusRecordProps {
  status: RecordStatus
  title: ReactNode
  children: ReactNode
}

/**
 * An entry of the register with its status rail: dashed for pending, solid for approved, a double hairline for rejected, so that
 * the status is read by shape, icon and word as well as by colour.
 */
export function StatusRecord({ status, title, children }: StatusRecordProps) {
  const titleId = useId()
  return (
    <article aria-labelledby={titleId} className="relative flex flex-col gap-2 bg-surface py-4 pr-4 pl-6">
      <span aria-hidden="true" className={classes('absolute inset-y-0 left-0 w-1', recordStatuses[status].rail)} />
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p id={titleId} className="font-semibold">
          {title}
        </p>
        <StatusBadge status={status} />
      </div>
      <div className="flex flex-col gap-1 text-sm text-muted">{children}</div>
    </article>
  )
}
