/** Requests to support and sales: an email to the operator, within a limit. The text is attached as plain text. */
import type { Transaction } from 'kysely'
import type { Api } from '#contract/api'
import { salesRequestsPerDay, supportAttachmentsPerDay, supportRequestsPerHour } from '#contract/limits'
import { plans } from '#contract/plans'
import { supportMessage } from '#contract/support-words'
import { ownAddress } from '../accounts/account.ts'
import { type AttemptParts, type AttemptRule, takeAttempt } from '../accounts/attempts.ts'
import type { Fail, Verb } from '../http/verb.ts'
import type { Images } from '../images/images.ts'
import type { Email } from '../mail/email.ts'
import { salesRequest, supportRequest } from '../mail/emails/operator-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { MessageFile } from '../platform/mail/mail.ts'
import { daySeconds, hourSeconds } from '../platform/times.ts'
import type { MailSettings } from '../settings.ts'
import { readAttachment } from './attachment.ts'
import { insertRequest } from './requests.ts'

export const supportRule = {
  name: 'support-request',
  what: 'requests to support',
  limit: supportRequestsPerHour,
  windowSeconds: hourSeconds,
}

export const attachmentRule = {
  name: 'support-attachment',
  what: 'attachments',
  limit: supportAttachmentsPerDay,
  windowSeconds: daySeconds,
}

export function requestSupport(
  parts: OperatorEmailParts & { images: Pick<Images, 'prepare'> },
): Verb<Api['requestSupport']> {
  return async ({ body: { category, description, attachment }, caller: { accountId }, fail }) => {
    if (description === '') return fail('support_details_missing', undefined)
    let file: MessageFile | undefined
    if (attachment !== undefined) {
      await takeAttempt(parts, attachmentRule, accountId, fail)
      file = await readAttachment(parts.images, attachment, fail)
    }
    const write = async (trx: Transaction<Tables>, from: Asker) => {
      const number = await insertRequest(trx, { accountId, category })
      return { number, email: supportRequest({ ...from, number, category, description }) }
    }
    const { number } = await writeToOperator(parts, { accountId, rule: supportRule, write, file }, fail)
    return { output: { message: supportMessage(number), number } }
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
    const write = async (_: unknown, from: Asker) => ({ email: salesRequest({ ...from, plan }) })
    await writeToOperator(parts, { accountId, rule: salesRule, write }, fail)
    return { output: { message: 'Our sales team will contact you shortly to discuss pricing options.' } }
  }
}

export type OperatorEmailParts = { database: Database; settings: Pick<MailSettings, 'operatorEmail'> } & AttemptParts

interface Request<T> {
  accountId: string
  rule: AttemptRule
  write(trx: Transaction<Tables>, from: Asker): Promise<T>
  file?: MessageFile | undefined
}

interface Asker {
  accountId: string
  email: string
}

/** A request that could not be stored is no attempt. */
async function writeToOperator<T extends { email: Email }>(
  parts: OperatorEmailParts,
  { accountId, rule, write, file }: Request<T>,
  fail: Fail<'too_many_attempts'>,
): Promise<T> {
  const { database, settings, secrets } = parts
  const email = await ownAddress(database.db, accountId)
  let attempt: Promise<void> | undefined
  return inTransaction(database, async (trx) => {
    const written = await write(trx, { accountId, email })
    const part = file === undefined ? undefined : { file, secrets }
    await queueEmail(trx, { to: settings.operatorEmail, accountId }, written.email, part)
    // Once, also when the transaction is retried; a refusal takes the email back.
    attempt ??= takeAttempt(parts, rule, accountId, fail)
    await attempt
    return written
  })
}
