import { daysLeft, endOfDayText, expiryText, withReadableDays } from '#contract/days'
import { productName } from '#contract/product'
import { checkNames } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import { composeEmail, dayText, type Email, greetingFor } from '../email.ts'

export interface DecidedVerification extends VerificationWords {
  status: 'approved' | 'rejected' | 'revoked'
  reason: string | null
  note: string | null
  expiresAt: Date | null
}

const subjects = {
  approved: 'Your credential is verified',
  rejected: 'Your request could not be approved',
  revoked: 'Your verification was revoked',
} as const

const nextSteps: Readonly<Record<string, string>> = {
  'Image is not clear':
    'Take a sharper photo in daylight, from straight above, with all four corners in the picture, and submit it again.',
  'Credentials expired': 'Submit your current document.',
  'Information does not match':
    'Compare the NPI, your name and the document. If the registry is out of date, correct it at nppes.cms.hhs.gov first.',
  'Document appears altered': 'Submit a photo of the original document, without edits or markings.',
  'Wrong credential type': 'Choose the credential that your document shows, and submit it again.',
}

const portal = (publicUrl: string) => ({ label: 'Open My Verifications', url: `${publicUrl}/myPortal` })

export function verificationDecidedEmail(decided: DecidedVerification): Email {
  const { publicUrl, name, npi, credential, status, reason, note, expiresAt } = decided
  const step = reason === null ? undefined : nextSteps[reason]
  return composeEmail({
    kind: 'verification-decided',
    subject: subjects[status],
    greeting: greetingFor(name),
    paragraphs: [
      status === 'approved'
        ? `Good news: your ${credential} credential for NPI ${npi} is verified.`
        : status === 'rejected'
          ? `We reviewed your ${credential} request for NPI ${npi} and couldn’t approve it.`
          : `Your ${credential} credential for NPI ${npi} is no longer verified.`,
    ],
    facts: [
      ...(reason === null ? [] : [['Reason', reason] as const]),
      ...(note === null ? [] : [['Note', note] as const]),
      ...(expiresAt === null ? [] : [['Valid until', lastDayText(expiresAt)] as const]),
    ],
    link: portal(publicUrl),
    closing: [
      ...(step === undefined ? [] : [step]),
      `You’re receiving this because you have a ${productName} account.`,
    ],
  })
}

interface VerificationWords {
  publicUrl: string
  /** As the registry has it; null for none. */
  name: string | null
  npi: string
  credential: string
}

/** An approval that needs a review since a list was replaced. */
export function verificationReviewEmail(about: VerificationWords & { checks: readonly Check[] }): Email {
  const { publicUrl, name, npi, credential, checks } = about
  return composeEmail({
    kind: 'verification-review',
    subject: `A reviewer will look at your ${credential} verification again`,
    greeting: greetingFor(name),
    paragraphs: [
      `We compare your ${credential} verification for NPI ${npi} with public lists. One of them was updated and now says something different.`,
      'Your verification stays valid until a reviewer has looked at it. There’s nothing you need to do.',
    ],
    facts: checks.map(({ code, sentence, source: { name: source, date } }) => [
      checkNames[code],
      withReadableDays(`${sentence} (${source}${date === null ? '' : `, ${date}`})`, (day) => dayText(new Date(day))),
    ]),
    link: portal(publicUrl),
    closing: ['If the list is wrong, ask its publisher to correct it. Each is named above.'],
  })
}

export function verificationExpiringEmail(about: VerificationWords & { expiresAt: Date; now: Date }): Email {
  const { publicUrl, name, npi, credential, expiresAt, now } = about
  return composeEmail({
    kind: 'verification-expiring',
    subject: `Your ${credential} verification ${expiryText(daysLeft(endOfDayText(expiresAt), now), false)}`,
    greeting: greetingFor(name),
    paragraphs: [
      `Your verified ${credential} credential for NPI ${npi} expires on ${lastDayText(expiresAt)}.`,
      'Submit your renewed document to avoid a lapse.',
    ],
    link: portal(publicUrl),
  })
}

/** The last day of an approval, such as December 31, 2026; `end` is a moment that `endOfDay` made. */
function lastDayText(end: Date): string {
  return dayText(new Date(endOfDayText(end).slice(0, 10)))
}
