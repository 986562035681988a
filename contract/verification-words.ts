/** Words of verifications for server, screens and documentation. What the specification names is word for word. */

import type { Check } from './verifications.ts'

/** Specification, section 3. */
export const credentialTypes = {
  RN: 'Registered Nurse',
  MD: 'Medical Doctor',
  DO: 'Doctor of Osteopathic Medicine',
} as const

export type CredentialType = keyof typeof credentialTypes

/** Specification, section 3. `value` is sent, stored and shown. */
export const rejectionReasons = [
  { id: 1, name: 'Image is not clear', value: 'Image is not clear' },
  { id: 2, name: 'Credentials expired', value: 'Credentials expired' },
  { id: 3, name: 'Information does not match', value: 'Information does not match' },
  { id: 5, name: 'Document appears altered', value: 'Document appears altered' },
  { id: 6, name: 'Wrong credential type', value: 'Wrong credential type' },
] as const

/** On screens and in filters; in answers to developers. */
export const verificationStatuses = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const

export type VerificationStatus = keyof typeof verificationStatuses

export const checkResults = ['passed', 'failed', 'warning', 'unknown'] as const

export type CheckResult = (typeof checkResults)[number]

/** In the order in which they are shown. The names are neutral, so that they read right beside every result. */
export const checkCodes = {
  'npi.check_digit': 'NPI check digit',
  'npi.found': 'NPI in registry',
  'npi.active': 'NPI active',
  'npi.individual': 'NPI of a person',
  'credential.agrees': 'Credential in registry',
  'licenses.on_file': 'Licenses on file',
  'license.active': 'License active',
  'license.discipline': 'Board actions',
  'exclusion.oig': 'OIG exclusion list',
  'exclusion.sam': 'SAM.gov exclusions',
  'exclusion.state': 'State exclusion lists',
  'medicare.opt_out': 'Medicare opt-out list',
  'medicare.revoked': 'Medicare revocations',
  'image.seen_before': 'Image reuse',
  'image.edited': 'Image editing',
  'document.name': 'Name on document',
  'document.license': 'License on document',
  'document.expiry': 'Document expiry',
} as const

/** With those of checks that are no longer made, which older verifications and shares have. */
export const checkNames = {
  ...checkCodes,
  'exclusion.listed': 'Federal exclusion lists',
} as const

export type CheckCode = keyof typeof checkNames

/** Where the license that a board was asked about comes from. */
export const licenseOrigins = { request: 'the request', document: 'the document', registry: 'NPPES' } as const

export type LicenseOrigin = keyof typeof licenseOrigins

/** What the titles of invented lists begin with. */
export const sampleTitle = 'Sample of '

/** Why the checks are no primary-source verification; undefined where they are one. */
export function primarySourceGap(checks: readonly Check[]): string | undefined {
  const check = checks.find(({ code }) => code === 'license.active')
  const not = 'This is not a primary-source verification: '
  if (check === undefined || check.source.date === null) return `${not}we didn’t check the license with a state board.`
  if (check.source.name.startsWith(sampleTitle)) return `${not}the list we checked is fictional.`
  if (check.result === 'unknown') return `${not}the state board’s list cannot say whether the license is active.`
  return check.result === 'warning' ? `${not}the state board’s list doesn’t clearly confirm the license.` : undefined
}

export function keysOf<const T extends object>(table: T): [keyof T & string, ...(keyof T & string)[]] {
  // A literal table has the names of its type and no others, and at least one.
  return Object.keys(table) as [keyof T & string, ...(keyof T & string)[]]
}
