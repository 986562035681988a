import type { ReactNode } from 'react'

interface DocsColumnsProps {
  /** Beside the page from 900 px on. */
  side: ReactNode
  children: ReactNode
}

/** A sidebar that stays in sight, and the page beside it. */
export function DocsColumns({ side, children }: DocsColumnsProps) {
  return (
    <div className="mx-auto grid w-full max-w-docs grow md:grid-cols-[248px_minmax(0,1fr)]">
      <div className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] overflow-y-auto border-r border-border p-4 md:block">
        {side}
      </div>
      {children}
    </div>
  )
}
