import { classes } from './classes.ts'

/** Placeholder while loading. `size` is classes for height and width, such as `h-6 w-40`. */
export function Skeleton({ size }: { size: string }) {
  return <span aria-hidden="true" className={classes('block animate-pulse rounded-badge bg-sunken', size)} />
}

interface FiguresProps {
  items: readonly { name: string; value: string | undefined }[]
  isBusy?: boolean
}

interface FactColumnsProps {
  label: string
  items: readonly { name: string; value: string | undefined; text: string }[]
}

/** Facts in columns. A value that is not there yet keeps its place. */
export function FactColumns({ label, items }: FactColumnsProps) {
  return (
    <section aria-label={label} className="border-y border-border bg-sunken">
      <dl className="mx-auto grid w-full max-w-landing gap-x-8 gap-y-6 px-4 py-8 sm:grid-cols-2 lg:grid-cols-3">
        {items.map(({ name, value, text }) => (
          <div key={name} className="flex flex-col gap-1">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="min-h-7 text-lg font-semibold tabular-nums">{value}</dd>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function Figures({ items, isBusy = false }: FiguresProps) {
  return (
    <dl aria-busy={isBusy} className="flex divide-x divide-border border-y border-border">
      {items.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 grow basis-0 flex-col-reverse justify-end px-2 py-3 first:pl-0 sm:px-4">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="min-h-7 text-md font-semibold tabular-nums sm:text-lg">
            {value ?? (isBusy && <Skeleton size="mt-1 h-5 w-16" />)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
