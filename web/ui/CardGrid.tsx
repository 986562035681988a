import type { ReactNode } from 'react'

/** Cards beside each other, as many as there is room for. Its children are list items. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>
}
