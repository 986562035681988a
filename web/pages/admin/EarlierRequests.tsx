import type { Verification } from '#contract/verifications'
import { dayText } from '../../ui/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { StatusBadge } from '../../ui/rows.tsx'
import { NpiDigits } from '../../ui/text.tsx'
import type { Desk } from './use-desk.ts'
import { credentialsText, statusOf } from './words.ts'

interface EarlierRequestsProps {
  request: Verification
  earlier: readonly Verification[]
  addressOf: Desk['addressOf']
}

/** Other requests of the same account or for the same NPI. */
export function EarlierRequests({ request, earlier, addressOf }: EarlierRequestsProps) {
  if (earlier.length === 0) return <p className="text-sm text-muted">None of the same account or for the same NPI.</p>
  return (
    <ul className="flex flex-col gap-3">
      {earlier.map((other) => (
        <li key={other.id} className="flex flex-col items-start gap-1 text-sm">
          <div className="flex w-full items-start justify-between gap-3">
            <TextLink to={addressOf({ id: other.id })}>
              {credentialsText(other)}, submitted {dayText(other.createdAt)}
            </TextLink>
            <StatusBadge status={statusOf(other)} />
          </div>
          <p className="text-muted">
            {other.npi === request.npi ? 'For the same NPI' : 'By the same account, for NPI '}
            {other.npi !== request.npi && <NpiDigits npi={other.npi} />}
          </p>
          {other.rejectionReason !== undefined && <p>Rejection Reason: {other.rejectionReason}</p>}
        </li>
      ))}
    </ul>
  )
}
