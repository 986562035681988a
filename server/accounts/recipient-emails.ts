/**
 * How many emails a stranger can have sent to one address: by signing up with it, by asking to change to it, by asking to reset its
 * password, and by what they do in an account whose address is not proven. All of these count together, by the recipient, whether or
 * not it has an account. A browser that has signed in to the account of the address has as many of its own.
 */
import type { Kysely } from 'kysely'
import type { Fail } from '../http/verb.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { AttemptLimits } from '../settings.ts'
import { attemptRules } from './attempt-rules.ts'
import { type AttemptParts, isAllowed, takeAttempt } from './attempts.ts'
import { findDevice } from './devices.ts'

type EmailParts = { database: { db: Kysely<Tables> }; settings: { attempts: AttemptLimits } } & AttemptParts

interface Recipient {
  email: string
  device?: string | undefined
}

/** Counts an email to this address; false when it is one too many. */
export async function mayEmail(parts: EmailParts, recipient: Recipient): Promise<boolean> {
  const { rule, subject } = await countedBy(parts, recipient)
  return isAllowed(parts, rule, subject)
}

/** Counts an email to this address, or ends the call with the time to come back. */
export async function takeEmail(
  parts: EmailParts,
  recipient: Recipient,
  fail: Fail<'too_many_attempts'>,
): Promise<void> {
  const { rule, subject } = await countedBy(parts, recipient)
  await takeAttempt(parts, rule, subject, fail)
}

/** By account rather than by browser: who may sign in may make any number of browsers known. */
async function countedBy(parts: EmailParts, { email, device }: Recipient) {
  const { emails, emailsOfOwner } = attemptRules(parts.settings.attempts)
  const accountId = await findDevice(parts.database.db, { email, device })
  return accountId === undefined ? { rule: emails, subject: email } : { rule: emailsOfOwner, subject: accountId }
}
