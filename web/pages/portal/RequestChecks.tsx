import { type CheckResult, checkCodes } from '#contract/verification-words'
import type { Verification } from '#contract/verifications'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { dayText } from '../../ui/format.ts'
import { Findings } from './pieces.tsx'

const countWords: Record<CheckResult, string> = {
  passed: 'in order',
  failed: 'not in order',
  warning: 'to be looked at',
  unknown: 'not known',
}

/** What was checked of a request and what was found; open where the request is new. */
export function RequestChecks({ request, isOpen }: { request: Verification; isOpen: boolean }) {
  const { checks, isReading } = request
  return (
    <Disclosure summary={`Checks: ${countsOf(checks)}`} isOpen={isOpen}>
      <Findings
        items={checks.map(({ code, result, sentence, source: { name, date } }) => ({
          result,
          question: checkCodes[code],
          sentence,
          source: date === null ? `Source: ${name}` : `Source: ${name}, ${dayText(date)}`,
        }))}
      />
      <p role="status">
        {isReading
          ? 'Your document is being read now. What is found in it appears here within seconds.'
          : 'None of these decides anything by itself: a reviewer does.'}
      </p>
    </Disclosure>
  )
}

/** As in: 7 in order, 1 to be looked at. */
function countsOf(checks: Verification['checks']): string {
  const results: CheckResult[] = ['passed', 'failed', 'warning', 'unknown']
  return results
    .map((result) => ({ result, count: checks.filter((check) => check.result === result).length }))
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => `${count} ${countWords[result]}`)
    .join(', ')
}
