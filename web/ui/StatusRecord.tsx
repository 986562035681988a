import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { type RecordStatus, recordStatuses } from './record-statuses.ts'
import { StatusBadge } from './StatusBadge.tsx'

interface StatusRecordProps {
  status: RecordStatus
  title: ReactNode
  /** The entry that is open, among several. */
  isCurrent?: boolean
  /** The approval has just been given: the rail draws itself from dashed to solid, and this is called when it has. */
  onDrawn?: (() => void) | undefined
  children: ReactNode
}

/**
 * An entry of the register with its status rail: dashed for pending, solid for approved, a double hairline for rejected, so that
 * the status is read by shape, icon and word as well as by colour.
 */
export function StatusRecord({ status, title, isCurrent = false, onDrawn, children }: StatusRecordProps) {
  const titleId = useId()
  const rail = 'absolute inset-y-0 left-0 w-1'
  return (
    <article
      aria-labelledby={titleId}
      className={classes('relative flex flex-col gap-2 py-4 pr-4 pl-6', isCurrent ? 'bg-sunken' : 'bg-surface')}
    >
      {onDrawn !== undefined && <span aria-hidden="true" className={classes(rail, recordStatuses.pending.rail)} />}
      <span
        aria-hidden="true"
        onAnimationEnd={onDrawn}
        className={classes(rail, recordStatuses[status].rail, onDrawn !== undefined && 'animate-draw')}
      />
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
