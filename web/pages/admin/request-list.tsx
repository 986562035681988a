import { Inbox, Keyboard } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { verificationStatuses } from '#contract/verification-words'
import type { Verification } from '#contract/verifications'
import { InlineAlert } from '../../ui/alerts.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { dayText, lastDayText } from '../../ui/format.ts'
import { EmptyMessage, LoadError, Spinner } from '../../ui/placeholders.tsx'
import { RowAction, RowActions, RowLink, StatusRecord } from '../../ui/rows.tsx'
import { NpiDigits } from '../../ui/text.tsx'
import { filters } from './place.ts'
import { type Desk, useFocusWhen } from './use-desk.ts'
import { credentialsText, listFailure, statusOf } from './words.ts'

export function RequestList({ desk, onOpenKeys }: { desk: Desk; onOpenKeys: () => void }) {
  const { place, go, list } = desk
  return (
    <>
      <div className="sticky top-0 z-10 flex flex-col gap-2 border-b border-border bg-canvas px-4 py-3">
        <fieldset className="grid auto-cols-fr grid-flow-col overflow-hidden rounded-control border border-border-strong">
          <legend className="sr-only">Status</legend>
          {filters.map((status) => (
            <button
              key={status}
              type="button"
              aria-pressed={status === place.status}
              onClick={() => go({ status, id: undefined }, { isNewEntry: true })}
              className="min-h-10 border-border-strong bg-surface px-1.5 text-sm font-semibold text-muted -outline-offset-2! [&:not(:first-of-type)]:border-l hover:bg-sunken aria-pressed:bg-brand-soft aria-pressed:text-on-brand-soft md:min-h-9"
            >
              {status === 'all' ? 'All' : verificationStatuses[status]}
            </button>
          ))}
        </fieldset>
        <ReviewToggle desk={desk} />
        <div className="flex min-h-10 items-center justify-between gap-2 md:min-h-9">
          <p role="status" className="min-w-0 text-sm break-words text-muted tabular-nums">
            {list.data === undefined ? '' : countText(list.data.total, place)}
          </p>
          <IconButton icon={Keyboard} label="Keys" aria-haspopup="dialog" onClick={onOpenKeys} />
        </div>
      </div>
      <Rows desk={desk} />
    </>
  )
}

/** The approvals that read otherwise since a list was replaced, apart from the filters by status. */
function ReviewToggle({ desk: { place, go, list } }: { desk: Desk }) {
  const isOn = place.status === 'review'
  const count = list.data?.needReview ?? 0
  if (count === 0 && !isOn) return null
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => go({ status: isOn ? 'pending' : 'review', id: undefined }, { isNewEntry: true })}
      className="flex min-h-10 items-center justify-between rounded-control border border-border-strong bg-surface px-3 text-sm font-semibold text-muted hover:bg-sunken aria-pressed:bg-brand-soft aria-pressed:text-on-brand-soft md:min-h-9"
    >
      Approvals to review again
      <Badge tone={count === 0 ? 'plain' : 'warning'}>{count}</Badge>
    </button>
  )
}

function countText(total: number, { status, npi }: Desk['place']): string {
  if (status === 'review') {
    const what = total === 1 ? 'approval needs' : 'approvals need'
    return `${total} ${what} a review${npi === undefined ? '' : `, for NPI ${npi}`}`
  }
  const what = `${status === 'all' ? '' : `${status} `}${total === 1 ? 'verification' : 'verifications'}`
  return `${total} ${what}${npi === undefined ? '' : ` for NPI ${npi}`}`
}

function Rows({ desk }: { desk: Desk }) {
  const { list, rows, place } = desk
  if (list.data === undefined) {
    if (list.error === null) return <Spinner label="Loading verifications..." />
    return (
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
  if (status === 'review') return 'No approval needs a review.'
  if (status !== 'all') return `No ${status} verifications found.`
  return npi === undefined ? 'No verifications have been submitted yet.' : `No verifications for NPI ${npi} found.`
}

function RequestRow({ request, desk }: { request: Verification; desk: Desk }) {
  const { id, npi, createdAt, approvedAt, rejectionReason, note, imageUrl } = request
  const status = statusOf(request)
  const isCurrent = id === desk.openId
  const failure = desk.failureIn('row', id)
  const link = useFocusWhen<HTMLAnchorElement>(desk.focusing?.id === id ? desk.focusing : undefined)
  return (
    <StatusRecord
      status={status}
      isCurrent={isCurrent}
      onDrawn={desk.drawnId === id ? desk.endDrawing : undefined}
      title={
        <Link
          ref={link}
          to={desk.addressOf({ id })}
          replace={desk.isWide}
          aria-current={isCurrent}
          className="rounded-badge underline-offset-3 hover:underline"
        >
          {credentialsText(request)}
        </Link>
      }
    >
      <p>
        NPI: <NpiDigits npi={npi} />
      </p>
      <p>Submitted: {dayText(createdAt)}</p>
      {status !== 'pending' && (
        <p>
          {status === 'approved' ? 'Approved' : 'Reviewed'}: {approvedAt === undefined ? 'N/A' : dayText(approvedAt)}
        </p>
      )}
      {status === 'approved' && <ExpiryLine request={request} />}
      {request.needsReview !== undefined && (
        <div>
          <Badge tone="warning">Needs a review since {dayText(request.needsReview.since)}</Badge>
        </div>
      )}
      {rejectionReason !== undefined && <p className="text-danger">Rejection Reason: {rejectionReason}</p>}
      {note !== undefined && <p className="break-words">Note: {note}</p>}
      {failure !== undefined && <InlineAlert>{failure}</InlineAlert>}
      <RowActions>
        {imageUrl !== undefined && (
          <RowLink to={desk.addressOf({ id, isPreviewOpen: true })} state={{ isFromDesk: true }}>
            View Credentials
          </RowLink>
        )}
        {status === 'pending' && (
          <>
            <RowAction disabled={!desk.mayApprove(request)} onClick={() => desk.ask('approve', request)}>
              Approve
            </RowAction>
            <RowAction disabled={desk.isProcessing} onClick={() => desk.ask('reject', request)}>
              Reject
            </RowAction>
          </>
        )}
      </RowActions>
    </StatusRecord>
  )
}

export function ExpiryLine({ request: { expiresAt, isExpired } }: { request: Verification }) {
  if (expiresAt === undefined) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p>Expires: {lastDayText(expiresAt)}</p>
      {isExpired === true && <Badge tone="danger">expired</Badge>}
    </div>
  )
}

function More({ desk: { list, loadMore } }: { desk: Desk }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const end = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  // The button disappears with the last page; the focus then waits in its place.
  useEffect(() => {
    if (hasNextPage || !hasFocus.current) return
    hasFocus.current = false
    end.current?.focus({ preventScroll: true })
  }, [hasNextPage])
  return (
    <div ref={end} tabIndex={-1}>
      {hasNextPage && (
        <div className="flex flex-wrap items-center justify-center gap-x-4 p-4">
          {!isFetchingNextPage && !isFetchNextPageError && <LoadMoreSentinel onNear={loadMore} />}
          {/* Hiding or disabling it while it loads would take the focus away. */}
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

/** Calls back when less than 100 px of its positioned parent are below the visible part (specification, section 9). */
function LoadMoreSentinel({ onNear }: { onNear: () => void }) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (strip.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onNear()
    })
    observer.observe(strip.current)
    return () => observer.disconnect()
  }, [onNear])
  return <div ref={strip} aria-hidden="true" className="pointer-events-none absolute bottom-0 h-25 w-px" />
}
