import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import type { Verification } from '#contract/verifications'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyMessage, LoadError, Spinner } from '../../ui/placeholders.tsx'
import { RecordList } from '../../ui/rows.tsx'
import { Pager } from './pieces.tsx'
import { type RequestList, useRequests } from './use-requests.ts'

interface RequestsPanelProps {
  list: RequestList
  title: string
  subtitle: string
  actions?: ReactNode
  empty: { icon: LucideIcon; title: string; text: string }
  /** What stands below the list, unless it is empty. */
  footer?: ReactNode
  /** Renders one of them; `readAnew` asks for it once more. */
  children: (request: Verification, readAnew: () => Promise<Verification | undefined>) => ReactNode
}

/** One list of requests: loading, failed, empty or full, whatever becomes of the other list. The page stands in the address. */
export function RequestsPanel({ list, title, subtitle, actions, empty, footer, children }: RequestsPanelProps) {
  const [search, setSearch] = useSearchParams()
  const page = pageIn(search.get(list))
  const { data, isLoading, isTurning, failure, pages, retry, readAnew } = useRequests(list, page)
  const searchOf = (next: number) => {
    const changed = new URLSearchParams(search)
    if (next > 1) changed.set(list, String(next))
    else changed.delete(list)
    return changed
  }
  // Requests leave a list as they are decided, and their page may go with them.
  const isBeyond = data !== undefined && !isTurning && page > pages
  return (
    <Panel title={title} subtitle={subtitle} actions={actions} isBusy={isLoading || isTurning}>
      {isBeyond && <Navigate to={{ search: searchOf(pages).toString() }} replace />}
      {data !== undefined && data.total > 0 && (
        <>
          <RecordList>
            {data.verifications.map((request) => (
              <li key={request.id}>{children(request, () => readAnew(request.id))}</li>
            ))}
          </RecordList>
          <Pager label={title} page={page} pages={pages} onPage={(next) => setSearch(searchOf(next))} />
          {footer}
        </>
      )}
      {data?.total === 0 && <EmptyMessage {...empty} />}
      {data === undefined && isLoading && <Spinner label="Loading verifications..." />}
      {data === undefined && !isLoading && (
        <LoadError title="Error loading verifications" text={failure} onRetry={retry} />
      )}
    </Panel>
  )
}

function pageIn(text: string | null): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1
}
