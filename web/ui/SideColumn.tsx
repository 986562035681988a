import type { ReactNode } from 'react'

/** What stands at the side of every page of an area, on screens that are wide enough. */
export function SideColumn({ children }: { children: ReactNode }) {
  return (
    <header className="sticky top-0 flex h-dvh w-54 shrink-0 flex-col gap-6 overflow-y-auto border-r border-border bg-surface p-4 max-md:hidden">
      {children}
    </header>
  )
}
