/** Tells the sales team that an account is interested in a plan: a letter to the operator's address. */
import type { Api } from '#contract/api'
import { salesRequestsPerDay } from '#contract/limits'
import { plans } from '#contract/plans'
import { type AttemptParts, daySeconds, takeAttempt } from '../accounts/attempts.ts'
import { ownAddress } from '../accounts/own-address.ts'
import type { Verb } from '../http/verb.ts'
import { salesRequest } from '../mail/letters/sales-request.ts'
import { queueLetter } from '../mail/queue.ts'
import { type Database, inTransaction } from '../parts/database.ts'
import type { MailSettings } from '../settings-mail.ts'

const rule = {
  name: 'sales-request',
  what: 'requests to our sales team',
  limit: salesRequestsPerDay,
  windowSeconds: daySeconds,
}

/** The verb of it; the sentence of its answer is the specification's. */
export function contactSales(
  parts: { database: Database; settings: Pick<MailSettings, 'operatorEmail'> } & AttemptParts,
): Verb<Api['contactSales']> {
  const { database, settings } = parts
  return async ({ body: { tier }, caller: { accountId }, fail }) => {
    await takeAttempt(parts, rule, accountId, fail)
    const email = await ownAddress(database.db, accountId)
    const addressee = { to: settings.operatorEmail, accountId }
    await inTransaction(database, (trx) =>
      queueLetter(trx, addressee, salesRequest({ accountId, email, plan: plans[tier].name })),
    )
    return { output: { message: 'Our sales team will contact you shortly to discuss pricing options.' } }
  }
}
