import type { ReactNode } from 'react'
import { keepToastsAbove } from './toast-room.ts'

/** What can be done with what is above it, at the bottom of the page. */
export function ActionBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      ref={keepToastsAbove}
      aria-label={label}
      className="flex flex-col gap-2 border-t border-border bg-surface px-4 py-3"
    >
      {children}
    </section>
  )
}
