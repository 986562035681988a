import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import { uuidv7 } from '../platform/uuid.ts'

const validFor = '24 hours'

const isUsable = sql<boolean>`email_proofs.used_at is null and email_proofs.voided_at is null
  and email_proofs.expires_at > now()`

export async function insertProof(
  trx: Transaction<Tables>,
  { accountId, email, tokenHash }: { accountId: string; email: string; tokenHash: Buffer },
): Promise<void> {
  await trx
    .insertInto('email_proofs')
    .values({
      account_id: accountId,
      id: uuidv7(),
      email,
      token_hash: tokenHash,
      expires_at: sql<Date>`now() + ${validFor}::interval`,
    })
    .execute()
}

/** They are kept to tell that the address is verified. */
export async function voidProofs(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx
    .updateTable('email_proofs')
    .set({ voided_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute()
}

export async function findUsableProof(db: Kysely<Tables>, tokenHash: Buffer) {
  return db
    .selectFrom('email_proofs')
    .innerJoin('accounts', 'accounts.id', 'email_proofs.account_id')
    .select(['email_proofs.account_id as accountId', 'email_proofs.email', 'accounts.email as present'])
    .where('token_hash', '=', tokenHash)
    .where(isUsable)
    .executeTakeFirst()
}

/** Undefined for an unknown, used, voided or expired token. */
export async function consumeProof(trx: Transaction<Tables>, tokenHash: Buffer): Promise<string | undefined> {
  const used = await trx
    .updateTable('email_proofs')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where(isUsable)
    .returning('email')
    .executeTakeFirst()
  return used?.email
}

/** For a link in any state, if its address is the account's and verified. */
export async function findVerified(db: Kysely<Tables>, tokenHash: Buffer) {
  return db
    .selectFrom('email_proofs')
    .innerJoin('accounts', 'accounts.id', 'email_proofs.account_id')
    .select(['accounts.id as accountId', 'accounts.email'])
    .select(sql<boolean>`email_proofs.used_at is not null and expires_at > now()`.as('isByThis'))
    .whereRef('accounts.email', '=', 'email_proofs.email')
    .where('accounts.email_verified_at', 'is not', null)
    .where('email_proofs.token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** The latest one asked for, while its link works. */
export async function findPendingEmail(db: Kysely<Tables>, accountId: string): Promise<string | undefined> {
  const pending = await db
    .selectFrom('email_proofs')
    .innerJoin('accounts', 'accounts.id', 'email_proofs.account_id')
    .select('email_proofs.email')
    .whereRef('accounts.email', '!=', 'email_proofs.email')
    .where('email_proofs.account_id', '=', accountId)
    .where(isUsable)
    .orderBy('email_proofs.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return pending?.email
}

export async function forgetExpiredProofs(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  await deleteInBatches(db, { table: 'email_proofs', key: ['account_id', 'id'], condition: sql`expires_at < ${now}` })
}
