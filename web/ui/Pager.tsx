import { ChevronLeft, ChevronRight } from 'lucide-react'
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
      <Button look="plain" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" />
        Previous
      </Button>
      <p role="status" className="text-sm text-muted tabular-nums">
        Page {page} of {pages}
      </p>
      <Button look="plain" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </nav>
  )
}
