import { ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'

export function SideColumn({ children }: { children: ReactNode }) {
  return (
    <header className="sticky top-0 flex h-dvh w-54 shrink-0 flex-col gap-6 overflow-y-auto border-r border-border bg-surface p-4 max-md:hidden">
      {children}
    </header>
  )
}

interface SideDisclosureProps {
  label: string
  value: string | undefined
  children: ReactNode
}

/** At the end of a side column or drawer: opens in place, without a menu over the page. */
export function SideDisclosure({ label, value, children }: SideDisclosureProps) {
  return (
    <details className="flex flex-col border-t border-border pt-2">
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-control px-3 text-sm hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <span className="flex min-w-0 grow flex-col">
          <span className="text-xs text-muted">{label}</span>
          <span className="truncate" title={value}>
            {value}
          </span>
        </span>
        <ChevronsUpDown size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
      </summary>
      <div className="flex flex-col gap-1 pt-1">{children}</div>
    </details>
  )
}
