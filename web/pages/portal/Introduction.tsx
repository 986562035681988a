import { ShieldCheck } from 'lucide-react'
import { Notice } from '../../ui/alerts.tsx'
import { useRequests } from './use-requests.ts'

/** For those who have not submitted anything yet: what will happen, and who sees the image. */
export function Introduction() {
  const pending = useRequests('pending', 1)
  const completed = useRequests('completed', 1)
  if (pending.data?.total !== 0 || completed.data?.total !== 0) return null
  return (
    <Notice icon={ShieldCheck} title="How a verification works" tone="info">
      <p>
        You send your NPI and a photo of your license or diploma, and see at once what the national registry says. A
        reviewer then looks at the document and approves or rejects the request, and we write to you with the decision.
        Only you and our reviewers ever see the image: it is stored encrypted, and destroyed some time after the
        decision.
      </p>
    </Notice>
  )
}
