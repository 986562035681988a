import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface FactsProps {
  /** `isCode` marks an identifier, which is read letter by letter. */
  items: readonly { name: string; value: ReactNode; isCode?: boolean }[]
}

/** What is known of something, each under its name. */
export function Facts({ items }: FactsProps) {
  return (
    <dl className="flex flex-col gap-3">
      {items.map(({ name, value, isCode = false }) => (
        <div key={name} className="flex flex-col">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className={classes(isCode ? 'font-mono text-sm break-all' : 'break-words')}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
