import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classes } from '../../ui/classes.ts'
import { agoText, exactText } from '../../ui/format.ts'

interface Column<Row> {
  name: string
  isNumeric?: boolean
  /** Takes a line of its own where rows are stacked. */
  isWide?: boolean
  cell: (row: Row) => ReactNode
}

interface DataTableProps<Row> {
  /** What the table holds, for those who do not see what is around it. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string
  /** Whether the cells of a row go below each other on small screens; for more than two columns. */
  isStacked?: boolean
}

/** Rows of the same kind, ruled. */
export function DataTable<Row>({ caption, columns, rows, keyOf, isStacked = false }: DataTableProps<Row>) {
  return (
    <table className={classes('w-full border-collapse text-left', isStacked && 'max-md:block')}>
      <caption className="sr-only">{caption}</caption>
      <thead className={isStacked ? 'max-md:sr-only' : undefined}>
        <tr className="border-b border-border text-sm text-muted">
          {columns.map(({ name, isNumeric }) => (
            <th key={name} scope="col" className={classes(cellClasses, 'font-normal', isNumeric && 'text-right')}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={isStacked ? 'max-md:block' : undefined}>
        {rows.map((row, index) => (
          <tr
            key={keyOf(row, index)}
            className={classes(
              'border-b border-border align-top last:border-b-0',
              isStacked &&
                'max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-4 max-md:gap-y-1 max-md:py-3',
            )}
          >
            {columns.map(({ name, isNumeric, isWide, cell }) => (
              <td
                key={name}
                className={classes(
                  cellClasses,
                  isNumeric && 'text-right whitespace-nowrap tabular-nums',
                  isStacked && 'max-md:block max-md:p-0',
                  isStacked && isWide && 'max-md:order-last max-md:basis-full',
                )}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const cellClasses = 'py-2 pr-4 last:pr-0'

interface EmptyChartProps {
  words: string
  /** What stands at either end of the axis of time. */
  from: string
  to: string
}

/** In the place of a chart that has nothing to show yet; as high as one that has. */
export function EmptyChart({ words, from, to }: EmptyChartProps) {
  return (
    <div className="flex min-h-68 flex-col gap-2">
      <p className="flex grow items-center justify-center border-b border-l border-border bg-sunken px-4 text-center text-muted">
        {words}
      </p>
      <p className="flex justify-between gap-4 text-xs text-muted">
        <span>{from}</span>
        <span>{to}</span>
      </p>
    </div>
  )
}

interface Step {
  title: string
  content: ReactNode
}

/** What to do, one after the other. */
export function NumberedSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="flex flex-col gap-6">
      {steps.map(({ title, content }, index) => (
        <li key={title} className="flex gap-3">
          <span
            aria-hidden="true"
            className="flex size-7 shrink-0 items-center justify-center rounded-badge bg-brand-soft text-sm font-semibold text-on-brand-soft tabular-nums"
          >
            {index + 1}
          </span>
          <div className="flex min-w-0 grow flex-col gap-2">
            <h3 className="pt-0.5 font-semibold">{title}</h3>
            {content}
          </div>
        </li>
      ))}
    </ol>
  )
}

interface PlanCardProps {
  name: string
  price: string
  description: string
  features: readonly string[]
  isCurrent: boolean
  /** Beside the name: what is special about it. */
  badges?: ReactNode
  /** What can be done; a plan may have nothing to offer. */
  action?: ReactNode
}

/** A plan with its price, what it holds, and the way to it. */
export function PlanCard({ name, price, description, features, isCurrent, badges, action }: PlanCardProps) {
  const nameId = useId()
  return (
    <article
      aria-labelledby={nameId}
      className={classes(
        'flex h-full flex-col gap-4 rounded-panel border bg-surface p-4 md:p-6',
        isCurrent ? 'border-brand outline-1 outline-brand' : 'border-border',
      )}
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 id={nameId} className="text-lg font-semibold">
          {name}
        </h2>
        {badges}
      </div>
      <p className="text-xl font-semibold tabular-nums">{price}</p>
      <p className="text-muted">{description}</p>
      <ul className="flex grow flex-col gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0 text-success" />
            {feature}
          </li>
        ))}
      </ul>
      {action}
    </article>
  )
}

/** A word or line of code among other words; it breaks where there is no room for it. */
export function CodeText({ children }: { children: ReactNode }) {
  return <code className="font-mono text-sm break-all">{children}</code>
}

interface SecretTextProps {
  /** The secret as it is shown, most of it hidden. */
  shown: string
  /** The same for those who hear it. */
  words: string
}

/** A secret that is not for every eye. */
export function SecretText({ shown, words }: SecretTextProps) {
  return (
    <p className="rounded-control border border-border bg-sunken px-3 py-2">
      <code aria-hidden="true" className="font-mono text-sm break-all">
        {shown}
      </code>
      <span className="sr-only">{words}</span>
    </p>
  )
}

/** When something was: how long ago, and exactly. */
export function Timestamp({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="flex flex-col">
      <span className="whitespace-nowrap">{agoText(iso, Date.now())}</span>
      <span className="text-xs whitespace-nowrap text-subtle">{exactText(iso)}</span>
    </time>
  )
}
