import type { ReactNode } from 'react'

interface Step {
  title: string
  content: ReactNode
}

/** What to do, one after the other. */
export function NumberedSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="flex flex-col gap-6">
      {steps.map(({ title, content }, index) => (
        <li key={title} className="flex gap-3">
          <span
            aria-hidden="true"
            className="flex size-7 shrink-0 items-center justify-center rounded-badge bg-brand-soft text-sm font-semibold text-on-brand-soft tabular-nums"
          >
            {index + 1}
          </span>
          <div className="flex min-w-0 grow flex-col gap-2">
            <h3 className="pt-0.5 font-semibold">{title}</h3>
            {content}
          </div>
        </li>
      ))}
    </ol>
  )
}
