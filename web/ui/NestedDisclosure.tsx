import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** A branch of a tree that opens where it stands: without scripts too, and for a link to a place within it. */
export function NestedDisclosure({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="group/open flex flex-col">
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1 rounded-badge text-sm font-semibold text-brand hover:text-brand-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
          className="transition-transform in-[details[open]>summary]:rotate-90"
        />
        {title}
      </summary>
      <div className="mt-1 border-l border-border pl-4">{children}</div>
    </details>
  )
}
