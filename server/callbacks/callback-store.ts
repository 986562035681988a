/** The SQL of calls to developers' programs. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { secondsFromNow } from '../platform/seconds-from-now.ts'

/** A call that is to be made now. */
export interface DueCallback {
  accountId: string
  id: string
  url: string
  body: string
  attempts: number
  ageSeconds: number
}

/** Notes a call, to be made once the transaction is. */
export async function insertCallback(
  trx: Transaction<Tables>,
  { accountId, id, url, body }: Pick<DueCallback, 'accountId' | 'id' | 'url' | 'body'>,
): Promise<void> {
  await trx.insertInto('callbacks').values({ account_id: accountId, id, url, body, given_up_at: null }).execute()
}

/** Takes calls that are due, so that no other process makes them within the lease. */
export async function claimDueCallbacks(
  db: Kysely<Tables>,
  count: number,
  leaseSeconds: number,
): Promise<DueCallback[]> {
  return db
    .with('due', (query) =>
      query
        .selectFrom('callbacks')
        .select(['account_id', 'id'])
        .where('given_up_at', 'is', null)
        .where('due_at', '<=', sql<Date>`now()`)
        .orderBy('due_at')
        .limit(count)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('callbacks')
    .from('due')
    .set(({ eb }) => ({ due_at: secondsFromNow(leaseSeconds), attempts: eb('callbacks.attempts', '+', 1) }))
    .whereRef('callbacks.account_id', '=', 'due.account_id')
    .whereRef('callbacks.id', '=', 'due.id')
    .returning(['callbacks.account_id as accountId', 'callbacks.id', 'url', 'body', 'attempts'])
    .returning(sql<number>`extract(epoch from now() - callbacks.created_at)::float8`.as('ageSeconds'))
    .execute()
}

/** Forgets a call that was made. */
export async function deleteCallback(db: Kysely<Tables>, { accountId, id }: DueCallback): Promise<void> {
  await db.deleteFrom('callbacks').where('account_id', '=', accountId).where('id', '=', id).execute()
}

/** Puts the next try off, or gives the call up. */
export async function postponeCallback(
  db: Kysely<Tables>,
  { accountId, id }: DueCallback,
  pauseSeconds: number | 'never',
): Promise<void> {
  await db
    .updateTable('callbacks')
    .set(pauseSeconds === 'never' ? { given_up_at: sql<Date>`now()` } : { due_at: secondsFromNow(pauseSeconds) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}
