import { lazy, Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { dailyStatsDays } from '#contract/limits'
import { errorText } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { Button } from '../../ui/buttons.tsx'
import { dayText } from '../../ui/format.ts'
import { Skeleton } from '../../ui/loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { LoadError } from '../../ui/placeholders.tsx'
import { failures } from './failures.ts'
import { EmptyChart } from './pieces.tsx'
import { UsageTable } from './UsageTable.tsx'

const LineChart = lazy(async () => ({ default: (await import('../../ui/charts.tsx')).LineChart }))

/** The name of the one series (specification, section 2). */
const series = 'API Calls'

/** The calls of each of the last days, as a line or as a table. */
export function UsageHistory() {
  const { data, error, refetch } = useAnswer('GET /api-events/stats', {})
  const [isTable, setTable] = useState(false)
  const title = 'API Usage History'
  if (data === undefined) {
    return (
      <Panel title={title} isBusy={error === null}>
        {error === null ? (
          <Skeleton size="h-68" />
        ) : (
          <LoadError title={errorText(error, failures.statistics)} onRetry={refetch} />
        )}
      </Panel>
    )
  }
  const days = data.dailyStats
  if (days.every(({ apiCalls }) => apiCalls === 0)) {
    return (
      <Panel title={title}>
        <EmptyChart words="No API calls recorded yet" from={`${dailyStatsDays} days ago`} to="Now" />
      </Panel>
    )
  }
  const points = days.map(({ date, apiCalls }) => ({ label: dayText(date), value: apiCalls }))
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
        <UsageTable points={points} />
      ) : (
        // Without the code of the chart the numbers are there all the same.
        <ErrorBoundary fallback={<UsageTable points={points} />}>
          <Suspense fallback={<Skeleton size="h-68" />}>
            <LineChart name={series} points={points} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Panel>
  )
}
