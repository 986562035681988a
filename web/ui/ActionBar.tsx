import type { ReactNode } from 'react'

/** What can be done with what is above it. */
export function ActionBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="flex flex-col gap-2 border-t border-border bg-surface px-4 py-3">
      {children}
    </section>
  )
}
