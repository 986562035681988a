/** What all of CMS's files have alike. */
import { hasValidCheckDigit } from '#registry/npi'

export const federal = {
  kind: 'medicare',
  state: null,
  terms: 'A work of the United States government, in the public domain.',
  wholeRollOf: [],
} as const

/** Where it is no NPI. */
export function npiRefusal(npi: string): { refused: string } | undefined {
  return hasValidCheckDigit(npi) ? undefined : { refused: 'NPI: expected an NPI' }
}

/** Y or N; null for none, undefined for anything else. */
export function flagOf(text: string): boolean | null | undefined {
  if (text === '') return null
  return /^[YN]$/i.test(text) ? /^Y$/i.test(text) : undefined
}

/** I or O, the day of the enrollment and a serial number. */
export function isEnrollmentId(text: string): boolean {
  return /^[IO]\d{14}$/.test(text)
}
