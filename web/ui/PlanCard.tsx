import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

interface PlanCardProps {
  name: string
  price: string
  description: string
  features: readonly string[]
  isCurrent: boolean
  /** Beside the name: what is special about it. */
  badges?: ReactNode
  /** What can be done; a plan may have nothing to offer. */
  action?: ReactNode
}

/** A plan with its price, what it holds, and the way to it. */
export function PlanCard({ name, price, description, features, isCurrent, badges, action }: PlanCardProps) {
  const nameId = useId()
  return (
    <article
      aria-labelledby={nameId}
      className={classes(
        'flex h-full flex-col gap-4 rounded-panel border bg-surface p-4 md:p-6',
        isCurrent ? 'border-brand outline-1 outline-brand' : 'border-border',
      )}
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 id={nameId} className="text-lg font-semibold">
          {name}
        </h2>
        {badges}
      </div>
      <p className="text-xl font-semibold tabular-nums">{price}</p>
      <p className="text-muted">{description}</p>
      <ul className="flex grow flex-col gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.75 shrink-0 text-success" />
            {feature}
          </li>
        ))}
      </ul>
      {action}
    </article>
  )
}
