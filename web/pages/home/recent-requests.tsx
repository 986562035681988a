import { Inbox, ListFilter, RefreshCw } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { recentRequestsDays, recentRequestsMax } from '#contract/limits'
import { useRefreshUsage } from '../../account/use-refresh-usage.ts'
import { errorText, type Output } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { InlineAlert } from '../../ui/alerts.tsx'
import { announce } from '../../ui/announce.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/buttons.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactLines } from '../../ui/FactLines.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { agoText, bytesText, exactText, numberText } from '../../ui/format.ts'
import { LocalTime } from '../../ui/LocalTime.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyMessage } from '../../ui/placeholders.tsx'
import { OpenableRow, RecordList } from '../../ui/rows.tsx'
import { failures, PendingPanel } from './failures.tsx'

type Request = Output<'GET /me/requests'>['requests'][number]

export function RecentRequests() {
  const [query, setQuery] = useSearchParams()
  const filter = filterOf(query)
  const isFiltered = Object.keys(filter).length > 0
  const { cursor, pages, hasNewer, goOlder, goNewer } = useCursor(JSON.stringify(filter))
  const newest = useAnswer('GET /me/requests', {})
  const input = isFiltered || cursor !== undefined ? { query: { ...filter, cursor } } : {}
  const { data, error, isPlaceholderData, refetch } = useAnswer('GET /me/requests', input, {
    keepsPrevious: true,
  })
  const refresh = useRefreshUsage()
  // Not while it polls for the first call.
  const [isRefreshing, setRefreshing] = useState(false)
  const filters = useRef<HTMLFormElement>(null)
  const setFilter = (changed: Filter) => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changed)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  const title = 'Recent Requests'
  const failure = error && errorText(error, failures.requests)
  if (data === undefined) return <PendingPanel title={title} failure={failure} onRetry={refetch} size="h-40" />
  const refreshAll = async () => {
    setRefreshing(true)
    announce((await refresh()) ? 'Refreshed' : 'Refreshing failed')
    setRefreshing(false)
  }
  const hasNone = !isFiltered && newest.data?.requests.length === 0
  return (
    <Panel
      title={title}
      subtitle={`Your latest calls: up to ${numberText(recentRequestsMax)} from the last ${recentRequestsDays} days.`}
      actions={
        <Button look="plain" onClick={refreshAll} disabled={isRefreshing}>
          <RefreshCw size={18} strokeWidth={1.75} aria-hidden="true" />
          {isRefreshing ? 'Refreshing...' : 'Refresh'}
        </Button>
      }
    >
      {failure !== null && <InlineAlert>{failure}</InlineAlert>}
      {hasNone ? (
        <EmptyMessage icon={Inbox} title="No requests yet" text="Calls with your key appear here within a second." />
      ) : (
        <>
          <Filters form={filters} filter={filter} onChange={setFilter} />
          {data.requests.length === 0 ? (
            <EmptyMessage
              icon={ListFilter}
              title={filter.id === undefined ? 'No request matches these filters' : 'No request has this ID'}
              {...(filter.id !== undefined && { text: 'It may be too old, or belong to another account.' })}
            >
              <Button
                look="plain"
                onClick={() => {
                  setFilter(Object.fromEntries(filterNames.map((name) => [name, ''])))
                  // This button disappears; the focus goes to what it has changed.
                  filters.current?.querySelector('select')?.focus()
                }}
              >
                Show all
              </Button>
            </EmptyMessage>
          ) : (
            <div aria-busy={isPlaceholderData}>
              <RecordList>
                {data.requests.map((request, index) => (
                  <RequestRow
                    key={request.id ?? `${request.time} ${index}`}
                    request={request}
                    isOpen={filter.id !== undefined}
                  />
                ))}
              </RecordList>
            </div>
          )}
          {(hasNewer || data.nextCursor !== null) && (
            <nav aria-label="Pages of requests" className="flex flex-wrap items-center gap-3">
              <Button look="plain" onClick={goNewer} disabled={!hasNewer}>
                Newer
              </Button>
              <Button look="plain" onClick={() => goOlder(data.nextCursor)} disabled={data.nextCursor === null}>
                Older
              </Button>
              <span className="text-sm text-muted">Page {pages}</span>
            </nav>
          )}
        </>
      )}
    </Panel>
  )
}

/** The pages that were gone through, the first one again when the filters change. */
function useCursor(filters: string) {
  const [place, setPlace] = useState<{ filters: string; cursors: readonly string[] }>({ filters, cursors: [] })
  const cursors = place.filters === filters ? place.cursors : []
  const go = (next: readonly string[]) => {
    setPlace({ filters, cursors: next })
    announce(`Page ${next.length + 1}`)
  }
  return {
    cursor: cursors.at(-1),
    pages: cursors.length + 1,
    hasNewer: cursors.length > 0,
    goOlder: (nextCursor: string | null) => nextCursor !== null && go([...cursors, nextCursor]),
    goNewer: () => go(cursors.slice(0, -1)),
  }
}

interface FiltersProps {
  form: RefObject<HTMLFormElement | null>
  filter: Filter
  onChange: (changed: Filter) => void
}

function Filters({ form, filter, onChange }: FiltersProps) {
  const { data } = useAnswer('GET /me/api-keys', {})
  const keys = (data?.apiKeys ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isKnown = filter.key === undefined || keys.some(({ value }) => value === filter.key)
  const search = filter.id ?? filter.path ?? ''
  const find = (text: string) => {
    if (text !== search) onChange(isRequestId(text) ? { id: text, path: '' } : { id: '', path: text })
  }
  const [draft, setDraft] = useState({ of: search, text: search })
  const text = draft.of === search ? draft.text : search
  const submit = (event: FormEvent) => {
    event.preventDefault()
    find(text.trim())
  }
  return (
    <form ref={form} onSubmit={submit} className="grid grid-cols-2 gap-4 md:grid-cols-3 lg:grid-cols-6">
      <SelectField
        label="Status"
        options={statusClasses}
        value={filter.status ?? ''}
        onChange={({ target }) => onChange({ status: target.value })}
      />
      <SelectField
        label="Method"
        options={methods}
        value={filter.method ?? ''}
        onChange={({ target }) => onChange({ method: target.value })}
      />
      <SelectField
        label="Key"
        options={[all, ...keys, ...(isKnown ? [] : [{ value: filter.key ?? '', label: 'Inactive key' }])]}
        value={filter.key ?? ''}
        onChange={({ target }) => onChange({ key: target.value })}
      />
      <TextField
        label="Path or request ID"
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setDraft({ of: search, text: target.value })}
        onBlur={() => find(text.trim())}
      />
      <TextField
        label="From"
        type="date"
        value={filter.from ?? ''}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextField
        label="To"
        type="date"
        value={filter.to ?? ''}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </form>
  )
}

function RequestRow({ request, isOpen }: { request: Request; isOpen: boolean }) {
  const { id, time, method, path, status, ms, bytes, key, code, error } = request
  const facts: { name: string; value: ReactNode }[] = [
    { name: 'Time', value: <LocalTime iso={time} /> },
    { name: 'Time taken', value: `${ms.toFixed(2)} ms` },
    ...(bytes === null ? [] : [{ name: 'Response size', value: bytesText(bytes) }]),
    ...(error === null ? [] : [{ name: 'Error', value: error }]),
    ...(code === null ? [] : [{ name: 'Error code', value: mono(code) }]),
    ...(key === null ? [] : [{ name: 'Key', value: key.name ?? 'Inactive key' }]),
    ...(id === null ? [] : [{ name: 'Request ID', value: mono(id) }]),
  ]
  const parameters = parametersOf(path)
  return (
    <OpenableRow
      isOpen={isOpen}
      summary={
        <>
          <Badge tone={toneOf(status)}>{status}</Badge>
          {mono(method)}
          <span className="min-w-0 max-md:order-last max-md:basis-full md:grow">{mono(path)}</span>
          <span className="ml-auto text-sm whitespace-nowrap text-muted tabular-nums">{ms.toFixed(2)} ms</span>
          <time
            dateTime={time}
            title={exactText(time)}
            className="text-sm whitespace-nowrap text-muted tabular-nums md:min-w-28 md:text-right"
          >
            {agoText(time, Date.now())}
          </time>
        </>
      }
    >
      <FactLines items={facts} />
      {parameters.length > 0 && (
        <div className="flex flex-col gap-1">
          <h3 className="text-sm font-semibold">Query parameters</h3>
          <FactLines items={parameters} />
        </div>
      )}
      <div className="-ml-2.5 flex flex-wrap">
        {method === 'GET' && path.startsWith('/api/') && <CopyButton text={curlOf(path)} label="Copy as cURL" />}
        {id !== null && <CopyButton text={id} label="Copy request ID" />}
      </div>
    </OpenableRow>
  )
}

/** With the key as a variable, since a command is kept in histories. Without -g, cURL takes brackets for patterns. */
function curlOf(path: string): string {
  return `curl ${/[[\]{}]/.test(path) ? '-g ' : ''}'${window.location.origin}${path.replaceAll("'", '%27')}' -H "api-key: $API_KEY"`
}

/** A name may come twice. */
function parametersOf(path: string) {
  const [, query = ''] = path.split('?', 2)
  const lines = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    lines.set(name, lines.has(name) ? `${lines.get(name)}, ${value}` : value)
  }
  return [...lines].map(([name, value]) => ({ name, value: mono(value) }))
}

function mono(text: string) {
  return <code className="font-mono text-sm break-all">{text}</code>
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
  { value: '4xx', label: '4xx client error' },
  { value: '5xx', label: '5xx server error' },
]

const methodNames = ['GET', 'POST', 'PUT', 'DELETE'] as const

const methods = [all, ...methodNames.map((name) => ({ value: name, label: name }))]

/** What the address and the call have alike. */
interface Filter {
  status?: string | undefined
  method?: string | undefined
  path?: string | undefined
  key?: string | undefined
  from?: string | undefined
  to?: string | undefined
  id?: string | undefined
}

const filterNames = ['status', 'method', 'path', 'key', 'from', 'to', 'id'] as const

/** An address that no filter here could make shows what it can. */
const forms: Readonly<Record<(typeof filterNames)[number], RegExp>> = {
  status: /^[245]xx$/,
  method: /^(GET|POST|PUT|DELETE)$/,
  path: /^.{1,200}$/,
  key: /^[\w-]{1,64}$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
  id: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
}

function filterOf(query: URLSearchParams): Filter {
  const given = filterNames.map((name) => [name, query.get(name) ?? ''] as const)
  return Object.fromEntries(given.filter(([name, value]) => forms[name].test(value)))
}

function isRequestId(text: string): boolean {
  return forms.id.test(text)
}
