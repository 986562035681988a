/**
 * Sends a request to the people behind the product: a letter to the operator's address, with what the caller wrote as a file of
 * plain text, so that no mail program takes it for anything else.
 */
import type { Api } from '#contract/api'
import { supportRequestsPerHour } from '#contract/limits'
import { type AttemptParts, hourSeconds, takeAttempt } from '../accounts/attempts.ts'
import { ownAddress } from '../accounts/own-address.ts'
import type { Verb } from '../http/verb.ts'
import { supportRequest } from '../mail/letters/support-request.ts'
import { queueLetter } from '../mail/queue.ts'
import { type Database, inTransaction } from '../parts/database.ts'
import type { MailSettings } from '../settings-mail.ts'

const rule = {
  name: 'support-request',
  what: 'requests to support',
  limit: supportRequestsPerHour,
  windowSeconds: hourSeconds,
}

/** The verb of it: fails with `support_details_missing` when nothing but spaces was written. */
export function requestSupport(
  parts: { database: Database; settings: Pick<MailSettings, 'operatorEmail'> } & AttemptParts,
): Verb<Api['requestSupport']> {
  const { database, settings } = parts
  return async ({ body: { category, description }, caller: { accountId }, fail }) => {
    if (description === '') return fail('support_details_missing', undefined)
    await takeAttempt(parts, rule, accountId, fail)
    const email = await ownAddress(database.db, accountId)
    const addressee = { to: settings.operatorEmail, accountId }
    await inTransaction(database, (trx) =>
      queueLetter(trx, addressee, supportRequest({ accountId, email, category, description })),
    )
    return { output: { message: 'Your request is on its way to our support team, who will answer by email.' } }
  }
}
