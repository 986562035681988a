/** The SQL of calls that bear an Idempotency-Key. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

/** A call, by whose key it is. */
export interface KeyedCall {
  accountId: string
  key: string
  /** SHA-256 of what was sent. */
  bodyHash: Buffer
}

/** How long an answer is remembered, and after which time a call without one counts as abandoned by a process that died. */
export const rememberedFor = sql`interval '1 day'`
const abandonedAfter = sql`interval '2 minutes'`

/** Notes a call that begins; false when one with its key is under way or answered. */
export async function beginCall(db: Kysely<Tables>, { accountId, key, bodyHash }: KeyedCall): Promise<boolean> {
  await db
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', accountId)
    .where(
      sql<boolean>`(created_at < now() - ${rememberedFor} or (answer is null and created_at < now() - ${abandonedAfter}))`,
    )
    .execute()
  const begun = await db
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, key, body_hash: bodyHash })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return begun !== undefined
}

/** What is known of the call with this key. */
export function findCall(db: Kysely<Tables>, { accountId, key }: Pick<KeyedCall, 'accountId' | 'key'>) {
  return db
    .selectFrom('idempotency_keys')
    .select(['body_hash as bodyHash', 'answer'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Remembers the answer, together with what the call has done. */
export async function rememberAnswer(trx: Transaction<Tables>, call: KeyedCall, answer: string): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({ answer })
    .where('account_id', '=', call.accountId)
    .where('key', '=', call.key)
    .execute()
}

/** Forgets a call that failed, so that it may be made again. */
export async function forgetCall(db: Kysely<Tables>, { accountId, key }: KeyedCall): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('answer', 'is', null)
    .execute()
}
