/** What works now, and what checks of the last days found. Without an answer it says that, and nothing else. */
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { z } from 'zod'
import type { Api } from '#contract/api'
import { statusComponents } from '#contract/status-words'
import { errorText } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { classes } from '../../ui/classes.ts'
import { DayBars } from '../../ui/DayBars.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { FactLines } from '../../ui/FactLines.tsx'
import { agoText, dayText, exactText, numberText } from '../../ui/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { LoadError } from '../../ui/placeholders.tsx'
import { daysSummary, dayTitle, failedDays, toneOf } from './status-days.ts'
import { TrustPage } from './trust-page.tsx'

type Status = z.output<Api['serviceStatus']['output']>

const repeatMs = () => 60_000

export function StatusPage() {
  const { data, error, isPending, refetch } = useAnswer('GET /status.json', {}, { repeatMs })
  return (
    <TrustPage
      title="Status"
      sentence="Current status, and the results of our checks over the last 90 days, by day in UTC."
    >
      {isPending && <StatusSkeleton />}
      {error !== null && data === undefined && (
        <LoadError
          title="The status didn’t load"
          text={errorText(error, 'The server isn’t responding.')}
          onRetry={() => refetch()}
        />
      )}
      {error !== null && data !== undefined && (
        <LoadError
          title="The server isn’t responding"
          text={`This is the last status we have, from ${exactText(data.checkedAt)}.`}
          onRetry={() => refetch()}
        />
      )}
      {data !== undefined && <StatusParts status={data} isOld={error !== null} />}
    </TrustPage>
  )
}

function StatusParts({ status, isOld }: { status: Status; isOld: boolean }) {
  const down = status.components.filter(({ isUp }) => !isUp).map(({ name }) => statusComponents[name])
  const isUp = down.length === 0
  const Icon = isUp ? CircleCheck : CircleAlert
  return (
    <>
      {!isOld && (
        <div
          role="status"
          className={classes(
            'flex items-start gap-3 rounded-panel border p-4',
            isUp ? 'border-success bg-success-soft text-success' : 'border-danger bg-danger-soft text-danger',
          )}
        >
          <Icon size={24} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          <div className="flex min-w-0 flex-col">
            <p className="text-md font-semibold">
              {isUp ? 'All systems are working' : `Not working: ${down.join(', ')}`}
            </p>
            <p className="text-sm">Checked {exactText(status.checkedAt)}</p>
          </div>
        </div>
      )}
      <section aria-labelledby="parts" className="flex flex-col gap-4">
        <h2 id="parts" className="text-xl font-semibold">
          Services
        </h2>
        <ul className="flex flex-col divide-y divide-border border-y border-border">
          {status.components.map((component) => (
            <ComponentRow key={component.name} component={component} isOld={isOld} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="data" className="flex flex-col gap-4">
        <h2 id="data" className="text-xl font-semibold">
          Data
        </h2>
        <DataAges status={status} />
        <p className="text-sm text-muted">
          As JSON:{' '}
          <TextLink to="/status.json" reloadDocument>
            status.json
          </TextLink>
        </p>
      </section>
    </>
  )
}

function ComponentRow({ component, isOld }: { component: Status['components'][number]; isOld: boolean }) {
  const { name, isUp, days } = component
  const words = statusComponents[name]
  const failed = failedDays(days ?? [])
  return (
    <li className="flex min-w-0 flex-col gap-2 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{words}</h3>
        {!isOld && <Badge tone={isUp ? 'success' : 'danger'}>{isUp ? 'Working' : 'Not working'}</Badge>}
      </div>
      {days === null ? (
        <p className="text-sm text-muted">The history can’t be read while the database isn’t responding.</p>
      ) : (
        <>
          <DayBars
            label={`${words}, the last ${days.length} days: ${daysSummary(days)}`}
            days={days.map((day) => ({ day: day.day, tone: toneOf(day), title: dayTitle(day) }))}
            ends={[`${days.length} days ago`, 'Today']}
          />
          <p className="text-sm text-muted">{daysSummary(days)}</p>
        </>
      )}
      {failed.length > 0 && (
        <Disclosure summary={`Days with failures (${failed.length})`}>
          <ul className="flex flex-col gap-1 text-sm">
            {failed.map((day) => (
              <li key={day.day}>{dayTitle(day)}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </li>
  )
}

function DataAges({ status: { registry, lists, checkedAt } }: { status: Status }) {
  const ageOf = (day: string) => `${dayText(day)} (${agoText(day, Date.parse(checkedAt))})`
  return (
    <>
      {registry === null ? (
        <p>No provider data is loaded, so searches fail.</p>
      ) : (
        <FactLines
          items={[
            { name: 'Provider registry', value: registry.isSampleData ? 'Sample data (fictional providers)' : 'NPPES' },
            { name: 'As of', value: ageOf(registry.asOf) },
            { name: 'Version', value: registry.version },
          ]}
        />
      )}
      {lists === null && <p>The lists can’t be read while the database isn’t responding.</p>}
      {lists?.length === 0 && <p>No primary-source lists are loaded.</p>}
      {lists !== null && lists.length > 0 && (
        <Disclosure summary={listsSummary(lists)} isOpen={lists.length <= 12}>
          <ul className="flex flex-col gap-2 text-sm">
            {lists.map(({ title, date, isStale }) => (
              <li key={title} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span className="min-w-0 break-words">{title}</span>
                <span className="flex flex-wrap items-center gap-2 text-muted">
                  {ageOf(date)}
                  {isStale && <Badge tone="warning">Out of date</Badge>}
                </span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  )
}

function listsSummary(lists: readonly { isStale: boolean }[]): string {
  const stale = lists.filter(({ isStale }) => isStale).length
  const words = lists.length === 1 ? '1 primary-source list' : `${numberText(lists.length)} primary-source lists`
  return stale === 0 ? words : `${words}, ${numberText(stale)} out of date`
}

function StatusSkeleton() {
  return (
    <div aria-busy="true" className="flex animate-late flex-col gap-6">
      <Skeleton size="h-20 w-full" />
      {Object.keys(statusComponents).map((name) => (
        <Skeleton key={name} size="h-24 w-full" />
      ))}
    </div>
  )
}
