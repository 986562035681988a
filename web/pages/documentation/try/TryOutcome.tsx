import { RecentTries } from './RecentTries.tsx'
import type { RecentTry } from './recent-tries.ts'
import type { TryAnswer } from './send-try.ts'
import { TryAnswerView } from './TryAnswerView.tsx'

interface TryOutcomeProps {
  answer: TryAnswer | undefined
  tries: readonly RecentTry[]
  onRestore: (recent: RecentTry) => void
}

/** What came back, and the tries before. */
export function TryOutcome({ answer, tries, onRestore }: TryOutcomeProps) {
  return (
    <>
      {answer !== undefined && <TryAnswerView answer={answer} />}
      <RecentTries tries={tries} onRestore={onRestore} />
    </>
  )
}
