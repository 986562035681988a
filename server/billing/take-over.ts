/**
 * Takes over what the payment provider knows: the one way in which what is paid changes a plan (E2). News only say that there is
 * something to ask; what is written is the provider's answer, so news may come late, twice and in any order. An answer is
 * written only where nothing else was written since before the question, so that an older answer never undoes a newer one. The change,
 * its audit event, its email and the mark that the news had their effect are one transaction.
 */
import type { Transaction } from 'kysely'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { PaymentsAwayError } from '../platform/payments/errors.ts'
import type { PaidSubscription, PaymentEvent, Payments } from '../platform/payments/payments.ts'
import { findCustomer, insertEvent, lockSubscription, type StoredSubscription, setPaid } from './subscription-store.ts'
import { recordChange, tellChange } from './tell-change.ts'
import { waitingTime } from './waiting-time.ts'

export interface BillingParts {
  database: Database
  payments: Payments
  publicUrl: string
}

/** How often to ask again when something else was written meanwhile; each time, something of the account has got on. */
const attemptsMax = 8

/**
 * Brings the account to what the provider knows, and answers that. With an event, does so once for each event. Throws a
 * PaymentsAwayError where the provider does not answer, takes too long over all its answers, or has too much to tell at once.
 */
export async function takeOver(
  parts: BillingParts,
  accountId: string,
  event?: PaymentEvent,
): Promise<PaidSubscription | undefined> {
  const { database, payments } = parts
  const inTime = waitingTime()
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const customer = await findCustomer(database.db, accountId, event?.id)
    if (customer === undefined) return undefined
    const paid = await inTime(() => payments.findSubscription(customer.id))
    const isWritten = await inTransaction(database, async (trx) => {
      const stored = await lockSubscription(trx, accountId)
      // With the account went all that an answer could change.
      if (stored === undefined) return true
      if (stored.revision !== customer.revision) return false
      if (event !== undefined && !(await insertEvent(trx, event))) return true
      await write(trx, parts, stored, paid)
      return true
    })
    if (isWritten) return paid
  }
  throw new PaymentsAwayError(`the subscription changed ${attemptsMax} times while it was asked for`)
}

async function write(
  trx: Transaction<Tables>,
  { publicUrl }: BillingParts,
  stored: StoredSubscription,
  paid: PaidSubscription | undefined,
): Promise<void> {
  await setPaid(trx, stored, paid)
  const telling = { accountId: stored.account_id, email: stored.email, actor: 'payments', publicUrl }
  // Where the operator granted a plan, that one holds on, so what is paid is nothing to write about.
  const tell = stored.granted_tier === null ? tellChange : recordChange
  const [from, to] = [stored.tier, paid?.tier ?? 'free']
  if (from !== to) await tell(trx, telling, { kind: 'changed', from, to })
  if (paid === undefined || paid.isEnding === stored.is_pending_downgrade) return
  const { tier, periodEnd } = paid
  await tell(trx, telling, paid.isEnding ? { kind: 'ends', tier, at: periodEnd } : { kind: 'goes-on', tier })
}
