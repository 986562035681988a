import type { ReactNode } from 'react'

interface PlainRecordProps {
  title: string
  facts: string
  /** What can be done with it, or what marks it. */
  children: ReactNode
}

/** An entry of a list that has no status. */
export function PlainRecord({ title, facts, children }: PlainRecordProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
      <div className="flex min-w-0 flex-col">
        <span className="font-semibold wrap-anywhere">{title}</span>
        <span className="text-sm text-muted">{facts}</span>
      </div>
      {children}
    </li>
  )
}
