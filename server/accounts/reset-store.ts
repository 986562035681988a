import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { claim, type Job, type Queue } from '../jobs/queue.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import { uuidv7 } from '../platform/uuid.ts'

const validFor = '30 minutes'

const isUsable = sql<boolean>`used_at is null and expires_at > now()`

export async function insertResetRequest(db: Kysely<Tables>, request: { email: string; isPortal: boolean }) {
  await db
    .insertInto('reset_requests')
    .values({ id: uuidv7(), email: request.email, is_portal: request.isPortal })
    .execute()
}

export async function dropResetRequests(trx: Transaction<Tables>, email: string): Promise<void> {
  await trx.deleteFrom('reset_requests').where('email', '=', email).execute()
}

const queue: Queue<'reset_requests'> = {
  table: 'reset_requests',
  key: ['id'],
  isDue: sql`true`,
  orderBy: sql`id`,
  onClaim: 'delete',
}

/** Takes the oldest request that no other process holds; it is back when the transaction fails. */
export async function takeResetRequest(trx: Transaction<Tables>): Promise<Job<'reset_requests'> | undefined> {
  return (await claim(trx, queue, 1))[0]
}

export async function insertResetToken(trx: Transaction<Tables>, accountId: string, tokenHash: Buffer): Promise<void> {
  await trx
    .insertInto('reset_tokens')
    .values({
      account_id: accountId,
      id: uuidv7(),
      token_hash: tokenHash,
      expires_at: sql<Date>`now() + ${validFor}::interval`,
    })
    .execute()
}

export async function dropResetTokens(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx.deleteFrom('reset_tokens').where('account_id', '=', accountId).execute()
}

export async function findResettable(db: Kysely<Tables>, tokenHash: Buffer) {
  return db
    .selectFrom('reset_tokens')
    .innerJoin('accounts', 'accounts.id', 'reset_tokens.account_id')
    .select(['accounts.id as accountId', 'accounts.email'])
    .where('token_hash', '=', tokenHash)
    .where(isUsable)
    .executeTakeFirst()
}

/** False when it was used or voided meanwhile; of concurrent calls one succeeds. */
export async function consumeResetToken(trx: Transaction<Tables>, tokenHash: Buffer): Promise<boolean> {
  const used = await trx
    .updateTable('reset_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where(isUsable)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export async function forgetExpiredResetTokens(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  await deleteInBatches(db, { table: 'reset_tokens', key: ['account_id', 'id'], condition: sql`expires_at < ${now}` })
}
