import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: string
  subtitle?: string
  actions?: ReactNode
  isBusy?: boolean
  children: ReactNode
}

export function Panel({ title, subtitle, actions, isBusy = false, children }: PanelProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      aria-busy={isBusy}
      className="flex min-w-0 flex-col gap-4 rounded-panel border border-border bg-surface p-4 md:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col gap-1">
          <h2 id={titleId} className="text-lg font-semibold">
            {title}
          </h2>
          {subtitle !== undefined && <p className="text-muted">{subtitle}</p>}
        </div>
        {actions !== undefined && <div className="-my-1 flex min-h-9 flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
