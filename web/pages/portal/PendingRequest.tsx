import type { Verification } from '#contract/verifications'
import { dayText } from '../../ui/dates.ts'
import { NpiDigits } from '../../ui/NpiDigits.tsx'
import { StatusRecord } from '../../ui/StatusRecord.tsx'
import { RequestChecks } from './RequestChecks.tsx'
import { RequestSteps } from './RequestSteps.tsx'
import { RequestTitle } from './RequestTitle.tsx'

/** A request that waits for its decision; `isNew` shows what was checked right away. */
export function PendingRequest({ request, isNew }: { request: Verification; isNew: boolean }) {
  return (
    <StatusRecord status="pending" title={<RequestTitle credentials={request.credentials} />}>
      <p>
        NPI: <NpiDigits npi={request.npi} />
      </p>
      <p>Submitted on: {dayText(request.createdAt)}</p>
      <RequestSteps request={request} />
      <RequestChecks request={request} isOpen={isNew} />
    </StatusRecord>
  )
}
