/** The SQL of customers of whom the payment provider is to be told something. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { secondsFromNow } from '../platform/seconds-from-now.ts'
import { daySeconds } from '../platform/times.ts'

/** For how many seconds those in hand are kept from other processes: each takes some at most. */
const leaseSeconds = 240

/**
 * Notes that the provider is to be told of a customer, which may have no account any more. What is new does not wait out the pause of
 * tries that failed before, only as long as somebody may have the customer in hand.
 */
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

/** A customer of whom the provider is to be told. */
export interface CustomerChange {
  customerId: string
  revision: number
  attempts: number
  /** The address of its account; undefined where the account is gone. */
  email: string | undefined
}

/**
 * Takes up to `count` changes that are due, so that nobody else tells of them meanwhile: longer than telling takes, so that
 * an older address never arrives behind a newer one. The pause before the next try doubles up to a day.
 */
export async function claimChanges(db: Kysely<Tables>, count: number): Promise<CustomerChange[]> {
  const due = db
    .selectFrom('customer_changes')
    .select('customer_id')
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(count)
  const claimed = await db
    .updateTable('customer_changes')
    .set({
      attempts: sql<number>`attempts + 1`,
      due_at: secondsFromNow(sql<number>`least(${leaseSeconds} * power(2, least(attempts, 20)), ${daySeconds})`),
    })
    .where('customer_id', 'in', due)
    .where('due_at', '<=', sql<Date>`now()`)
    .returning(['customer_id as customerId', 'revision', 'attempts'])
    .execute()
  if (claimed.length === 0) return []
  const owners = await db
    .selectFrom('subscriptions')
    .innerJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .select(['customer_id', 'email'])
    .where(
      'customer_id',
      'in',
      claimed.map(({ customerId }) => customerId),
    )
    .execute()
  const emails = new Map(owners.map(({ customer_id, email }) => [customer_id, email]))
  return claimed.map((change) => ({ ...change, email: emails.get(change.customerId) }))
}

/** Notes that the provider knows; what changed meanwhile is due at once. */
export async function settleChange(db: Kysely<Tables>, { customerId, revision }: CustomerChange): Promise<void> {
  const settled = await db
    .deleteFrom('customer_changes')
    .where('customer_id', '=', customerId)
    .where('revision', '=', revision)
    .returning('customer_id')
    .executeTakeFirst()
  if (settled !== undefined) return
  await db
    .updateTable('customer_changes')
    .set({ due_at: sql<Date>`now()` })
    .where('customer_id', '=', customerId)
    .execute()
}
