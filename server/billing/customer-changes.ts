/**
 * Sends changed email addresses to the payment provider, and deletes customers of deleted accounts, which ends their
 * subscriptions. Queued in the transaction of the change, sent at least once with growing pauses.
 */
import { type Kysely, sql, type Transaction } from 'kysely'
import { claim, type Job, leased, type Queue } from '../jobs/queue.ts'
import type { Tables } from '../platform/database/tables.ts'
import { reasonOf } from '../platform/error-code.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import { daySeconds, secondsFromNow } from '../platform/times.ts'
import type { BillingParts } from './take-over.ts'

const intervalMs = 5_000
const batchMax = 20

/** Longer than a whole batch takes, so that an older address never arrives after a newer one. */
const leaseSeconds = 240

const queue: Queue<'customer_changes'> = {
  table: 'customer_changes',
  key: ['customer_id'],
  isDue: sql`due_at <= now()`,
  orderBy: sql`due_at`,
  // The lease is the pause before the next try, too, and doubles up to a day.
  onClaim: leased(sql<number>`least(${leaseSeconds} * power(2, least(attempts, 20)), ${daySeconds})`),
}

/** Queues the account's customer, if it has one. One in hand is sent again afterwards. */
export async function noteCustomerChange(trx: Transaction<Tables>, accountId: string): Promise<void> {
  const stored = await trx
    .selectFrom('subscriptions')
    .select('customer_id')
    .where('account_id', '=', accountId)
    // Waits for a transaction that has just made the customer.
    .forUpdate()
    .executeTakeFirst()
  if (stored?.customer_id) await noteChangeOf(trx, stored.customer_id)
}

/** Queues a customer, whose account may be gone. A new change waits out a lease, not the pauses of failed tries. */
export async function noteChangeOf(trx: Transaction<Tables>, customerId: string): Promise<undefined> {
  await trx
    .insertInto('customer_changes')
    .values({ customer_id: customerId })
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet({
        revision: sql<number>`customer_changes.revision + 1`,
        attempts: 0,
        due_at: sql<Date>`least(greatest(customer_changes.due_at, now()), ${secondsFromNow(leaseSeconds)})`,
      }),
    )
    .execute()
  return undefined
}

export function keepSendingCustomerChanges(parts: BillingParts, warn: (sentence: string) => void): Repeating {
  return keepDoing(() => sendCustomerChanges(parts), {
    name: 'customer changes',
    everyMs: intervalMs,
    onAway: (reason) => warn(`Deleted accounts and new addresses reach the payment provider later: ${reason}.`),
  })
}

/** Answers whether there may be more. Throws the first failure, after the others were tried. */
export async function sendCustomerChanges({ database: { db }, payments }: BillingParts): Promise<boolean> {
  const changes = await claim(db, queue, batchMax)
  const emails = await emailsOf(db, changes)
  const failures: Error[] = []
  for (const change of changes) {
    const { customer_id: customerId, revision, attempts } = change
    const email = emails.get(customerId)
    // The provider repeats a failure under the same key for a day.
    const requestKey = [customerId, 'email', revision, attempts].join('|')
    try {
      if (email === undefined) await payments.deleteCustomer(customerId)
      else await payments.setEmail({ requestKey, customerId, email })
      await settle(db, change)
    } catch (error) {
      failures.push(new Error(`${reasonOf(error)} (customer ${customerId})`, { cause: error }))
    }
  }
  if (failures[0] !== undefined) throw failures[0]
  return changes.length === batchMax
}

/** Read after the claim, so that no address is older than the revision. */
async function emailsOf(db: Kysely<Tables>, changes: readonly Job<'customer_changes'>[]) {
  if (changes.length === 0) return new Map<string | null, string>()
  const ids = changes.map(({ customer_id }) => customer_id)
  const owners = await db
    .selectFrom('subscriptions')
    .innerJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .select(['customer_id', 'email'])
    .where('customer_id', 'in', ids)
    .execute()
  return new Map(owners.map(({ customer_id, email }) => [customer_id, email]))
}

async function settle(db: Kysely<Tables>, { customer_id, revision }: Job<'customer_changes'>): Promise<void> {
  const settled = await db
    .deleteFrom('customer_changes')
    .where('customer_id', '=', customer_id)
    .where('revision', '=', revision)
    .returning('customer_id')
    .executeTakeFirst()
  if (settled !== undefined) return
  await db
    .updateTable('customer_changes')
    .set({ due_at: sql<Date>`now()` })
    .where('customer_id', '=', customer_id)
    .execute()
}
