import type { Verification } from '#contract/verifications'
import { dayText } from '../../ui/format.ts'
import { Steps } from './pieces.tsx'

/** How far a request has come: submitted, in review, decided. */
export function RequestSteps({ request }: { request: Verification }) {
  const { status, createdAt, approvedAt, isReading } = request
  const isPending = status === 'pending'
  return (
    <Steps
      label="Progress of this request"
      items={[
        { name: 'Submitted', text: dayText(createdAt), state: 'done' },
        {
          name: 'In review',
          text: isPending ? (isReading ? 'Reading the document' : 'Waiting for a reviewer') : 'By a reviewer',
          state: isPending ? 'now' : 'done',
        },
        {
          name: 'Decided',
          text: isPending ? 'We write to you' : approvedAt === undefined ? 'N/A' : dayText(approvedAt),
          state: isPending ? 'ahead' : 'done',
        },
      ]}
    />
  )
}
