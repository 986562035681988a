/** An approval that ends soon. */
import { type Letter, letter } from '../letter.ts'
import { lastDayText } from './last-day-text.ts'

/** `days` is how many are left at most. */
export function verificationExpiringLetter({
  publicUrl,
  npi,
  credential,
  days,
  expiresAt,
}: {
  publicUrl: string
  npi: string
  credential: string
  days: number
  expiresAt: Date
}): Letter {
  return letter({
    kind: 'verification-expiring',
    subject: `Your ${credential} verification ends in ${days} days`,
    paragraphs: [
      `The verification of your ${credential} credential for the NPI ${npi} lasts until ${lastDayText(expiresAt)}.`,
      'Send the document that is valid then, and it goes on without a gap.',
    ],
    link: { label: 'Open My Verifications', url: `${publicUrl}/myPortal` },
  })
}
