/** The last events of the account; each opens to its data, with what was before and after. */
import { Bell } from 'lucide-react'
import { eventSummaries } from '#contract/event-words'
import { errorText, type Output } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { useUser } from '../../api/user.tsx'
import { FactLines } from '../../ui/FactLines.tsx'
import { agoText, exactText } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyMessage } from '../../ui/placeholders.tsx'
import { OpenableRow, RecordList } from '../../ui/rows.tsx'
import { changesIn, textOf, wordsOf } from './event-data.ts'
import { failures, PendingPanel } from './failures.tsx'

type WatchEvent = Output<'GET /api/events'>['events'][number]

const eventsShown = 20
const readAgainMs = 30_000

export function WatchEvents() {
  const apiKey = useUser().user?.apiKey
  const query = { order: 'newest', limit: String(eventsShown) } as const
  const { data, error, refetch } = useAnswer('GET /api/events', { query }, { apiKey, repeatMs: () => readAgainMs })
  const title = 'Recent events'
  const failure = error && errorText(error, failures.events)
  if (data === undefined) return <PendingPanel title={title} failure={failure} onRetry={refetch} size="h-40" />
  return (
    <Panel title={title} subtitle="What happened to your providers, verifications and shares.">
      {data.events.length === 0 ? (
        <EmptyMessage
          icon={Bell}
          title="No events yet"
          text="Events appear when the registry or a primary source’s list is updated."
        />
      ) : (
        <RecordList>
          {data.events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </RecordList>
      )}
    </Panel>
  )
}

function EventRow({ event: { id, type, at, npi, data } }: { event: WatchEvent }) {
  const { facts, changes } = changesIn(data)
  const fields = changes.map(({ field }) => wordsOf(field)).join(', ')
  return (
    <OpenableRow
      summary={
        <>
          <span className="flex min-w-0 flex-col md:grow">
            <span className="font-semibold wrap-anywhere">
              {npi === null ? eventSummaries[type] : `${eventSummaries[type]}: ${npi}`}
            </span>
            {fields !== '' && <span className="text-sm text-muted">{fields}</span>}
          </span>
          <time dateTime={at} className="ml-auto text-sm whitespace-nowrap text-muted">
            {agoText(at, Date.now())}
          </time>
        </>
      }
    >
      <FactLines
        items={[
          { name: 'Type', value: type },
          { name: 'ID', value: id },
          { name: 'Recorded', value: exactText(at) },
          ...Object.entries(facts).map(([name, value]) => ({ name: wordsOf(name), value: textOf(value) })),
          ...changes.map(({ field, before, after }) => ({
            name: wordsOf(field),
            value: <BeforeAndAfter before={textOf(before)} after={textOf(after)} />,
          })),
        ]}
      />
    </OpenableRow>
  )
}

function BeforeAndAfter({ before, after }: { before: string; after: string }) {
  return (
    <span className="flex flex-col">
      <span className="text-muted">Before: {before}</span>
      <span>After: {after}</span>
    </span>
  )
}
