import type { ReactNode } from 'react'

/** Entries of the register, ruled off from each other; give it list items. */
export function RecordList({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-border overflow-hidden rounded-panel border border-border">{children}</ul>
}
