import type { Output } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { classes } from '../../ui/classes.ts'
import { ApiKeyPanel } from './ApiKeyPanel.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { failures } from './failures.ts'
import { MonthlyUsage } from './MonthlyUsage.tsx'
import { RecentRequests } from './RecentRequests.tsx'
import { UsageFigures } from './UsageFigures.tsx'
import { UsageHistory } from './UsageHistory.tsx'
import { useErrorToast } from './use-error-toast.ts'
import { useFirstCall } from './use-first-call.ts'

/** The key, what was used of the plan, and the last calls; before the first call also the way to it. Each part fails by itself. */
export function DashboardPanel() {
  const stats = useAnswer('GET /api-events/stats', {})
  const requests = useAnswer('GET /me/requests', {}, { repeatMs: untilFirstCall })
  useErrorToast(stats.error, failures.statistics)
  useErrorToast(requests.error, failures.requests)

  const hasCalls = requests.data === undefined ? undefined : requests.data.requests.length > 0
  useFirstCall(hasCalls)
  const isKnown = hasCalls !== undefined || requests.error !== null
  return (
    // The first steps stand above the rest: it stays out of sight for a moment rather than jump down.
    <div className={classes('flex flex-col gap-6', !isKnown && 'animate-late')}>
      {hasCalls === false && <FirstSteps />}
      <UsageFigures />
      <div className="grid gap-6 lg:grid-cols-2">
        <ApiKeyPanel />
        <MonthlyUsage />
      </div>
      <UsageHistory />
      <RecentRequests />
    </div>
  )
}

/** Looks every few seconds whether the first call was made. */
function untilFirstCall(answer: Output<'GET /me/requests'> | undefined): number | false {
  return answer?.requests.length === 0 ? 5_000 : false
}
