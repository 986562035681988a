/** The SQL of requests to support: what an account sees of its own, and what the operator closes. */
import { randomInt } from 'node:crypto'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Api } from '#contract/api'
import { supportRequestsListed, supportRequestYears } from '#contract/limits'
import type { SupportCategory } from '#contract/support-words'
import type { Verb } from '../http/verb.ts'
import type { Database } from '../platform/database/database.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'

const kept = sql`${supportRequestYears} * interval '1 year'`

/** Returns its number, which is random: it counts nothing. */
export async function insertRequest(
  trx: Transaction<Tables>,
  { accountId, category }: { accountId: string; category: SupportCategory },
): Promise<string> {
  for (;;) {
    const inserted = await trx
      .insertInto('support_requests')
      .values({ number: String(randomInt(10_000_000, 100_000_000)), account_id: accountId, category })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .returning('number')
      .executeTakeFirst()
    if (inserted !== undefined) return inserted.number
  }
}

export function listSupportRequests({ database: { db } }: { database: Database }): Verb<Api['listSupportRequests']> {
  return async ({ caller: { accountId } }) => {
    const rows = await db
      .selectFrom('support_requests')
      .select(['number', 'category', 'created_at', 'closed_at'])
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .limit(supportRequestsListed)
      .execute()
    const requests = rows.map(({ number, category, created_at, closed_at }) => ({
      number,
      category,
      status: closed_at === null ? ('open' as const) : ('closed' as const),
      createdAt: created_at.toISOString(),
    }))
    return { output: { requests } }
  }
}

export async function listOpenRequests(db: Kysely<Tables>, count: number) {
  return db
    .selectFrom('support_requests')
    .innerJoin('accounts', 'accounts.id', 'support_requests.account_id')
    .select(['number', 'category', 'accounts.email', 'support_requests.created_at as createdAt'])
    .where('closed_at', 'is', null)
    .orderBy('support_requests.created_at')
    .limit(count)
    .execute()
}

/** False where no open request has the number. */
export async function closeRequest(db: Kysely<Tables>, number: string): Promise<boolean> {
  const closed = await db
    .updateTable('support_requests')
    .set({ closed_at: sql<Date>`now()` })
    .where('number', '=', number)
    .where('closed_at', 'is', null)
    .returning('number')
    .executeTakeFirst()
  return closed !== undefined
}

export async function forgetOldRequests(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`created_at < ${now} - ${kept}`
  await deleteInBatches(db, { table: 'support_requests', key: ['number'], condition })
}
