/** Checks of a request, as clinicians and those whom they share a credential with see them. */
import { CircleAlert, CircleCheck, CircleHelp, CircleX, type LucideIcon } from 'lucide-react'
import { type CheckResult, checkNames, checkResults } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import { classes } from '../../ui/classes.ts'
import { dayText, readableDays } from '../../ui/format.ts'

const checkLooks: Record<CheckResult, { Icon: LucideIcon; color: string; words: string }> = {
  passed: { Icon: CircleCheck, color: 'text-success', words: 'Passed' },
  failed: { Icon: CircleX, color: 'text-danger', words: 'Not passed' },
  warning: { Icon: CircleAlert, color: 'text-warning', words: 'Needs review' },
  unknown: { Icon: CircleHelp, color: 'text-subtle', words: 'Not available' },
}

/** `isWide` sets them in two columns where there is room. */
export function CheckLines({ checks, isWide = false }: { checks: readonly Check[]; isWide?: boolean }) {
  return (
    <ul
      className={classes(
        'grid gap-x-6 gap-y-3',
        isWide && 'sm:grid-cols-2 print:grid-cols-2 print:gap-y-2 print:text-xs',
      )}
    >
      {checks.map(({ code, result, sentence, source: { name, date } }) => {
        const { Icon, color, words } = checkLooks[result]
        return (
          <li key={code} className="flex items-start gap-2 break-inside-avoid">
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={classes('shrink-0', color)} />
            <div className="flex min-w-0 flex-col wrap-anywhere">
              <p className="text-text">
                {checkNames[code]}: <span className={classes('font-semibold', color)}>{words}</span>
              </p>
              <p>{readableDays(sentence)}</p>
              <p className="text-subtle">{`Source: ${name}${date === null ? '' : `, ${dayText(date)}`}`}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

export function countsOf(checks: readonly Check[]): string {
  return checkResults
    .map((result) => ({ result, count: checks.filter((check) => check.result === result).length }))
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => `${count} ${checkLooks[result].words.toLowerCase()}`)
    .join(', ')
}
