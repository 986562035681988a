/** The key, usage and the last calls; before the first call also the way to it. Each part fails by itself. */
import { lazy, useEffect, useRef, useState } from 'react'
import { useRefreshUsage } from '../../account/use-refresh-usage.ts'
import { useAnswer } from '../../api/queries.ts'
import { announce } from '../../ui/announce.ts'
import { classes } from '../../ui/classes.ts'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { ApiKeyPanel } from './api-key.tsx'
import { FirstCall } from './FirstCall.tsx'
import { failures, useErrorToast } from './failures.tsx'
import { RecentRequests } from './recent-requests.tsx'
import { UsageHistory } from './UsageHistory.tsx'
import { MonthlyUsage, UsageFigures } from './usage.tsx'

const firstCallPollMs = 5_000

const ApiKeysPanel = lazy(async () => ({ default: (await import('./ApiKeysPanel.tsx')).ApiKeysPanel }))

export function DashboardPanel() {
  const stats = useAnswer('GET /api-events/stats', {})
  const requests = useAnswer(
    'GET /me/requests',
    {},
    { repeatMs: (answer) => answer?.requests.length === 0 && firstCallPollMs },
  )
  useErrorToast(stats.error, failures.statistics)

  const hasCalls = requests.data === undefined ? undefined : requests.data.requests.length > 0
  useFirstCall(hasCalls)
  // A first call that was made here stays with its response until the user leaves.
  const [isHere, setHere] = useState(false)
  const isKnown = hasCalls !== undefined || requests.error !== null
  return (
    // The first steps come above the rest, which stays hidden for a moment rather than jump down.
    <div className={classes('flex flex-col gap-6', !isKnown && 'animate-late')}>
      {(hasCalls === false || isHere) && <FirstCall onCall={() => setHere(true)} />}
      <UsageFigures />
      <div className="grid gap-6 lg:grid-cols-2">
        <ApiKeyPanel />
        <MonthlyUsage />
      </div>
      <RecentRequests />
      <UsageHistory />
      <LaterPart fallback={<Skeleton size="h-40" />}>
        <ApiKeysPanel />
      </LaterPart>
    </div>
  )
}

/** Announces the first call and refreshes what counts calls. `hasCalls` is undefined until it is known. */
function useFirstCall(hasCalls: boolean | undefined): void {
  const refresh = useRefreshUsage()
  const before = useRef(hasCalls)
  useEffect(() => {
    if (before.current === false && hasCalls === true) {
      announce('Your first call has arrived')
      refresh()
    }
    before.current = hasCalls
  }, [hasCalls, refresh])
}
