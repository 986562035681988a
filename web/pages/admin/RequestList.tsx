import { Inbox } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/buttons.tsx'
import { EmptyMessage, LoadError, Spinner } from '../../ui/placeholders.tsx'
import { LoadMoreSentinel } from './pieces.tsx'
import { RequestRow } from './RequestRow.tsx'
import type { Desk } from './use-desk.ts'
import { listFailure } from './words.ts'

/** The requests of the chosen state: a spinner, an error, nothing, or the list with more of it as one scrolls. */
export function RequestList({ desk }: { desk: Desk }) {
  const { list, rows, place } = desk
  if (list.data === undefined) {
    return list.error === null ? (
      <Spinner label="Loading verifications..." />
    ) : (
      <div className="p-4">
        <LoadError title={listFailure} onRetry={() => list.refetch()} />
      </div>
    )
  }
  if (rows.length === 0) {
    return <EmptyMessage icon={Inbox} title="No verifications found" text={nothingFound(place)} />
  }
  return (
    <div className="relative">
      <ul className="divide-y divide-border border-b border-border">
        {rows.map((request) => (
          <li key={request.id}>
            <RequestRow request={request} desk={desk} />
          </li>
        ))}
      </ul>
      <More desk={desk} />
    </div>
  )
}

function nothingFound({ status, npi }: Desk['place']): string {
  if (status !== 'all') return `No ${status} verifications found.`
  return npi === undefined ? 'No verifications have been submitted yet.' : `No verifications for NPI ${npi} found.`
}

function More({ desk: { list, loadMore } }: { desk: Desk }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const end = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  // The button goes with the last page; a focus that it has then waits in its place.
  useEffect(() => {
    if (hasNextPage || !hasFocus.current) return
    hasFocus.current = false
    end.current?.focus({ preventScroll: true })
  }, [hasNextPage])
  return (
    <div ref={end} tabIndex={-1}>
      {hasNextPage && (
        <div className="flex flex-wrap items-center justify-center gap-x-4 p-4">
          {/* What failed is tried again when somebody asks for it, not because it is in sight. */}
          {!isFetchingNextPage && !isFetchNextPageError && <LoadMoreSentinel onNear={loadMore} />}
          {/* It stays meanwhile, and is not disabled: either would take the focus from whoever pressed it. */}
          <Button
            look="plain"
            aria-disabled={isFetchingNextPage}
            className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
            onClick={loadMore}
            onFocus={() => {
              hasFocus.current = true
            }}
            onBlur={() => {
              hasFocus.current = false
            }}
          >
            {isFetchNextPageError ? 'Try again' : 'Load more'}
          </Button>
          {isFetchingNextPage && <Spinner label="Loading more..." />}
        </div>
      )}
    </div>
  )
}
