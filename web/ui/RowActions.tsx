import type { ReactNode } from 'react'

/** The small actions of an entry, in line with its text. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className="-ml-2 flex flex-wrap items-center">{children}</div>
}
