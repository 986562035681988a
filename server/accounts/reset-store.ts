/** The SQL of links to reset a password, and of requests for them. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import { uuidv7 } from '../platform/uuid.ts'

/** How long a link works. */
const validFor = '30 minutes'

/** Writes down that a link was asked for, whether or not the address has an account. */
export async function insertResetRequest(db: Kysely<Tables>, request: { email: string; isPortal: boolean }) {
  await db
    .insertInto('reset_requests')
    .values({ id: uuidv7(), email: request.email, is_portal: request.isPortal })
    .execute()
}

/** Takes every request for this address off the list. */
export async function dropResetRequests(trx: Transaction<Tables>, email: string): Promise<void> {
  await trx.deleteFrom('reset_requests').where('email', '=', email).execute()
}

/** Takes the oldest request off the list, one that no other process has in hand; it is back when the transaction fails. */
export async function takeResetRequest(trx: Transaction<Tables>) {
  return trx
    .with('oldest', (qb) =>
      qb.selectFrom('reset_requests').select('id').orderBy('id').limit(1).forUpdate().skipLocked(),
    )
    .deleteFrom('reset_requests')
    .using('oldest')
    .whereRef('reset_requests.id', '=', 'oldest.id')
    .returning(['reset_requests.email', 'reset_requests.is_portal as isPortal'])
    .executeTakeFirst()
}

/** Stores a token that works, beside those that were sent before. */
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

/** Voids every link of the account. */
export async function dropResetTokens(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx.deleteFrom('reset_tokens').where('account_id', '=', accountId).execute()
}

/** The account that a token would reset now, with its address. */
export async function findResettable(db: Kysely<Tables>, tokenHash: Buffer) {
  return db
    .selectFrom('reset_tokens')
    .innerJoin('accounts', 'accounts.id', 'reset_tokens.account_id')
    .select(['accounts.id as accountId', 'accounts.email'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Uses a token; false when it was used or voided meanwhile. Of many calls at once one succeeds. */
export async function consumeResetToken(trx: Transaction<Tables>, tokenHash: Buffer): Promise<boolean> {
  const used = await trx
    .updateTable('reset_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Forgets links that have expired, used or not. */
export async function forgetExpiredResetTokens(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  await deleteInBatches(db, { table: 'reset_tokens', key: ['account_id', 'id'], condition: sql`expires_at < ${now}` })
}
