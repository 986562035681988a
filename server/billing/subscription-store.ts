/** The SQL of stored subscriptions; subscription.ts says which plan holds now. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tier } from '#contract/plans'
import type { Tables } from '../platform/database/tables.ts'
import type { PaidSubscription } from '../platform/payments/payments.ts'

export type StoredSubscription = Selectable<Tables['subscriptions']> & { email: string }

/** Made if it is not there, and locked until the end of the transaction; undefined where the account is gone. */
export async function lockSubscription(
  trx: Transaction<Tables>,
  accountId: string,
): Promise<StoredSubscription | undefined> {
  const locked = await selectLocked(trx, accountId).executeTakeFirst()
  if (locked !== undefined) return locked
  await trx
    .insertInto('subscriptions')
    .columns(['account_id'])
    .expression(trx.selectFrom('accounts').select('id').where('id', '=', accountId).forKeyShare())
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
  return selectLocked(trx, accountId).executeTakeFirst()
}

function selectLocked(trx: Transaction<Tables>, accountId: string) {
  return trx
    .selectFrom('subscriptions')
    .innerJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .selectAll('subscriptions')
    .select('accounts.email')
    .where('account_id', '=', accountId)
    .forUpdate('subscriptions')
}

export async function setGrant(trx: Transaction<Tables>, accountId: string, tier: Tier | null): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ granted_tier: tier, updated_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .execute()
}

export interface StoredCustomer {
  id: string
  /** An answer of the provider is written only over the revision before the question. */
  revision: number
  requestNumber: number
}

/** Undefined before the first checkout, and once the event had its effect. */
export async function findCustomer(
  db: Kysely<Tables>,
  accountId: string,
  eventId?: string,
): Promise<StoredCustomer | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .select(['customer_id as id', 'revision', 'request_number as requestNumber'])
    .where('account_id', '=', accountId)
    .$if(eventId !== undefined, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payment_events')
              .select('payment_events.id')
              .where('payment_events.id', '=', eventId ?? ''),
          ),
        ),
      ),
    )
    .executeTakeFirst()
  return row === undefined || row.id === null ? undefined : { ...row, id: row.id }
}

export async function findAccount(db: Kysely<Tables>, customerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .select('account_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.account_id
}

export async function setCustomer(trx: Transaction<Tables>, accountId: string, customerId: string): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ customer_id: customerId, updated_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .execute()
}

export async function nextRequest(db: Kysely<Tables>, accountId: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ request_number: sql<number>`request_number + 1` })
    .where('account_id', '=', accountId)
    .execute()
}

export async function setPaid(
  trx: Transaction<Tables>,
  stored: StoredSubscription,
  paid: PaidSubscription | undefined,
): Promise<void> {
  const isSame =
    stored.subscription_id === (paid?.id ?? null) && stored.is_pending_downgrade === (paid?.isEnding ?? false)
  await trx
    .updateTable('subscriptions')
    .set({
      tier: paid?.tier ?? 'free',
      period_start: paid?.periodStart ?? null,
      period_end: paid?.periodEnd ?? null,
      is_pending_downgrade: paid?.isEnding ?? false,
      subscription_id: paid?.id ?? null,
      revision: sql<number>`revision + 1`,
      request_number: sql<number>`request_number + ${isSame ? 0 : 1}`,
      check_at: paid === undefined ? checkWhileOpen : checkAfter(paid.periodEnd),
      updated_at: sql<Date>`now()`,
    })
    .where('account_id', '=', stored.account_id)
    .execute()
}

/** A checkout page may be paid on for a day; an hour to spare. */
const checkoutLasts = sql.lit('25 hours')

const soon = sql.lit('5 minutes')

const checkWhileOpen = sql<Date | null>`case when checkout_at > now() - ${checkoutLasts}::interval then check_at end`

function checkAfter(end: Date) {
  return sql<Date>`greatest(${end}::timestamptz + interval '2 minutes', now() + ${soon}::interval)`
}

export async function setCheckout(db: Kysely<Tables>, accountId: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ checkout_at: sql<Date>`now()`, check_at: sql<Date>`now() + ${soon}::interval` })
    .where('account_id', '=', accountId)
    .execute()
}

/** Accounts whose events are late, each for one caller, again after growing pauses unless something was written. */
export async function claimLate(db: Kysely<Tables>, count: number): Promise<string[]> {
  const late = db
    .selectFrom('subscriptions')
    .select('account_id')
    .where('check_at', '<=', sql<Date>`now()`)
    .orderBy('check_at')
    .limit(count)
  const claimed = await db
    .updateTable('subscriptions')
    .set({
      check_at: sql<Date>`now() + greatest(${soon}::interval, (now() - coalesce(checkout_at, now())) / 2)`,
    })
    .where('account_id', 'in', late)
    .where('check_at', '<=', sql<Date>`now()`)
    .returning('account_id')
    .execute()
  return claimed.map(({ account_id }) => account_id)
}

/** False where the event had its effect already. */
export async function insertEvent(
  trx: Transaction<Tables>,
  { id, type }: { id: string; type: string },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('payment_events')
    .values({ id, type })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}
