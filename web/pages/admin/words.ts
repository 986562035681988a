/** The desk's words for what the contract names by codes, and the days on which an approval may end. */
import { dayStillRunning } from '#contract/days'
import { approvalYearsDefault, approvalYearsMax } from '#contract/limits'
import {
  type CheckCode,
  type CheckResult,
  type CredentialType,
  checkNames,
  credentialTypes,
  type VerificationStatus,
} from '#contract/verification-words'
import type { Check, Verification } from '#contract/verifications'
import type { BadgeTone } from '../../ui/Badge.tsx'
import { readableDays } from '../../ui/format.ts'

/** When the list does not load (specification, section 8). */
export const listFailure = 'Failed to load verifications. Please try again later.'

/** Such as James Huntwell, VA. */
export function providerText({ provider }: Pick<Verification, 'provider'>): string {
  if (provider === undefined) return 'Name unknown'
  return provider.state === null ? provider.name : `${provider.name}, ${provider.state}`
}

export const resultWords: Record<CheckResult, { words: string; tone: BadgeTone }> = {
  passed: { words: 'Passed', tone: 'success' },
  failed: { words: 'Failed', tone: 'danger' },
  warning: { words: 'Check closely', tone: 'warning' },
  unknown: { words: 'Unknown', tone: 'plain' },
}

/** Such as 2 failed, 1 to check closely, 4 unknown, 9 passed. */
export function countsText(checks: readonly Check[]): string {
  const counted = (result: CheckResult) => checks.filter((check) => check.result === result).length
  return (['failed', 'warning', 'unknown', 'passed'] as const)
    .filter((result) => counted(result) > 0)
    .map(
      (result) => `${counted(result)} ${result === 'warning' ? 'to ' : ''}${resultWords[result].words.toLowerCase()}`,
    )
    .join(', ')
}

/** Such as 2 failed: NPI active, Document expiry; 4 unknown, 9 passed. */
export function checksText({ checks }: Pick<Verification, 'checks'>): string {
  const failed = checks.filter(({ result }) => result === 'failed').map(({ code }) => checkNames[code])
  const others = countsText(checks.filter(({ result }) => result !== 'failed'))
  const named = failed.length === 0 ? '' : `${failed.length} failed: ${failed.join(', ')}`
  return [named, others].filter((part) => part !== '').join('; ')
}

/** What the document says of something; reading ends with the decision at the latest. */
export function documentText(
  { checks, isReading }: Pick<Verification, 'checks' | 'isReading'>,
  code: CheckCode,
): string {
  const said = checks.find((check) => check.code === code)?.sentence
  return said === undefined ? (isReading ? 'Not read yet.' : 'Not read.') : readableDays(said)
}

export function requestsText(count: number): string {
  return count === 1 ? '1 request' : `${count} requests`
}

export function statusOf({ status }: Pick<Verification, 'status'>): VerificationStatus {
  const lower = status.toLowerCase()
  return lower === 'approved' || lower === 'rejected' ? lower : 'pending'
}

/** Whether an admin has to do something: it is pending, or is an approval that needs a review. */
export function isWaiting(request: Pick<Verification, 'status' | 'needsReview'>): boolean {
  return statusOf(request) === 'pending' || request.needsReview !== undefined
}

export function credentialsText({ credentials }: Pick<Verification, 'credentials'>): string {
  return credentials.join(', ')
}

export function credentialsInFull({ credentials }: Pick<Verification, 'credentials'>): string {
  return credentials.map((name) => (isType(name) ? `${credentialTypes[name]} (${name})` : name)).join(', ')
}

function isType(name: string): name is CredentialType {
  return name in credentialTypes
}

export function approvalDays(): { first: string; standard: string; last: string } {
  const now = new Date()
  return {
    first: dayAfter(new Date(dayStillRunning(now)), { days: 1 }),
    standard: dayAfter(now, { years: approvalYearsDefault }),
    last: dayAfter(now, { years: approvalYearsMax }),
  }
}

/** Whether an approval may end on a day; undefined is the default. */
export function isApprovalDay(day: string | undefined): boolean {
  const { first, last } = approvalDays()
  return day === undefined || (day >= first && day <= last)
}

function dayAfter(now: Date, { days = 0, years = 0 }: { days?: number; years?: number }): string {
  const day = new Date(now)
  day.setUTCDate(day.getUTCDate() + days)
  day.setUTCFullYear(day.getUTCFullYear() + years)
  return day.toISOString().slice(0, 10)
}
