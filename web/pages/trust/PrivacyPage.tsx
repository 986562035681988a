import { blocks } from './contents/privacy.ts'
import { TrustText } from './TrustText.tsx'

export function PrivacyPage() {
  return <TrustText title="Privacy" sentence="What personal data we keep, why, and for how long." blocks={blocks} />
}
