import { Inbox, ListFilter, RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { recentRequestsMax } from '#contract/limits'
import { useRefreshUsage } from '../../account/use-refresh-usage.ts'
import { errorText, type Output } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { InlineAlert } from '../../ui/alerts.tsx'
import { announce } from '../../ui/announce.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/buttons.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { agoText, exactText } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyMessage } from '../../ui/placeholders.tsx'
import { DataTable } from './DataTable.tsx'
import { failures, PendingPanel } from './failures.tsx'

type Request = Output<'GET /me/requests'>['requests'][number]

const shownAtFirst = 20

export function RecentRequests() {
  const { data, error, isFetching, refetch } = useAnswer('GET /me/requests', {})
  const refresh = useRefreshUsage()
  const [query, setQuery] = useSearchParams()
  const [isWhole, setWhole] = useState(false)
  const statusField = useRef<HTMLSelectElement>(null)
  const filter = filterOf(query)
  const setFilter = (changed: Partial<typeof filter>) => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changed)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  const title = 'Recent Requests'
  const failure = error && errorText(error, failures.requests)
  if (data === undefined) return <PendingPanel title={title} failure={failure} onRetry={refetch} size="h-40" />
  const found = data.requests.filter((request) => passes(filter, request))
  const refreshAll = async () => announce((await refresh()) ? 'Refreshed' : 'Refreshing failed')
  return (
    <Panel
      title={title}
      subtitle={`The last ${recentRequestsMax} calls with your key, the newest first.`}
      actions={
        <Button look="plain" onClick={refreshAll} disabled={isFetching}>
          <RefreshCw size={18} strokeWidth={1.75} aria-hidden="true" />
          {isFetching ? 'Refreshing...' : 'Refresh'}
        </Button>
      }
    >
      {failure !== null && <InlineAlert>{failure}</InlineAlert>}
      {data.requests.length === 0 ? (
        <EmptyMessage icon={Inbox} title="No requests yet" text="Calls with your key appear here within a second." />
      ) : (
        <>
          <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
            <SelectField
              ref={statusField}
              label="Status"
              options={statusClasses}
              value={filter.status}
              onChange={({ target }) => setFilter({ status: target.value })}
            />
            <SelectField
              label="Method"
              options={methods}
              value={filter.method}
              onChange={({ target }) => setFilter({ method: target.value })}
            />
          </div>
          {found.length === 0 ? (
            <EmptyMessage icon={ListFilter} title="No request has this status and method">
              <Button
                look="plain"
                onClick={() => {
                  setFilter({ status: '', method: '' })
                  // This button disappears; the focus goes to what it has changed.
                  statusField.current?.focus()
                }}
              >
                Show all
              </Button>
            </EmptyMessage>
          ) : (
            <RequestTable requests={isWhole ? found : found.slice(0, shownAtFirst)} />
          )}
          {found.length > shownAtFirst && (
            <Button look="plain" onClick={() => setWhole(!isWhole)}>
              {isWhole ? `Show the last ${shownAtFirst}` : `Show all ${found.length}`}
            </Button>
          )}
        </>
      )}
    </Panel>
  )
}

function RequestTable({ requests }: { requests: readonly Request[] }) {
  return (
    <DataTable
      caption="Recent requests"
      isStacked
      rows={requests}
      keyOf={({ time }, index) => `${time} ${index}`}
      columns={[
        { name: 'Status', cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge> },
        { name: 'Method', cell: ({ method }) => code(method) },
        { name: 'Path', isWide: true, cell: ({ path }) => code(path) },
        { name: 'Time taken', isNumeric: true, cell: ({ ms }) => `${ms.toFixed(2)} ms` },
        { name: 'Time', isWide: true, cell: ({ time }) => <Timestamp iso={time} /> },
      ]}
    />
  )
}

function code(text: string) {
  return <code className="font-mono text-sm break-all">{text}</code>
}

function Timestamp({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="flex flex-col">
      <span className="whitespace-nowrap">{agoText(iso, Date.now())}</span>
      <span className="text-xs whitespace-nowrap text-subtle">{exactText(iso)}</span>
    </time>
  )
}

function toneOf(status: number): BadgeTone {
  if (status >= 500) return 'danger'
  if (status >= 400) return 'warning'
  return status >= 200 && status < 300 ? 'success' : 'plain'
}

const all = { value: '', label: 'All' }

const statusClasses = [
  all,
  { value: '2xx', label: '2xx success' },
  { value: '4xx', label: '4xx refused' },
  { value: '5xx', label: '5xx failed' },
]

const methods = [all, ...['GET', 'POST', 'PUT'].map((name) => ({ value: name, label: name }))]

function filterOf(query: URLSearchParams) {
  const known = (choices: typeof methods, name: string) =>
    choices.find(({ value }) => value === query.get(name))?.value ?? ''
  return { status: known(statusClasses, 'status'), method: known(methods, 'method') }
}

function passes({ status, method }: ReturnType<typeof filterOf>, request: Request): boolean {
  const statusClass = `${Math.floor(request.status / 100)}xx`
  return ['', statusClass].includes(status) && ['', request.method].includes(method)
}
