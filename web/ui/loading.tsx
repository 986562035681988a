import { classes } from './classes.ts'

/** In the place of what is loading. `size` says its height and width by classes of the layout, such as `h-6 w-40`. */
export function Skeleton({ size }: { size: string }) {
  return <span aria-hidden="true" className={classes('block animate-pulse rounded-badge bg-sunken', size)} />
}

interface FiguresProps {
  /** A value that is not known yet is undefined; its place is kept. */
  items: readonly { name: string; value: string | undefined }[]
  /** Shows that what is not known yet is on its way. */
  isBusy?: boolean
}

/** A few numbers in a ruled strip. */
export function Figures({ items, isBusy = false }: FiguresProps) {
  return (
    <dl aria-busy={isBusy} className="flex divide-x divide-border border-y border-border">
      {items.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 grow basis-0 flex-col-reverse justify-end px-4 py-3 first:pl-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="min-h-7 text-lg font-semibold tabular-nums">
            {value ?? (isBusy && <Skeleton size="mt-1 h-5 w-16" />)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
