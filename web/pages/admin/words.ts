/** Words of the desk for what the contract names by codes. */
import {
  type CheckResult,
  type CredentialType,
  credentialTypes,
  type VerificationStatus,
  verificationStatuses,
} from '#contract/verification-words'
import type { Verification } from '#contract/verifications'
import type { BadgeTone } from '../../ui/Badge.tsx'

/** When the list does not load (specification, section 8). */
export const listFailure = 'Failed to load verifications. Please try again later.'

/** The state of a request; the desk is answered in lower case, developers are not. */
export function statusOf({ status }: Pick<Verification, 'status'>): VerificationStatus {
  const lower = status.toLowerCase()
  return lower === 'approved' || lower === 'rejected' ? lower : 'pending'
}

export function statusWords(status: VerificationStatus): string {
  return verificationStatuses[status]
}

/** Credentials joined by commas. */
export function credentialsText({ credentials }: Pick<Verification, 'credentials'>): string {
  return credentials.join(', ')
}

/** The same in full: Medical Doctor (MD). */
export function credentialsInFull({ credentials }: Pick<Verification, 'credentials'>): string {
  return credentials.map((name) => (isType(name) ? `${credentialTypes[name]} (${name})` : name)).join(', ')
}

function isType(name: string): name is CredentialType {
  return name in credentialTypes
}

/** What a check came to. */
export const resultWords: Record<CheckResult, { words: string; tone: BadgeTone }> = {
  passed: { words: 'Passed', tone: 'success' },
  failed: { words: 'Failed', tone: 'danger' },
  warning: { words: 'Look closer', tone: 'warning' },
  unknown: { words: 'Unknown', tone: 'plain' },
}

/** What comes of comparing what was submitted with the registry. */
export const verdictWords: Record<CheckResult, { words: string; tone: BadgeTone }> = {
  passed: { words: 'Agrees', tone: 'success' },
  failed: { words: 'Differs', tone: 'danger' },
  warning: { words: 'Look closer', tone: 'warning' },
  unknown: { words: 'Cannot tell', tone: 'plain' },
}

const actionWords: Readonly<Record<string, string>> = {
  'verification.submitted': 'Submitted',
  'verification.approved': 'Approved',
  'verification.rejected': 'Rejected',
  'verification.revoked': 'Approval taken back',
  'image.viewed': 'Image viewed',
}

/** What happened to a request, for people. */
export function actionText(action: string): string {
  return actionWords[action] ?? action
}
