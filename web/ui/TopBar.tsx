import type { ReactNode } from 'react'

/** The bar at the top of a page; it stays there while the page scrolls. */
export function TopBar({ children }: { children: ReactNode }) {
  return (
    <header className="sticky top-0 z-30 border-b border-border bg-canvas">
      <div className="mx-auto flex h-14 w-full max-w-landing items-center gap-2 px-4">{children}</div>
    </header>
  )
}
