import { errorText } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { InlineAlert } from '../../ui/alerts.tsx'
import { numberText } from '../../ui/format.ts'
import { Figures } from '../../ui/loading.tsx'
import { LoadError } from '../../ui/placeholders.tsx'
import { failures } from './failures.ts'

/** How much, how fast, how well: three numbers in one strip. */
export function UsageFigures() {
  const { data, error, refetch } = useAnswer('GET /api-events/stats', {})
  if (data === undefined && error !== null) {
    return (
      <section aria-label="API statistics">
        <LoadError title={errorText(error, failures.statistics)} onRetry={refetch} />
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
      {error !== null && <InlineAlert>{errorText(error, failures.statistics)}</InlineAlert>}
      <Figures items={items} isBusy={data === undefined} />
    </div>
  )
}
