import type { ReactNode } from 'react'

/** What can be done with what is above it; it stays at the bottom of what scrolls. */
export function StickyBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-0 z-20 flex flex-col gap-2 border-t border-border bg-surface px-4 py-3"
    >
      {children}
    </section>
  )
}
