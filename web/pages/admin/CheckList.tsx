import { type CheckResult, checkCodes, checkResults } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import { Badge } from '../../ui/Badge.tsx'
import { dayText } from '../../ui/format.ts'
import { resultWords } from './words.ts'

/** What was checked, what came of it, and where that comes from. */
export function CheckList({ checks, isReading }: { checks: readonly Check[]; isReading: boolean }) {
  return (
    <>
      <p className="text-sm text-muted">{summaryOf(checks)}</p>
      <ul className="flex flex-col gap-3">
        {checks.map(({ code, result, sentence, source }) => (
          <li key={code} className="flex flex-col items-start gap-1 text-sm">
            <div className="flex w-full items-start justify-between gap-3">
              <p className="font-semibold">{checkCodes[code]}</p>
              <Badge tone={resultWords[result].tone}>{resultWords[result].words}</Badge>
            </div>
            <p className="break-words">{sentence}</p>
            <p className="text-subtle">
              {source.name}
              {source.date !== null && `, ${dayText(source.date)}`}
            </p>
          </li>
        ))}
      </ul>
      {isReading && (
        <p role="status" className="text-sm text-muted">
          The document is still being read; its checks appear here within seconds.
        </p>
      )}
    </>
  )
}

/** As in 9 passed, 1 failed. */
function summaryOf(checks: readonly Check[]): string {
  const counted = (result: CheckResult) => checks.filter((check) => check.result === result).length
  return checkResults
    .filter((result) => counted(result) > 0)
    .map((result) => `${counted(result)} ${resultWords[result].words.toLowerCase()}`)
    .join(', ')
}
