import type { ReactNode } from 'react'
import { productName } from '#contract/product'
import { classes } from './classes.ts'

export function TopBar({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  return (
    <header className="sticky top-0 z-30 border-b border-border bg-canvas print:hidden">
      <div
        className={classes('mx-auto flex h-14 w-full items-center gap-2 px-4', isWide ? 'max-w-docs' : 'max-w-landing')}
      >
        {children}
      </div>
    </header>
  )
}

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 text-md font-semibold tracking-tight">
      <span aria-hidden="true" className="flex h-5 gap-0.75">
        <span className="w-1 bg-brand" />
        <span className="w-1 border-x border-brand" />
      </span>
      {productName}
    </span>
  )
}
