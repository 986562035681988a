import { Check, TriangleAlert } from 'lucide-react'
import { errorText } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { dayText, numberText } from '../../ui/format.ts'
import { Skeleton } from '../../ui/loading.tsx'
import { Meter } from '../../ui/meters.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { LoadError } from '../../ui/placeholders.tsx'
import { failures } from './failures.ts'
import { usageProgress } from './usage-progress.ts'

/** What is used of the quota, beside how much of the billing period is over. */
export function MonthlyUsage() {
  const { data, error, refetch } = useAnswer('GET /api-events/stats', {})
  if (data === undefined) {
    return (
      <Panel title="Monthly Usage" isBusy={error === null}>
        {error === null ? (
          <Skeleton size="h-24" />
        ) : (
          <LoadError title={errorText(error, failures.statistics)} onRetry={refetch} />
        )}
      </Panel>
    )
  }
  const { totalCalls, availableCalls, nextPeriodStartDate } = data
  const { usedPercent, elapsedPercent, day, days, isOnTrack } = usageProgress(data, Date.now())
  const quota = availableCalls < 0 ? '' : ` of ${numberText(availableCalls)}`
  const words = `${numberText(totalCalls)}${quota} used on day ${day} of ${days}`
  const shares = `${percentText(usedPercent)} of the calls used, ${percentText(elapsedPercent)} of the period elapsed.`
  const Icon = isOnTrack ? Check : TriangleAlert
  return (
    <Panel
      title="Monthly Usage"
      actions={
        <Badge tone={isOnTrack ? 'success' : 'warning'}>
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
        tone={isOnTrack ? 'success' : 'warning'}
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
