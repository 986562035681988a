import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

interface PagerProps {
  /** What is paged through. */
  label: string
  /** From 1. */
  page: number
  pages: number
  onPage: (page: number) => void
}

/** Goes through the pages of a list; nothing where there is only one. */
export function Pager({ label, page, pages, onPage }: PagerProps) {
  if (pages <= 1 && page <= 1) return null
  return (
    <nav aria-label={`Pages of ${label}`} className="flex flex-wrap items-center justify-between gap-3">
      <Turn isEnd={page <= 1} onTurn={() => onPage(page - 1)}>
        <ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        Previous
      </Turn>
      <p role="status" className="text-sm text-muted tabular-nums">
        Page {page} of {pages}
      </p>
      <Turn isEnd={page >= pages} onTurn={() => onPage(page + 1)}>
        Next
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
      </Turn>
    </nav>
  )
}

interface TurnProps {
  isEnd: boolean
  onTurn: () => void
  children: ReactNode
}

/** At the end it keeps the focus that it has, which a disabled button would lose. */
function Turn({ isEnd, onTurn, children }: TurnProps) {
  return (
    <Button
      look="plain"
      aria-disabled={isEnd}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
      onClick={() => {
        if (!isEnd) onTurn()
      }}
    >
      {children}
    </Button>
  )
}
