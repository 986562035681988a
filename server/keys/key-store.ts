/** The SQL of API keys. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../parts/database-tables.ts'

/** A key as it is stored; nothing of it is in the clear. */
export interface NewKeyRow {
  accountId: string
  id: string
  lookupHash: Buffer
  sealed: Buffer
}

/** Whose a key is. */
export interface FoundKey {
  accountId: string
  keyId: string
  /** When it was replaced; null for one that works. */
  revokedAt: Date | null
}

/** Stores a key that works; fails when the account has one already. */
export async function insertRow(trx: Transaction<Tables>, row: NewKeyRow): Promise<void> {
  await trx
    .insertInto('api_keys')
    .values({
      account_id: row.accountId,
      id: row.id,
      lookup_hash: row.lookupHash,
      sealed: row.sealed,
      revoked_at: null,
    })
    .execute()
}

/** Ends the working key of an account. The account's row is locked, so calls at the same time take turns. */
export async function revokeActive(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
  await trx
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** The key with this keyed hash, working or replaced; undefined when there is none. */
export async function findByHash(db: Kysely<Tables>, lookupHash: Buffer): Promise<FoundKey | undefined> {
  return db
    .selectFrom('api_keys')
    .select(['account_id as accountId', 'id as keyId', 'revoked_at as revokedAt'])
    .where('lookup_hash', '=', lookupHash)
    .executeTakeFirst()
}

/** The working key of an account; every account has one. */
export async function findActive(db: Kysely<Tables>, accountId: string): Promise<{ id: string; sealed: Buffer }> {
  return db
    .selectFrom('api_keys')
    .select(['id', 'sealed'])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
}
