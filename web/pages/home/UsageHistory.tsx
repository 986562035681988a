/** Calls over a range: chart or table, the times they took, and what failed. By default the specification's chart. */
import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useSearchParams } from 'react-router'
import { dailyStatsDays } from '#contract/limits'
import type { UsageRange } from '#contract/usage'
import { call, errorText, type Output } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { InlineAlert } from '../../ui/alerts.tsx'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/buttons.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { dayText, exactText, numberText } from '../../ui/format.ts'
import { Figures, Skeleton } from '../../ui/loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DataTable } from './DataTable.tsx'
import { failures, PendingPanel } from './failures.tsx'

const LineChart = lazy(async () => ({ default: (await import('../../ui/charts.tsx')).LineChart }))

type Stats = Output<'GET /api-events/stats'>

const series = 'API Calls'

const ranges: readonly { value: UsageRange; label: string; start: string }[] = [
  { value: '24h', label: '24 hours', start: '24 hours ago' },
  { value: '7d', label: '7 days', start: '6 days ago' },
  { value: '24d', label: `${dailyStatsDays} days`, start: `${dailyStatsDays} days ago` },
  { value: '90d', label: '90 days', start: '89 days ago' },
]

const usual = ranges[2]

export function UsageHistory() {
  const [query, setQuery] = useSearchParams()
  const { value: range, start } = ranges.find(({ value }) => value === query.get('range')) ?? usual
  const [isSplit, setSplit] = useState(false)
  const [isTable, setTable] = useState(false)
  const input = range === usual.value ? {} : { query: { range } }
  const { data, error, isPlaceholderData, refetch } = useAnswer('GET /api-events/stats', input, { keepsPrevious: true })
  const title = 'API Usage History'
  // UsageFigures says when the usual range fails, with Retry.
  const isSaidAbove = range === usual.value
  const failure = error === null || isSaidAbove ? null : errorText(error, failures.statistics)
  if (data === undefined && error !== null && isSaidAbove) return null
  if (data === undefined) return <PendingPanel title={title} failure={failure} onRetry={refetch} size="h-68" />
  const calls = data.points.reduce((sum, { succeeded, failed }) => sum + succeeded + failed, 0)
  const choose = (next: string) => {
    const changed = new URLSearchParams(query)
    if (next === usual.value) changed.delete('range')
    else changed.set('range', next)
    setQuery(changed, { replace: true, preventScrollReset: true })
  }
  return (
    <Panel
      title={title}
      isBusy={isPlaceholderData}
      actions={
        <>
          <DownloadButton />
          {calls > 0 && (
            <Button look="quiet" onClick={() => setTable(!isTable)}>
              {isTable ? 'Show as a chart' : 'Show as a table'}
            </Button>
          )}
        </>
      }
    >
      {failure !== null && <InlineAlert>{failure}</InlineAlert>}
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <SelectField label="Range" options={ranges} value={range} onChange={({ target }) => choose(target.value)} />
        <CheckField label="Show failed calls" checked={isSplit} onChange={({ target }) => setSplit(target.checked)} />
      </div>
      {calls === 0 ? (
        <div className="flex min-h-68 flex-col gap-2">
          <p className="flex grow items-center justify-center border-b border-l border-border bg-sunken px-4 text-center text-muted">
            No API calls recorded yet
          </p>
          <p className="flex justify-between gap-4 text-xs text-muted">
            <span>{start}</span>
            <span>Now</span>
          </p>
        </div>
      ) : (
        <>
          <History points={data.points} isHourly={range === '24h'} isSplit={isSplit} isTable={isTable} />
          <Breakdown stats={data} calls={calls} />
        </>
      )}
    </Panel>
  )
}

interface HistoryProps {
  points: Stats['points']
  isHourly: boolean
  isSplit: boolean
  isTable: boolean
}

function History({ points, isHourly, isSplit, isTable }: HistoryProps) {
  const shown = points.map(({ start, succeeded, failed }) => ({
    start,
    label: isHourly ? exactText(start) : dayText(start),
    value: succeeded + failed,
    part: failed,
  }))
  const withCalls = shown.filter(({ value }) => value > 0).toReversed()
  const table = (
    <>
      <DataTable
        caption={isHourly ? 'API calls of each hour' : 'API calls of each day'}
        rows={withCalls}
        keyOf={({ start }) => start}
        columns={[
          { name: isHourly ? 'Hour' : 'Day', cell: ({ label }) => label },
          { name: series, isNumeric: true, cell: ({ value }) => numberText(value) },
          ...(isSplit
            ? [{ name: 'Failed', isNumeric: true, cell: ({ part }: { part: number }) => numberText(part) }]
            : []),
        ]}
      />
      {withCalls.length < shown.length && (
        <p className="text-sm text-muted">{isHourly ? 'Hours' : 'Days'} without calls aren’t listed.</p>
      )}
    </>
  )
  if (isTable) return table
  return (
    // If the code of the chart does not load, the numbers are still there.
    <ErrorBoundary fallback={table}>
      <Suspense fallback={<Skeleton size="h-68" />}>
        <LineChart name={series} points={shown} {...(isSplit && { partName: 'Failed' })} />
      </Suspense>
    </ErrorBoundary>
  )
}

function Breakdown({ stats, calls }: { stats: Stats; calls: number }) {
  const { p50, p95, errors, keys } = stats
  const failed = errors.reduce((sum, each) => sum + each.calls, 0)
  // Within 10%, so that one may be above the slowest call.
  const ms = (value: number | null) => (value === null ? '–' : `≈ ${value.toFixed(value < 10 ? 1 : 0)}`)
  return (
    <>
      <Figures
        items={[
          { name: 'Calls', value: numberText(calls) },
          { name: 'Failed', value: numberText(failed) },
          { name: 'p50 (ms)', value: ms(p50) },
          { name: 'p95 (ms)', value: ms(p95) },
        ]}
      />
      <div className="grid items-start gap-6 md:grid-cols-2">
        <DataTable
          caption="Calls by key"
          rows={keys}
          keyOf={({ key }) => key?.id ?? ''}
          columns={[
            { name: 'Key', cell: ({ key }) => key?.name ?? (key === null ? 'Not recorded' : 'Inactive key') },
            { name: 'Calls', isNumeric: true, cell: (row) => numberText(row.calls) },
          ]}
        />
        {errors.length > 0 && (
          <DataTable
            caption="Failed calls by error"
            rows={errors}
            keyOf={({ code }) => code}
            columns={[
              { name: 'Error code', cell: ({ code }) => <code className="font-mono text-sm break-all">{code}</code> },
              { name: 'Calls', isNumeric: true, cell: (row) => numberText(row.calls) },
            ]}
          />
        )}
      </div>
    </>
  )
}

function DownloadButton() {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const text = await call('GET /me/usage.csv', {})
      const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
      Object.assign(document.createElement('a'), { href: url, download: 'usage.csv' }).click()
      URL.revokeObjectURL(url)
      announce('Downloaded')
    } catch (error) {
      toast.error(errorText(error, failures.usageFile))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button look="quiet" onClick={download} disabled={isBusy}>
      <Download size={18} strokeWidth={1.75} aria-hidden="true" />
      {isBusy ? 'Downloading...' : 'Download CSV'}
    </Button>
  )
}
