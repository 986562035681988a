import { ArrowRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'

interface LinkCardsProps {
  items: readonly { to: string; icon: LucideIcon; title: string; text: string }[]
}

/** Places to go on to, each with a line about it. */
export function LinkCards({ items }: LinkCardsProps) {
  return (
    <ul className="grid gap-3 md:grid-cols-3 md:gap-6">
      {items.map(({ to, icon: Icon, title, text }) => (
        <li key={to}>
          <Link
            to={to}
            className="group flex h-full items-start gap-3 rounded-panel border border-border bg-surface p-4 hover:border-border-strong"
          >
            <Icon size={24} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-brand" />
            <span className="flex min-w-0 grow flex-col gap-1">
              <span className="font-semibold group-hover:text-brand">{title}</span>
              <span className="text-muted">{text}</span>
            </span>
            <ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0 text-subtle" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
