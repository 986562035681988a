import { Inbox } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { EmptyMessage } from '../../ui/EmptyMessage.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { NearEnd } from '../../ui/NearEnd.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { RequestRow } from './RequestRow.tsx'
import type { Desk } from './use-desk.ts'

/** The requests of the chosen state: a spinner, an error, nothing, or the list with more of it as one scrolls. */
export function RequestList({ desk }: { desk: Desk }) {
  const { list, rows, place } = desk
  if (list.data === undefined) {
    return list.error === null ? (
      <Spinner label="Loading verifications..." />
    ) : (
      <div className="p-4">
        <LoadError title="The list could not be loaded" onRetry={() => list.refetch()} />
      </div>
    )
  }
  if (rows.length === 0) {
    return (
      <EmptyMessage
        icon={Inbox}
        title="No verifications found"
        text={
          place.status === 'all'
            ? 'No verifications have been submitted yet.'
            : `No ${place.status} verifications found.`
        }
      />
    )
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

function More({ desk: { list, loadMore } }: { desk: Desk }) {
  if (list.isFetchingNextPage) return <Spinner label="Loading more..." />
  if (!list.hasNextPage) return null
  return (
    <div className="flex justify-center p-4">
      {/* What failed is tried again when somebody asks for it, not because it is in sight. */}
      {!list.isFetchNextPageError && <NearEnd onNear={loadMore} />}
      <Button look="plain" onClick={loadMore}>
        {list.isFetchNextPageError ? 'Try again' : 'Load more'}
      </Button>
    </div>
  )
}
