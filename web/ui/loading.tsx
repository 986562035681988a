import { classes } from './classes.ts'

/** Placeholder while loading. `size` is classes for height and width, such as `h-6 w-40`. */
export function Skeleton({ size }: { size: string }) {
  return <span aria-hidden="true" className={classes('block animate-pulse rounded-badge bg-sunken', size)} />
}

interface FiguresProps {
  items: readonly { name: string; value: string | undefined }[]
  isBusy?: boolean
}

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
