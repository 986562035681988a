/**
 * Takes over the payment provider's state: the only way a payment changes a plan (E2). Events only say there is
 * something to ask: they may come late, twice, in any order. An answer is written only if nothing else was since the
 * question. Change, audit event, email and mark of the event are one transaction.
 */
import type { Transaction } from 'kysely'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { PaymentsAwayError } from '../platform/payments/errors.ts'
import type { PaidSubscription, PaymentEvent, Payments } from '../platform/payments/payments.ts'
import { recordChange, reportChange } from './set-plan.ts'
import { findCustomer, insertEvent, lockSubscription, type StoredSubscription, setPaid } from './subscription-store.ts'

export interface BillingParts {
  database: Database
  payments: Payments
  publicUrl: string
}

const attemptsMax = 8

/** Brings the account to the provider's state; once per event. Throws a PaymentsAwayError where it is not in time. */
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
      // The account is gone.
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
  const notice = { accountId: stored.account_id, email: stored.email, actor: 'payments', publicUrl }
  // A granted plan holds, so a change of what is paid is not worth an email.
  const report = stored.granted_tier === null ? reportChange : recordChange
  const [from, to] = [stored.tier, paid?.tier ?? 'free']
  if (from !== to) await report(trx, notice, { kind: 'changed', from, to })
  if (paid === undefined || paid.isEnding === stored.is_pending_downgrade) return
  const { tier, periodEnd } = paid
  await report(trx, notice, paid.isEnding ? { kind: 'ends', tier, at: periodEnd } : { kind: 'goes-on', tier })
}

/** For all requests of one event or change of plan, in ms. Stripe resends events after seconds, and people wait. */
const waitMsMax = 2_000

/** Limits all waiting together; then it throws a PaymentsAwayError. A later answer is ignored. */
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
