import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface ResultRowProps {
  to: string
  title: string
  suffix: string
  aside: string | undefined
  onPoint: (isPointed: boolean) => void
  children: ReactNode
}

/** A result whose whole row leads to it, into a document of its own. */
export function ResultRow({ to, title, suffix, aside, onPoint, children }: ResultRowProps) {
  return (
    <article
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
      onFocus={() => onPoint(true)}
      onBlur={() => onPoint(false)}
      className="relative flex flex-col gap-0.5 border-l-3 border-transparent py-3 pr-4 pl-3.25 wrap-anywhere hover:border-brand hover:bg-brand-soft has-focus-visible:border-brand"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="min-w-0">
          <Link
            to={to}
            reloadDocument
            className="font-semibold after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            {title}
          </Link>{' '}
          <span className="text-sm text-muted">{suffix}</span>
        </h2>
        {aside !== undefined && <p className="text-sm text-muted tabular-nums">{aside}</p>}
      </div>
      {children}
    </article>
  )
}
