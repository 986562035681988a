/** Words of verifications for server, screens and documentation. What the specification names is word for word. */

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

/** In the order in which they are shown, with what each asks. */
export const checkCodes = {
  'npi.check_digit': 'Is the NPI’s check digit right?',
  'npi.found': 'Is the NPI in the registry?',
  'npi.active': 'Is the NPI active?',
  'npi.individual': 'Does the NPI belong to a person?',
  'credential.agrees': 'Does the registry know the person by this credential?',
  'licenses.on_file': 'Which licenses are on file?',
  'exclusion.listed': 'Is the person excluded from federal health programmes?',
  'image.seen_before': 'Was the image sent before?',
  'image.edited': 'Are there signs of editing?',
  'document.name': 'Does the document name the person?',
  'document.license': 'Does the document show a license number on file?',
  'document.expiry': 'Is the document still valid?',
} as const

export type CheckCode = keyof typeof checkCodes

export function keysOf<const T extends object>(table: T): [keyof T & string, ...(keyof T & string)[]] {
  // A literal table has the names of its type and no others, and at least one.
  return Object.keys(table) as [keyof T & string, ...(keyof T & string)[]]
}
