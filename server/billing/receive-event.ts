/**
 * Takes in news of the payment provider. Whoever sends them must have signed them; then they are reason to ask the provider, and
 * its answer has its effect once for each of them. Returning means that the effect is kept, so news that were not answered
 * may be sent again without harm.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { fail } from '../http/verb.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Delivery } from '../platform/payments/payments.ts'
import { findAccount } from './subscription-store.ts'
import { type BillingParts, takeOver } from './take-over.ts'

export type ReceiveEvent = (delivery: Delivery) => Promise<void>

/** Kinds of news that a subscription may have changed with; all others have no effect. */
const relevant = /^(customer\.subscription\.|checkout\.session\.|invoice\.(paid|payment_))/

/** For how long the mark of news is kept: their signature holds for minutes, and their sender tries for days. */
const eventsKept = sql`interval '30 days'`

/** Makes the function that takes news in: fails with `event_unsigned`, and as any question to the provider. */
export function receiveEvent(parts: BillingParts): ReceiveEvent {
  return async (delivery) => {
    const event = parts.payments.readEvent(delivery)
    if (event === undefined) return fail('event_unsigned', undefined)
    if (!relevant.test(event.type) || event.customerId === undefined) return
    const accountId = await findAccount(parts.database.db, event.customerId)
    if (accountId !== undefined) await takeOver(parts, accountId, event)
  }
}

/** Forgets marks of news that cannot come again. */
export async function forgetOldPaymentEvents(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`received_at < ${now} - ${eventsKept}`
  await deleteInBatches(db, { table: 'payment_events', key: ['id'], condition })
}
