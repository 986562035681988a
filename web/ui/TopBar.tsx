import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface TopBarProps {
  /** As wide as pages with three columns are. */
  isWide?: boolean
  children: ReactNode
}

/** The bar at the top of a page; it stays there while the page scrolls. */
export function TopBar({ isWide = false, children }: TopBarProps) {
  return (
    <header className="sticky top-0 z-30 border-b border-border bg-canvas">
      <div
        className={classes('mx-auto flex h-14 w-full items-center gap-2 px-4', isWide ? 'max-w-docs' : 'max-w-landing')}
      >
        {children}
      </div>
    </header>
  )
}
