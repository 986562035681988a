import type { ReactNode } from 'react'

interface ThreePanesProps {
  list: ReactNode
  /** Where there is room for one pane, subject and details take the list's place. */
  subject: ReactNode
  details: ReactNode
  /** For keyboard users, who focus the details to scroll them. */
  detailsLabel: string
  actions: ReactNode
  isSubjectOpen: boolean
}

/** Three panes, two from 900 px, else one. The details take the focus to scroll: they may hold no control. */
export function ThreePanes({ list, subject, details, detailsLabel, actions, isSubjectOpen }: ThreePanesProps) {
  return (
    <div className="grid min-h-0 min-w-0 grow border-t border-border md:grid-cols-[360px_minmax(0,1fr)]">
      <div
        className={`min-w-0 md:overflow-y-auto md:border-r md:border-border ${isSubjectOpen ? 'max-md:hidden' : ''}`}
      >
        {list}
      </div>
      <div
        className={`min-h-0 min-w-0 md:overflow-y-auto lg:grid lg:grid-cols-[minmax(0,1fr)_380px] lg:grid-rows-[minmax(0,1fr)_auto] lg:overflow-hidden ${isSubjectOpen ? '' : 'max-md:hidden'}`}
      >
        <div className="h-[60dvh] min-h-72 min-w-0 lg:row-span-2 lg:h-auto lg:border-r lg:border-border">{subject}</div>
        <section
          aria-label={detailsLabel}
          tabIndex={isSubjectOpen ? 0 : undefined}
          className="relative min-w-0 bg-surface lg:overflow-y-auto"
        >
          {details}
        </section>
        <div className="sticky bottom-0 z-20 min-w-0 bg-surface">{actions}</div>
      </div>
    </div>
  )
}
