import type { Verification } from '#contract/verifications'
import { dayText } from '../../ui/format.ts'
import { StatusRecord } from '../../ui/rows.tsx'
import { NpiDigits } from '../../ui/text.tsx'
import { RequestChecks } from './RequestChecks.tsx'
import { RequestImage } from './RequestImage.tsx'
import { RequestSteps } from './RequestSteps.tsx'
import { RequestTitle } from './RequestTitle.tsx'

interface PendingRequestProps {
  request: Verification
  /** Asks for it anew. */
  readAnew: () => Promise<Verification | undefined>
  /** Shows what was checked right away. */
  isNew: boolean
}

/** A request that waits for its decision. */
export function PendingRequest({ request, readAnew, isNew }: PendingRequestProps) {
  return (
    <StatusRecord status="pending" title={<RequestTitle credentials={request.credentials} />}>
      <p>
        NPI: <NpiDigits npi={request.npi} />
      </p>
      <p>Submitted on: {dayText(request.createdAt)}</p>
      <RequestSteps request={request} />
      <RequestChecks request={request} isOpen={isNew} />
      <RequestImage request={request} readAnew={readAnew} />
    </StatusRecord>
  )
}
