import { dayText } from '../../ui/format.ts'
import { Skeleton } from '../../ui/loading.tsx'
import { StatusBadge } from '../../ui/rows.tsx'
import { NpiDigits } from '../../ui/text.tsx'
import { CheckList } from './CheckList.tsx'
import { compare } from './comparison.ts'
import { EarlierRequests } from './EarlierRequests.tsx'
import { ExpiryLine } from './ExpiryLine.tsx'
import { HistoryList } from './HistoryList.tsx'
import { ImageFacts } from './ImageFacts.tsx'
import { ComparisonTable, SubPanel } from './pieces.tsx'
import type { Desk } from './use-desk.ts'
import type { Review } from './use-review.ts'
import { actionText, credentialsInFull, statusOf } from './words.ts'

/** Everything that the open request is decided by. */
export function Evidence({ desk }: { desk: Desk }) {
  const { data, error } = desk.review
  // That it did not come is said where the image would be.
  if (desk.openId === undefined || (data === undefined && error !== null)) return null
  if (data === undefined) {
    return (
      <div aria-busy="true" className="flex animate-late flex-col gap-4 p-4">
        {['h-7 w-48', 'h-5 w-64', 'h-40 w-full', 'h-64 w-full'].map((size) => (
          <Skeleton key={size} size={size} />
        ))}
      </div>
    )
  }
  return <LoadedEvidence review={data} desk={desk} />
}

function LoadedEvidence({ review, desk }: { review: Review; desk: Desk }) {
  const { verification, submitter, image, earlier, history } = review
  return (
    <>
      <SubPanel title={credentialsInFull(verification)}>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p>
            NPI: <NpiDigits npi={verification.npi} />
          </p>
          <StatusBadge status={statusOf(verification)} />
        </div>
        <p className="text-sm break-words text-muted">
          Submitted by {submitter.email}, {dayText(verification.createdAt)}
        </p>
        <DecisionMade review={review} />
      </SubPanel>
      <SubPanel title="Checks">
        <CheckList checks={verification.checks} isReading={verification.isReading} />
      </SubPanel>
      <SubPanel title="Submitted and registry">
        <ComparisonTable label="Submitted and registry" columns={['Submitted', 'Registry']} rows={compare(review)} />
      </SubPanel>
      <SubPanel title="Earlier requests">
        <EarlierRequests request={verification} earlier={earlier} addressOf={desk.addressOf} />
      </SubPanel>
      <SubPanel title="Image">
        <ImageFacts image={image} />
      </SubPanel>
      <SubPanel title="History">
        <HistoryList history={history} />
      </SubPanel>
    </>
  )
}

/** Who decided, when, and how; nothing while it is pending. */
function DecisionMade({ review: { verification, history } }: { review: Review }) {
  if (statusOf(verification) === 'pending') return null
  const decision = history.findLast(({ action }) => /^verification\.(approved|rejected|revoked)$/.test(action))
  const { expiresAt, isExpired = false, rejectionReason, note } = verification
  return (
    <div className="flex flex-col gap-1 text-sm break-words">
      {decision !== undefined && (
        <p>
          {actionText(decision.action)} by {decision.by ?? 'nobody known'}, {dayText(decision.at)}
        </p>
      )}
      {expiresAt !== undefined && <ExpiryLine expiresAt={expiresAt} isExpired={isExpired} />}
      {rejectionReason !== undefined && <p>Rejection Reason: {rejectionReason}</p>}
      {note !== undefined && <p>Note: {note}</p>}
    </div>
  )
}
