import { Check, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { dailyStatsDays } from '#contract/limits'
import { errorText } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { InlineAlert } from '../../ui/alerts.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/buttons.tsx'
import { dayText, numberText } from '../../ui/format.ts'
import { Figures, Skeleton } from '../../ui/loading.tsx'
import { Meter } from '../../ui/meters.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { LoadError } from '../../ui/placeholders.tsx'
import { DataTable } from './DataTable.tsx'
import { failures, PendingPanel } from './failures.tsx'

const LineChart = lazy(async () => ({ default: (await import('../../ui/charts.tsx')).LineChart }))

function useStats() {
  const { data, error, refetch } = useAnswer('GET /api-events/stats', {})
  return { data, failure: error && errorText(error, failures.statistics), refetch }
}

export function UsageFigures() {
  const { data, failure, refetch } = useStats()
  if (data === undefined && failure !== null) {
    return (
      <section aria-label="API statistics">
        <LoadError title={failure} onRetry={refetch} />
      </section>
    )
  }
  const items = [
    { name: 'API Calls Today', value: data && numberText(data.apiCallsToday) },
    { name: 'Average Response Time', value: data && `${data.averageResponseTime.toFixed(2)} ms` },
    { name: 'Success Rate', value: data && `${data.successRate.toFixed(2)}%` },
  ]
  return (
    <div className="flex flex-col gap-4">
      {failure !== null && <InlineAlert>{failure}</InlineAlert>}
      <Figures items={items} isBusy={data === undefined} />
    </div>
  )
}

export function MonthlyUsage() {
  const { data, failure, refetch } = useStats()
  const title = 'Monthly Usage'
  if (data === undefined) return <PendingPanel title={title} failure={failure} onRetry={refetch} size="h-24" />
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
        label="Share of the calls of this period that are used"
        percent={usedPercent}
        valueText={words}
        markPercent={elapsedPercent}
        tone={tone}
      />
      <p className="text-muted">
        {availableCalls > 0 && shares} Resets on {dayText(nextPeriodStartDate)}.
      </p>
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

const series = 'API Calls'

export function UsageHistory() {
  const { data, failure, refetch } = useStats()
  const [isTable, setTable] = useState(false)
  const title = 'API Usage History'
  if (data === undefined) return <PendingPanel title={title} failure={failure} onRetry={refetch} size="h-68" />
  if (data.dailyStats.every(({ apiCalls }) => apiCalls === 0)) {
    return (
      <Panel title={title}>
        <div className="flex min-h-68 flex-col gap-2">
          <p className="flex grow items-center justify-center border-b border-l border-border bg-sunken px-4 text-center text-muted">
            No API calls recorded yet
          </p>
          <p className="flex justify-between gap-4 text-xs text-muted">
            <span>{dailyStatsDays} days ago</span>
            <span>Now</span>
          </p>
        </div>
      </Panel>
    )
  }
  const points = data.dailyStats.map(({ date, apiCalls }) => ({ label: dayText(date), value: apiCalls }))
  const table = (
    <DataTable
      caption="API calls of each day"
      rows={points.toReversed()}
      keyOf={({ label }) => label}
      columns={[
        { name: 'Day', cell: ({ label }) => label },
        { name: series, isNumeric: true, cell: ({ value }) => numberText(value) },
      ]}
    />
  )
  return (
    <Panel
      title={title}
      actions={
        <Button look="quiet" onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as a chart' : 'Show as a table'}
        </Button>
      }
    >
      {isTable ? (
        table
      ) : (
        // If the code of the chart does not load, the numbers are still there.
        <ErrorBoundary fallback={table}>
          <Suspense fallback={<Skeleton size="h-68" />}>
            <LineChart name={series} points={points} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Panel>
  )
}
