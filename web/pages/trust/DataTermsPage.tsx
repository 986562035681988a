import { blocks } from './contents/data-terms.ts'
import { TrustText } from './TrustText.tsx'

export function DataTermsPage() {
  return (
    <TrustText title="Data terms" sentence="Where our data comes from, and what you may do with it." blocks={blocks} />
  )
}
