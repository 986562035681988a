import { Check, Clock, type LucideIcon, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Badge, type BadgeTone } from './Badge.tsx'
import { classes } from './classes.ts'

export function RecordList({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-border overflow-hidden rounded-panel border border-border">{children}</ul>
}

interface StatusRecordProps {
  status: RecordStatus
  title: ReactNode
  isCurrent?: boolean
  /** Draws the rail of a new approval from dashed to solid, and is called at the end. */
  onDrawn?: (() => void) | undefined
  children: ReactNode
}

/** The rail is dashed for pending, solid for approved, double for rejected: status is also read without color. */
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

interface PlainRecordProps {
  title: string
  facts: string
  children: ReactNode
}

export function PlainRecord({ title, facts, children }: PlainRecordProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
      <div className="flex min-w-0 flex-col lg:flex-1">
        <span className="font-semibold wrap-anywhere">{title}</span>
        <span className="text-sm wrap-anywhere text-muted">{facts}</span>
      </div>
      {children}
    </li>
  )
}

interface OpenableRowProps {
  summary: ReactNode
  isOpen?: boolean
  children: ReactNode
}

export function OpenableRow({ summary, isOpen = false, children }: OpenableRowProps) {
  return (
    <li>
      <details open={isOpen}>
        <summary className="flex min-h-10 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 -outline-offset-2! hover:bg-sunken md:flex-nowrap [&::-webkit-details-marker]:hidden">
          {summary}
        </summary>
        <div className="flex flex-col gap-4 border-t border-border bg-sunken px-4 py-3">{children}</div>
      </details>
    </li>
  )
}

interface PlainItem {
  id: string
  title: string
  facts: string
  aside?: ReactNode
}

export function PlainRecords({ items }: { items: readonly PlainItem[] }) {
  return (
    <RecordList>
      {items.map(({ id, title, facts, aside }) => (
        <PlainRecord key={id} title={title} facts={facts}>
          {aside}
        </PlainRecord>
      ))}
    </RecordList>
  )
}

export function StatusBadge({ status }: { status: RecordStatus }) {
  const { words, Icon, tone } = recordStatuses[status]
  return (
    <Badge tone={tone}>
      <Icon size={14} strokeWidth={2.25} aria-hidden="true" />
      {words}
    </Badge>
  )
}

export type RecordStatus = 'pending' | 'approved' | 'rejected'

interface StatusLook {
  words: string
  Icon: LucideIcon
  tone: BadgeTone
  rail: string
}

const recordStatuses: Readonly<Record<RecordStatus, StatusLook>> = {
  pending: { words: 'Pending', Icon: Clock, tone: 'warning', rail: 'rail-pending text-warning' },
  approved: { words: 'Approved', Icon: Check, tone: 'success', rail: 'rail-approved text-success' },
  rejected: { words: 'Rejected', Icon: X, tone: 'danger', rail: 'rail-rejected text-danger' },
}

export function RowAction(props: Omit<ComponentProps<'button'>, 'className' | 'type'>) {
  return <button type="button" className={rowActionClasses} {...props} />
}

export function RowActions({ children }: { children: ReactNode }) {
  return <div className="-ml-2 flex flex-wrap items-center">{children}</div>
}

interface RowCheckProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  label: string
  /** What is chosen, for those who do not see its row. */
  of: string
}

export function RowCheck({ label, of, ...rest }: RowCheckProps) {
  return (
    <label className={classes(rowActionClasses, 'ml-auto cursor-pointer')}>
      <input type="checkbox" className="size-4 accent-brand" {...rest} />
      {label}
      <span className="sr-only"> {of}</span>
    </label>
  )
}

export function RowLink(props: Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link className={rowActionClasses} {...props} />
}

const rowActionClasses =
  'inline-flex min-h-8 items-center gap-1 rounded-control px-2 text-sm font-semibold text-brand hover:bg-brand-soft hover:text-on-brand-soft disabled:cursor-not-allowed disabled:opacity-60'
