import { Inbox, ListFilter, RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { recentRequestsMax } from '#contract/limits'
import { useRefreshUsage } from '../../account/use-refresh-usage.ts'
import { errorText } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { InlineAlert } from '../../ui/alerts.tsx'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/buttons.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyMessage, LoadError } from '../../ui/placeholders.tsx'
import { failures } from './failures.ts'
import { RequestTable } from './RequestTable.tsx'
import { filterOf, methods, passes, statusClasses } from './request-filter.ts'

/** Shown at first; a button shows the rest, and stays to hide it again. */
const shownAtFirst = 20

/** The last calls that bore the key, by status and method. */
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
  if (data === undefined) {
    return (
      <Panel title={title} isBusy={error === null}>
        {error === null ? (
          <Skeleton size="h-40" />
        ) : (
          <LoadError title={errorText(error, failures.requests)} onRetry={refetch} />
        )}
      </Panel>
    )
  }
  const found = data.requests.filter((request) => passes(filter, request))
  const shown = isWhole ? found : found.slice(0, shownAtFirst)
  const refreshAll = async () => {
    announce((await refresh()) ? 'Refreshed' : 'Refreshing failed')
  }
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
      {error !== null && <InlineAlert>{errorText(error, failures.requests)}</InlineAlert>}
      {data.requests.length === 0 ? (
        <EmptyMessage
          icon={Inbox}
          title="No requests yet"
          text="Calls that bear your key appear here within a second."
        />
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
                  // The button goes; the focus goes to what it has changed.
                  statusField.current?.focus()
                }}
              >
                Show all
              </Button>
            </EmptyMessage>
          ) : (
            <RequestTable requests={shown} />
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
