import { exactText } from '../../ui/format.ts'
import type { Review } from './use-review.ts'
import { actionText } from './words.ts'

type Event = Review['history'][number]

/** What happened to the request, when, and who did it. */
export function HistoryList({ history }: { history: readonly Event[] }) {
  return (
    <ol className="flex flex-col gap-3 text-sm">
      {runsOf(history).map(({ last: { at, action, by }, count }) => (
        <li key={`${at} ${action}`} className="flex flex-col">
          <p>
            <span className="font-semibold">{actionText(action)}</span>
            {count > 1 && `, ${count} times`}
          </p>
          <p className="break-words text-muted">
            {by === null ? '' : `${by}, `}
            {exactText(at)}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** The same by the same one, again and again, is one entry. */
function runsOf(history: readonly Event[]): { last: Event; count: number }[] {
  const runs: { last: Event; count: number }[] = []
  for (const event of history) {
    const before = runs.at(-1)
    if (before !== undefined && before.last.action === event.action && before.last.by === event.by) {
      before.last = event
      before.count += 1
    } else runs.push({ last: event, count: 1 })
  }
  return runs
}
