import { Inbox, Keyboard } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { verificationPageSizeMax } from '#contract/limits'
import { stateCodes } from '#contract/state-codes'
import { checkCodes, credentialTypes, keysOf, verificationStatuses } from '#contract/verification-words'
import type { Verification } from '#contract/verifications'
import { InlineAlert } from '../../ui/alerts.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { agoText, dayText, lastDayText } from '../../ui/format.ts'
import { EmptyMessage, LoadError, Spinner } from '../../ui/placeholders.tsx'
import { RowAction, RowActions, RowCheck, RowLink, StatusRecord } from '../../ui/rows.tsx'
import { NpiDigits } from '../../ui/text.tsx'
import { ages, filters, noNarrowing } from './place.ts'
import { type Desk, useFocusWhen } from './use-desk.ts'
import { checksText, credentialsText, listFailure, providerText, statusOf } from './words.ts'

export function RequestList({ desk, onOpenKeys }: { desk: Desk; onOpenKeys: () => void }) {
  const { place, go, list } = desk
  return (
    <>
      <div className="sticky top-0 z-10 flex flex-col gap-2 border-b border-border bg-canvas px-4 py-3">
        <Choices
          legend="Status"
          choices={filters.map((value) => ({ value, label: value === 'all' ? 'All' : verificationStatuses[value] }))}
          chosen={place.status === 'review' ? undefined : place.status}
          onChoose={(status) => go({ status, id: undefined }, { isNewEntry: true })}
        />
        <ReviewToggle desk={desk} />
        <Narrowing desk={desk} />
        <div className="flex min-h-10 items-center justify-between gap-2 md:min-h-9">
          <p role="status" className="min-w-0 text-sm break-words text-muted tabular-nums">
            {list.data === undefined ? '' : countText(list.data.total, place)}
          </p>
          <div className="pointer-coarse:hidden">
            <IconButton icon={Keyboard} label="Keyboard shortcuts" aria-haspopup="dialog" onClick={onOpenKeys} />
          </div>
        </div>
        <Selection desk={desk} />
      </div>
      <Rows desk={desk} />
    </>
  )
}

const ageOptions = [
  { value: '', label: 'Any age' },
  ...ages.map((days) => ({ value: days, label: days === '1' ? 'Over 1 day' : `Over ${days} days` })),
]

const credentialOptions = [
  { value: '', label: 'Any credential' },
  ...keysOf(credentialTypes).map((value) => ({ value, label: value })),
]

const stateOptions = [{ value: '', label: 'Any state' }, ...stateCodes.map((value) => ({ value, label: value }))]

const checkOptions = [
  { value: '', label: 'Any result' },
  { value: 'any', label: 'Any check failed' },
  ...keysOf(checkCodes).map((value) => ({ value, label: `Failed: ${checkCodes[value]}` })),
]

const selects = [
  { name: 'age', label: 'Age', options: ageOptions },
  { name: 'credential', label: 'Credential', options: credentialOptions },
  { name: 'state', label: 'State', options: stateOptions },
  { name: 'failed', label: 'Checks', options: checkOptions },
] as const

function Narrowing({ desk: { place, go, narrow } }: { desk: Desk }) {
  const count = selects.filter(({ name }) => place[name] !== undefined).length
  return (
    <Disclosure summary={count === 0 ? 'Filters' : `Filters (${count})`} isOpen={count > 0}>
      <div className="grid grid-cols-2 gap-2">
        {selects.map(({ name, label, options }) => (
          <SelectField
            key={name}
            label={label}
            options={options}
            value={place[name] ?? ''}
            onChange={({ target }) => narrow(name, target.value)}
          />
        ))}
      </div>
      {count > 0 && (
        <RowActions>
          <RowAction onClick={() => go({ ...noNarrowing, id: undefined }, { isNewEntry: true })}>
            Clear filters
          </RowAction>
        </RowActions>
      )}
    </Disclosure>
  )
}

function Selection({ desk }: { desk: Desk }) {
  const { selected } = desk
  if (selected.length === 0) return null
  return (
    <fieldset aria-label="Selected requests" className="flex flex-wrap items-center gap-2">
      <p role="status" className="mr-auto text-sm text-muted tabular-nums">
        {selected.length} selected
      </p>
      <Button look="quiet" onClick={desk.clearSelection}>
        Clear
      </Button>
      <Button look="plain" aria-haspopup="dialog" disabled={desk.isProcessing} onClick={desk.askAboutSelected}>
        Reject selected
      </Button>
    </fieldset>
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

function countText(total: number, place: Desk['place']): string {
  const { status, npi, search } = place
  const sought = `${npi === undefined ? '' : ` for NPI ${npi}`}${search === undefined ? '' : ` for “${search}”`}`
  if (status === 'review') return `${total} ${total === 1 ? 'approval needs' : 'approvals need'} a review${sought}`
  const what = `${status === 'all' ? '' : `${status} `}${total === 1 ? 'verification' : 'verifications'}`
  return `${total} ${what}${sought}`
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

function nothingFound({ status, npi, search, ...place }: Desk['place']): string {
  if (selects.some(({ name }) => place[name] !== undefined)) return 'No verifications match these filters.'
  if (search !== undefined) return `No verifications found for “${search}”.`
  if (status === 'review') return 'No approvals need a review.'
  if (status !== 'all') return `No ${status} verifications found.`
  return npi === undefined ? 'No verifications have been submitted yet.' : `No verifications found for NPI ${npi}.`
}

function RequestRow({ request, desk }: { request: Verification; desk: Desk }) {
  const { id, npi, createdAt, approvedAt, rejectionReason, note, imageUrl } = request
  const status = statusOf(request)
  const isCurrent = id === desk.openId
  const isSelected = desk.selected.some((one) => one.id === id)
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
          state={desk.entryState}
          replace={desk.isWide}
          aria-current={isCurrent}
          className="rounded-badge underline-offset-3 hover:underline"
        >
          <span>{credentialsText(request)}</span>{' '}
          <span className="font-normal break-words">{providerText(request)}</span>
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
      {status === 'pending' && <Waiting request={request} ownEmail={desk.ownEmail} />}
      {rejectionReason !== undefined && <p className="text-danger">Rejection Reason: {rejectionReason}</p>}
      {note !== undefined && <p className="break-words">Note: {note}</p>}
      {failure !== undefined && <InlineAlert>{failure}</InlineAlert>}
      <RowActions>
        {imageUrl !== undefined && (
          <RowLink to={desk.addressOf({ id, isPreviewOpen: true })} state={{ ...desk.entryState, isFromDesk: true }}>
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
            <RowCheck
              label="Select"
              of={`${credentialsText(request)}, NPI ${npi}`}
              checked={isSelected}
              disabled={desk.isRejecting || (!isSelected && desk.selected.length >= verificationPageSizeMax)}
              onChange={() => desk.toggle(request)}
            />
          </>
        )}
      </RowActions>
    </StatusRecord>
  )
}

/** How long a request waits, what failed, and whether an admin works on it. */
function Waiting({ request, ownEmail }: { request: Verification; ownEmail: string | undefined }) {
  const { createdAt, checks, claim } = request
  const hasFailed = checks.some(({ result }) => result === 'failed')
  return (
    <>
      <p className={hasFailed ? 'text-danger' : undefined}>
        {agoText(createdAt, Date.now())} · {checksText(request)}
      </p>
      {claim !== undefined && (
        <div>
          <Badge tone="info">{claim.by === ownEmail ? 'Claimed by you' : `Claimed by ${claim.by}`}</Badge>
        </div>
      )}
    </>
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
