/** How many emails strangers can have sent to one address, with or without an account. Known browsers count apart. */
import type { Kysely } from 'kysely'
import type { Fail } from '../http/verb.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { AttemptLimits } from '../settings.ts'
import { findById } from './account.ts'
import { type AttemptParts, attemptRules, isAllowed, takeAttempt } from './attempts.ts'
import { findDevice } from './devices.ts'

type EmailParts = { database: { db: Kysely<Tables> }; settings: { attempts: AttemptLimits } } & AttemptParts

interface Recipient {
  email: string
  device?: string | undefined
}

export async function mayEmail(parts: EmailParts, recipient: Recipient): Promise<boolean> {
  const { rule, subject } = await countedBy(parts, recipient)
  return isAllowed(parts, rule, subject)
}

/** An unverified address may be somebody else's. */
export async function mayEmailOwner(parts: EmailParts, accountId: string): Promise<boolean> {
  const account = await findById(parts.database.db, accountId)
  return account === undefined || account.emailVerified || mayEmail(parts, account)
}

export async function takeEmail(
  parts: EmailParts,
  recipient: Recipient,
  fail: Fail<'too_many_attempts'>,
): Promise<void> {
  const { rule, subject } = await countedBy(parts, recipient)
  await takeAttempt(parts, rule, subject, fail)
}

/** By account: its owner can make any number of browsers known. */
async function countedBy(parts: EmailParts, { email, device }: Recipient) {
  const { emails, emailsOfOwner } = attemptRules(parts.settings.attempts)
  const accountId = await findDevice(parts.database.db, { email, device })
  return accountId === undefined ? { rule: emails, subject: email } : { rule: emailsOfOwner, subject: accountId }
}
