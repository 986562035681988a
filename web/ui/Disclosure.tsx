import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface DisclosureProps {
  summary: ReactNode
  isOpen?: boolean
  /** Hears whether it is open now. */
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

/** Shows more on request. Works without scripts, nested, and for links into it. */
export function Disclosure({ summary, isOpen = false, onToggle, children }: DisclosureProps) {
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)} className="flex flex-col">
      <summary className="inline-flex min-h-10 cursor-pointer list-none items-center gap-1 rounded-badge text-sm font-semibold text-brand hover:text-brand-hover md:min-h-8 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
          className="shrink-0 transition-transform in-[details[open]>summary]:rotate-90"
        />
        {summary}
      </summary>
      <div className="mt-1 flex flex-col gap-3 border-l border-border pl-4">{children}</div>
    </details>
  )
}
