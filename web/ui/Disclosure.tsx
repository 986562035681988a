import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface DisclosureProps {
  summary: ReactNode
  /** Whether it is open at first. */
  isOpen?: boolean
  children: ReactNode
}

/** What is shown when somebody asks for more. */
export function Disclosure({ summary, isOpen = false, children }: DisclosureProps) {
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-1.5 rounded-control font-semibold text-brand hover:text-brand-hover md:min-h-9">
        <ChevronRight
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
          className="shrink-0 transition-transform group-open:rotate-90"
        />
        {summary}
      </summary>
      <div className="flex flex-col gap-3 pt-1 pb-2">{children}</div>
    </details>
  )
}
