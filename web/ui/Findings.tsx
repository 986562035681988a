import { CircleAlert, CircleCheck, CircleHelp, CircleX, type LucideIcon } from 'lucide-react'
import { classes } from './classes.ts'

type FindingResult = 'passed' | 'failed' | 'warning' | 'unknown'

interface FindingsProps {
  items: readonly { result: FindingResult; question: string; sentence: string; source: string }[]
}

const looks: Record<FindingResult, { Icon: LucideIcon; color: string; words: string }> = {
  passed: { Icon: CircleCheck, color: 'text-success', words: 'In order' },
  failed: { Icon: CircleX, color: 'text-danger', words: 'Not in order' },
  warning: { Icon: CircleAlert, color: 'text-warning', words: 'To be looked at' },
  unknown: { Icon: CircleHelp, color: 'text-subtle', words: 'Not known' },
}

/** Questions that were asked, each with what was found and where that comes from. */
export function Findings({ items }: FindingsProps) {
  return (
    <ul className="flex flex-col gap-3">
      {items.map(({ result, question, sentence, source }) => {
        const { Icon, color, words } = looks[result]
        return (
          <li key={question} className="flex items-start gap-2">
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={classes('shrink-0', color)} />
            <div className="flex min-w-0 flex-col break-words">
              <p className="text-text">
                {question} <span className={classes('font-semibold', color)}>{words}.</span>
              </p>
              <p>{sentence}</p>
              <p className="text-subtle">{source}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
