/** The form of a request: what it holds, and what it begins with. */
import { type CredentialType, credentialTypes, keysOf } from '#contract/verification-words'
import { plainNumber } from '../../account/field-rules.ts'
import type { PreparedImage } from './prepare-image.ts'

/** What a new request begins with: nothing, or what an earlier one had. */
export interface RequestStart {
  npi?: string
  credential?: string | undefined
}

export interface RequestValues {
  npi: string
  /** Empty as long as none is chosen. */
  credential: string
  image: PreparedImage | null
}

/** The digits of an NPI as people type it, with spaces or hyphens. */
export function npiDigits(typed: string): string {
  return plainNumber(typed).replace(/[\s-]/g, '')
}

export const npiRules = {
  required: 'NPI is required',
  validate: (typed: string) => /^\d{10}$/.test(npiDigits(typed)) || 'An NPI has ten digits',
} as const

export const credentialRules = { required: 'Choose the credential that the image shows' } as const

export const imageRules = {
  validate: (image: PreparedImage | null) => image !== null || 'Please upload an image for verification',
} as const

/** Registered Nurse (RN), and the others. */
export const credentialOptions = [
  { value: '', label: 'Choose a credential' },
  ...keysOf(credentialTypes).map((value) => ({ value, label: `${credentialTypes[value]} (${value})` })),
]

/** The credential of a name, if it is one. */
export function credentialOf(text: string): CredentialType | undefined {
  return keysOf(credentialTypes).find((type) => type === text)
}
