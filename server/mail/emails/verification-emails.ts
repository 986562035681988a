import { endOfDayText } from '#contract/days'
import { productName } from '#contract/product'
import { checkQuestions } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import { composeEmail, type Email } from '../email.ts'

export interface DecidedVerification {
  publicUrl: string
  npi: string
  credential: string
  status: 'approved' | 'rejected' | 'revoked'
  reason: string | null
  note: string | null
  expiresAt: Date | null
}

const subjects = {
  approved: 'Your credential is verified',
  rejected: 'Your request could not be approved',
  revoked: 'Your verification was taken back',
} as const

const nextSteps: Readonly<Record<string, string>> = {
  'Image is not clear': 'Send a sharper picture: in daylight, from straight above, with all four corners in it.',
  'Credentials expired': 'Send the document that is valid now.',
  'Information does not match':
    'Compare the NPI, your name and the document. What the registry has is corrected at nppes.cms.hhs.gov.',
  'Document appears altered': 'Send a picture of the document as it was issued, without markings and not edited.',
  'Wrong credential type': 'Choose the credential that the document shows and send it again.',
}

export function verificationDecidedEmail(decided: DecidedVerification): Email {
  const { publicUrl, npi, credential, status, reason, note, expiresAt } = decided
  const step = reason === null ? undefined : nextSteps[reason]
  return composeEmail({
    kind: 'verification-decided',
    subject: subjects[status],
    paragraphs: [
      status === 'approved'
        ? `Your ${credential} credential for the NPI ${npi} is verified.`
        : status === 'rejected'
          ? `Your request for ${credential} and the NPI ${npi} was looked at and could not be approved.`
          : `The verification of your ${credential} credential for the NPI ${npi} no longer holds.`,
    ],
    facts: [
      ...(reason === null ? [] : [['Reason', reason] as const]),
      ...(note === null ? [] : [['Note', note] as const]),
      ...(expiresAt === null ? [] : [['Valid until', lastDayText(expiresAt)] as const]),
    ],
    link: { label: 'Open My Verifications', url: `${publicUrl}/myPortal` },
    closing: [...(step === undefined ? [] : [step]), `You get this because you have an account with ${productName}.`],
  })
}

/** An approval that needs a review since a list was replaced. */
export function verificationReviewEmail({
  publicUrl,
  npi,
  credential,
  checks,
}: {
  publicUrl: string
  npi: string
  credential: string
  checks: readonly Check[]
}): Email {
  return composeEmail({
    kind: 'verification-review',
    subject: `A reviewer will look at your ${credential} verification again`,
    paragraphs: [
      `A public list that the ${credential} verification for the NPI ${npi} was compared with has a new version, and says something else now.`,
      'The verification holds until a reviewer has looked at it. You need not do anything.',
    ],
    facts: checks.map(({ code, sentence, source: { name, date } }) => [
      checkQuestions[code],
      `${sentence} (${name}${date === null ? '' : `, ${date}`})`,
    ]),
    link: { label: 'Open My Verifications', url: `${publicUrl}/myPortal` },
    closing: ['If the list is wrong, its publisher corrects it; each is named above.'],
  })
}

export function verificationExpiringEmail({
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
}): Email {
  return composeEmail({
    kind: 'verification-expiring',
    subject: `Your ${credential} verification ends in ${days} days`,
    paragraphs: [
      `The verification of your ${credential} credential for the NPI ${npi} lasts until ${lastDayText(expiresAt)}.`,
      'Send the document that is valid then, and it goes on without a gap.',
    ],
    link: { label: 'Open My Verifications', url: `${publicUrl}/myPortal` },
  })
}

/** The last day of an approval, such as December 31, 2026; `end` is a moment that `endOfDay` made. */
function lastDayText(end: Date): string {
  const day = new Date(endOfDayText(end).slice(0, 10))
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(day)
}
