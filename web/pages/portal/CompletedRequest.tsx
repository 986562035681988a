import type { Verification } from '#contract/verifications'
import { Button } from '../../ui/buttons.tsx'
import { dayText } from '../../ui/format.ts'
import { StatusRecord } from '../../ui/rows.tsx'
import { NpiDigits } from '../../ui/text.tsx'
import { Expiry } from './Expiry.tsx'
import { nextStep } from './next-steps.ts'
import { ReasonBox } from './pieces.tsx'
import { RequestChecks } from './RequestChecks.tsx'
import { RequestImage } from './RequestImage.tsx'
import { RequestSteps } from './RequestSteps.tsx'
import { RequestTitle } from './RequestTitle.tsx'

interface CompletedRequestProps {
  request: Verification
  /** Asks for it anew. */
  readAnew: () => Promise<Verification | undefined>
  /** Asked to submit the same once more, with another image. */
  onAgain: () => void
}

/** A request that was decided: until when it lasts, or why it was rejected and what to do next. */
export function CompletedRequest({ request, readAnew, onAgain }: CompletedRequestProps) {
  const { status, npi, createdAt, approvedAt, expiresAt, isExpired = false, rejectionReason, isRevoked, note } = request
  const isApproved = status === 'approved'
  const decidedOn = approvedAt === undefined ? 'N/A' : dayText(approvedAt)
  const step = rejectionReason === undefined ? undefined : nextStep(rejectionReason)
  return (
    <StatusRecord
      status={isApproved ? 'approved' : 'rejected'}
      title={<RequestTitle credentials={request.credentials} />}
    >
      <p>
        NPI: <NpiDigits npi={npi} />
      </p>
      <p>Submitted on: {dayText(createdAt)}</p>
      <p>{isApproved ? `Approved: ${decidedOn}` : `Reviewed: ${decidedOn}`}</p>
      <RequestSteps request={request} />
      {isApproved && expiresAt !== undefined && (
        <Expiry expiresAt={expiresAt} isExpired={isExpired} onRenew={onAgain} />
      )}
      {!isApproved && rejectionReason !== undefined && (
        <ReasonBox label="Rejection Reason:" reason={rejectionReason}>
          {isRevoked === true && <p>This was approved before; the approval was taken back.</p>}
          {note !== undefined && <p>The reviewer writes: {note}</p>}
          {step !== undefined && <p>{step}</p>}
          <Button look="plain" onClick={onAgain}>
            Submit again
          </Button>
        </ReasonBox>
      )}
      <RequestChecks request={request} isOpen={false} />
      <RequestImage request={request} readAnew={readAnew} />
    </StatusRecord>
  )
}
