/** Requests to support and sales: an email to the operator, within a limit. The text is attached as plain text. */
import type { Api } from '#contract/api'
import { salesRequestsPerDay, supportRequestsPerHour } from '#contract/limits'
import { plans } from '#contract/plans'
import { ownAddress } from '../accounts/account.ts'
import { type AttemptParts, type AttemptRule, takeAttempt } from '../accounts/attempts.ts'
import type { Fail, Verb } from '../http/verb.ts'
import type { Email } from '../mail/email.ts'
import { salesRequest, supportRequest } from '../mail/emails/operator-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { daySeconds, hourSeconds } from '../platform/times.ts'
import type { MailSettings } from '../settings.ts'

export const supportRule = {
  name: 'support-request',
  what: 'requests to support',
  limit: supportRequestsPerHour,
  windowSeconds: hourSeconds,
}

export function requestSupport(parts: OperatorEmailParts): Verb<Api['requestSupport']> {
  return async ({ body: { category, description }, caller: { accountId }, fail }) => {
    if (description === '') return fail('support_details_missing', undefined)
    const write = (from: { accountId: string; email: string }) => supportRequest({ ...from, category, description })
    await writeToOperator(parts, { accountId, rule: supportRule, write }, fail)
    return { output: { message: 'Your request is on its way to our support team, who will answer by email.' } }
  }
}

export const salesRule = {
  name: 'sales-request',
  what: 'requests to our sales team',
  limit: salesRequestsPerDay,
  windowSeconds: daySeconds,
}

export function contactSales(parts: OperatorEmailParts): Verb<Api['contactSales']> {
  return async ({ body: { tier }, caller: { accountId }, fail }) => {
    const plan = plans[tier].name
    await writeToOperator(parts, { accountId, rule: salesRule, write: (from) => salesRequest({ ...from, plan }) }, fail)
    return { output: { message: 'Our sales team will contact you shortly to discuss pricing options.' } }
  }
}

export type OperatorEmailParts = { database: Database; settings: Pick<MailSettings, 'operatorEmail'> } & AttemptParts

interface Asker {
  accountId: string
  email: string
}

/** A request that could not be stored is no attempt. */
async function writeToOperator(
  parts: OperatorEmailParts,
  { accountId, rule, write }: { accountId: string; rule: AttemptRule; write: (from: Asker) => Email },
  fail: Fail<'too_many_attempts'>,
): Promise<void> {
  const { database, settings } = parts
  const email = await ownAddress(database.db, accountId)
  let attempt: Promise<void> | undefined
  await inTransaction(database, async (trx) => {
    await queueEmail(trx, { to: settings.operatorEmail, accountId }, write({ accountId, email }))
    // Once, also when the transaction is retried; a refusal takes the email back.
    attempt ??= takeAttempt(parts, rule, accountId, fail)
    await attempt
  })
}
