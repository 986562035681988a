import { Circle, CircleCheck, CircleDot, type LucideIcon } from 'lucide-react'
import { classes } from './classes.ts'

/** Over, now, or still to come. */
type StepState = 'done' | 'now' | 'ahead'

interface StepsProps {
  /** What the steps lead to. */
  label: string
  items: readonly { name: string; text: string; state: StepState }[]
}

const looks: Record<StepState, { Icon: LucideIcon; color: string; words: string }> = {
  done: { Icon: CircleCheck, color: 'text-success', words: 'Done:' },
  now: { Icon: CircleDot, color: 'text-brand', words: 'Now:' },
  ahead: { Icon: Circle, color: 'text-subtle', words: 'To come:' },
}

/** How far something has come, step by step. */
export function Steps({ label, items }: StepsProps) {
  return (
    <ol aria-label={label} className="flex flex-col gap-3 border-t border-border pt-3 sm:flex-row">
      {items.map(({ name, text, state }) => {
        const { Icon, color, words } = looks[state]
        return (
          <li
            key={name}
            aria-current={state === 'now' ? 'step' : undefined}
            className="flex min-w-0 grow basis-0 items-start gap-2"
          >
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={classes('shrink-0', color)} />
            <div className="flex min-w-0 flex-col">
              <p className={state === 'ahead' ? 'text-subtle' : 'font-semibold text-text'}>
                <span className="sr-only">{words} </span>
                {name}
              </p>
              <p>{text}</p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
