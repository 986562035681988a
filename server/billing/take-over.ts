import type { Transaction } from 'kysely'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { PaymentsAwayError } from '../platform/payments/errors.ts'
import type { PaidSubscription, PaymentEvent, Payments } from '../platform/payments/payments.ts'
import { recordChange, tellChange } from './set-plan.ts'
import { findCustomer, insertEvent, lockSubscription, type StoredSubscription, setPaid } from './subscription-store.ts'

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

/**
 * Milliseconds for all questions of one event, or of one change of plan, together. Stripe wants its news taken within seconds and
 * sends them again where they were not, and whoever changes a plan is waiting.
 */
const waitMsMax = 2_000

/**
 * Makes a function that waits for what it is given, as long as all its waiting together takes no longer than the limit; then it
 * throws a PaymentsAwayError. An answer that comes later is left unread.
 */
function waitingTime(): <T>(ask: () => Promise<T>) => Promise<T> {
  let leftMs = waitMsMax
  return async (ask) => {
    const sinceMs = performance.now()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new PaymentsAwayError(`it was waited for ${waitMsMax} ms in all`)), leftMs)
    })
    try {
      return await Promise.race([ask(), late])
    } finally {
      clearTimeout(timer)
      leftMs = Math.max(0, leftMs - (performance.now() - sinceMs))
    }
  }
}
