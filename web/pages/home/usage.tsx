import { Check, TriangleAlert } from 'lucide-react'
import { dailyStatsDays } from '#contract/limits'
import { errorText } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { InlineAlert } from '../../ui/alerts.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { dayText, numberText } from '../../ui/format.ts'
import { Figures } from '../../ui/loading.tsx'
import { Meter } from '../../ui/meters.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { LoadError } from '../../ui/placeholders.tsx'
import { EmailChoice } from './EmailChoice.tsx'
import { failures, PendingPanel } from './failures.tsx'

function useStats() {
  const { data, error, refetch } = useAnswer('GET /api-events/stats', {})
  return { data, failure: error && errorText(error, failures.statistics), refetch }
}

/** Says for all that shows the same statistics when they could not be fetched. */
export function UsageFigures() {
  const { data, failure, refetch } = useStats()
  if (data === undefined && failure !== null) {
    return (
      <section aria-label="API statistics">
        <LoadError title={failure} onRetry={refetch} />
      </section>
    )
  }
  const hasCalls = data?.dailyStats.some(({ apiCalls }) => apiCalls > 0)
  const items = [
    { name: 'API Calls Today', value: data && numberText(data.apiCallsToday) },
    { name: 'Average Response Time', value: data && (hasCalls ? msText(data.averageResponseTime) : none) },
    { name: 'Success Rate', value: data && (hasCalls ? `${data.successRate.toFixed(2)}%` : none) },
  ]
  return (
    <div className="flex flex-col gap-4">
      {failure !== null && <InlineAlert>{failure}</InlineAlert>}
      <Figures items={items} isBusy={data === undefined} />
      <p className="text-sm text-muted">
        Response time and success rate cover the last {dailyStatsDays} days and today. Any status other than 2xx and 304
        counts as a failure.
      </p>
    </div>
  )
}

/** Of no calls. */
const none = '–'

function msText(ms: number): string {
  return `${ms.toFixed(2)} ms`
}

export function MonthlyUsage() {
  const { data, failure, refetch } = useStats()
  const title = 'Monthly Usage'
  if (data === undefined && failure !== null) return null
  if (data === undefined) return <PendingPanel title={title} failure={null} onRetry={refetch} size="h-24" />
  const { totalCalls, availableCalls, nextPeriodStartDate } = data
  const { usedPercent, elapsedPercent, day, days, isOnTrack } = usageProgress(data, Date.now())
  const quota = availableCalls < 0 ? '' : ` of ${numberText(availableCalls)}`
  const words = `${numberText(totalCalls)}${quota} used on day ${day} of ${days}`
  const shares = `${percentText(usedPercent)} of the calls used, ${percentText(elapsedPercent)} of the period elapsed.`
  const Icon = isOnTrack ? Check : TriangleAlert
  const tone = isOnTrack ? 'success' : 'warning'
  return (
    <Panel
      title={title}
      actions={
        <Badge tone={tone}>
          <Icon size={14} strokeWidth={2.25} aria-hidden="true" />
          {isOnTrack ? 'On track' : 'Above projected usage'}
        </Badge>
      }
    >
      <p className="text-md tabular-nums">{words}</p>
      <Meter
        label="Share of this period’s calls used"
        percent={usedPercent}
        valueText={words}
        markPercent={elapsedPercent}
        tone={tone}
      />
      <p className="text-muted">
        {availableCalls > 0 && shares} Resets on {dayText(nextPeriodStartDate)}. Only successful calls count.
      </p>
      {availableCalls > 0 && <EmailChoice name="quotaEmails" />}
    </Panel>
  )
}

/** With a decimal below 10%, where whole numbers would hide which of the two is larger. */
function percentText(percent: number): string {
  return `${percent < 10 ? Number(percent.toFixed(1)) : Math.floor(percent)}%`
}

const dayMs = 24 * 60 * 60 * 1000

interface Usage {
  totalCalls: number
  /** The quota; 0 or lower where there is none to use up. */
  availableCalls: number
  periodStartDate: string
  nextPeriodStartDate: string
}

/** The shares of quota and period (specification, section 4). `elapsedPercent` is 0 to 100; `day` counts from 1. */
export function usageProgress(usage: Usage, nowMs: number) {
  const { totalCalls, availableCalls, periodStartDate, nextPeriodStartDate } = usage
  const usedPercent = availableCalls <= 0 ? 0 : (100 * totalCalls) / availableCalls
  const startMs = Date.parse(periodStartDate)
  const lengthMs = Date.parse(nextPeriodStartDate) - startMs
  const elapsedPercent = Math.min(100, Math.max(0, (100 * (nowMs - startMs)) / lengthMs))
  const days = Math.round(lengthMs / dayMs)
  const day = Math.min(days, Math.floor((elapsedPercent / 100) * days) + 1)
  return { usedPercent, elapsedPercent, day, days, isOnTrack: usedPercent <= elapsedPercent }
}
