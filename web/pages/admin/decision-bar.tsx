import { Check, X } from 'lucide-react'
import { approvalYearsMax, noteLengthMax } from '#contract/limits'
import type { Verification } from '#contract/verifications'
import { InlineAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { TextField } from '../../ui/fields.tsx'
import { LocalTime } from '../../ui/LocalTime.tsx'
import { RowAction } from '../../ui/rows.tsx'
import { keepToastsAbove } from '../../ui/toasts.tsx'
import type { Desk } from './use-desk.ts'
import { approvalDays, isApprovalDay, statusOf } from './words.ts'

export function DecisionBar({ desk }: { desk: Desk }) {
  const { isProcessing, rows, list, review } = desk
  const request = review.data?.verification
  if (request === undefined) return null
  const sentence = desk.failureIn('bar', request.id)
  const isPending = statusOf(request) === 'pending'
  const needsReview = request.needsReview !== undefined
  if (!isPending && !needsReview && sentence === undefined) return null
  const at = rows.findIndex(({ id }) => id === request.id)
  return (
    <section
      ref={keepToastsAbove}
      aria-label="Decision"
      className="flex flex-col gap-2 border-t border-border bg-surface px-4 py-3"
    >
      {sentence !== undefined && <InlineAlert>{sentence}</InlineAlert>}
      {isPending && (
        <>
          <ClaimLine request={request} desk={desk} />
          <ApprovalFields request={request} desk={desk} />
          <div className="flex items-center gap-2">
            <p className="mr-auto text-sm text-muted tabular-nums">
              {at === -1 ? '' : `${at + 1} of ${list.data?.total ?? rows.length}`}
            </p>
            <Button look="plain" disabled={isProcessing} onClick={() => desk.ask('reject', request)}>
              <X size={18} strokeWidth={1.75} aria-hidden="true" />
              Reject
            </Button>
            <Button disabled={!desk.mayApprove(request)} onClick={() => desk.ask('approve', request)}>
              <Check size={18} strokeWidth={1.75} aria-hidden="true" />
              Approve
            </Button>
          </div>
        </>
      )}
      {needsReview && (
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p className="mr-auto text-sm text-muted">This approval needs a review.</p>
          <Button look="plain" disabled={isProcessing} onClick={() => desk.ask('revoke', request)}>
            <X size={18} strokeWidth={1.75} aria-hidden="true" />
            Revoke
          </Button>
          <Button disabled={isProcessing} onClick={() => desk.keep(request)}>
            <Check size={18} strokeWidth={1.75} aria-hidden="true" />
            Keep
          </Button>
        </div>
      )}
    </section>
  )
}

/** A claim is a courtesy: the others see it, and can decide all the same. */
function ClaimLine({ request: { id, claim }, desk }: { request: Verification; desk: Desk }) {
  const isOwn = claim?.by === desk.ownEmail
  const failure = desk.claimedId === id ? desk.claimFailure : undefined
  return (
    <>
      {failure !== undefined && <InlineAlert>{failure}</InlineAlert>}
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <p role="status" className="min-w-0 text-sm break-words text-muted">
          {claim === undefined ? (
            'No one has claimed this request.'
          ) : (
            <>
              {isOwn ? 'You have' : `${claim.by} has`} claimed this request until <LocalTime iso={claim.until} />.
            </>
          )}
        </p>
        {(claim === undefined || isOwn) && (
          <RowAction disabled={desk.isClaiming} onClick={() => desk.claim(id, claim === undefined)}>
            {claim === undefined ? 'Claim' : 'Release'}
          </RowAction>
        )}
      </div>
    </>
  )
}

function ApprovalFields({ request, desk }: { request: Verification; desk: Desk }) {
  const { first, standard, last } = approvalDays()
  const { expiresAt, note } = desk.draftOf(request)
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      {/* Not controlled: a date that is half typed has no value, and would be reset to the last whole one. */}
      <TextField
        key={request.id}
        label="Expires"
        type="date"
        min={first}
        max={last}
        defaultValue={expiresAt ?? standard}
        error={isApprovalDay(expiresAt) ? undefined : `Choose a day after today, within ${approvalYearsMax} years.`}
        onChange={({ target }) => desk.setDraft(request, { expiresAt: target.value })}
      />
      <TextField
        label="Note (optional)"
        maxLength={noteLengthMax}
        value={note ?? ''}
        onChange={({ target }) => desk.setDraft(request, { note: target.value === '' ? undefined : target.value })}
      />
    </div>
  )
}
