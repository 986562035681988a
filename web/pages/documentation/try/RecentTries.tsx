import { RowButton } from './pieces.tsx'
import type { RecentTry } from './recent-tries.ts'

interface RecentTriesProps {
  tries: readonly RecentTry[]
  onRestore: (recent: RecentTry) => void
}

/** The last tries of this endpoint; each brings its form and its answer back. */
export function RecentTries({ tries, onRestore }: RecentTriesProps) {
  return (
    <section aria-labelledby="recent-tries" className="flex flex-col gap-2">
      <h3 id="recent-tries" className="text-lg font-semibold">
        Recent requests
      </h3>
      <ul className="divide-y divide-border border-y border-border">
        {tries.map((recent) => (
          <li key={recent.id}>
            <RowButton onClick={() => onRestore(recent)}>
              <span className="font-mono text-sm break-all">
                {recent.method} {recent.address}
              </span>
              <span className="shrink-0 text-sm text-muted">
                {recent.answer.status} · {recent.answer.ms} ms
              </span>
            </RowButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
