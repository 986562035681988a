/** The SQL of links that prove an address. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import { uuidv7 } from '../platform/uuid.ts'

/** How long a link works: people read mail at least once a day. */
const validFor = '24 hours'

/** Stores a proof that works, beside those that were sent before. */
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

/** Voids every link that was not used. They are kept, to say of an address that is verified that it is. */
export async function voidProofs(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx
    .updateTable('email_proofs')
    .set({ voided_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute()
}

/** The account and address of a link that works, and the address that the account has now. */
export async function findUsableProof(db: Kysely<Tables>, tokenHash: Buffer) {
  return db
    .selectFrom('email_proofs')
    .innerJoin('accounts', 'accounts.id', 'email_proofs.account_id')
    .select(['email_proofs.account_id as accountId', 'email_proofs.email', 'accounts.email as present'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Uses a proof, and answers its address; undefined when there is none of this token, or it was used, voided or has expired. */
export async function consumeProof(trx: Transaction<Tables>, tokenHash: Buffer): Promise<string | undefined> {
  const used = await trx
    .updateTable('email_proofs')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('email')
    .executeTakeFirst()
  return used?.email
}

/** The account and address of any link, whatever became of it, as long as the address is the account's and verified. */
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

/** The address that is to take the place of the account's, while its link works: the one asked for last. */
export async function findPendingEmail(db: Kysely<Tables>, accountId: string): Promise<string | undefined> {
  const pending = await db
    .selectFrom('email_proofs')
    .innerJoin('accounts', 'accounts.id', 'email_proofs.account_id')
    .select('email_proofs.email')
    .whereRef('accounts.email', '!=', 'email_proofs.email')
    .where('email_proofs.account_id', '=', accountId)
    .where('email_proofs.used_at', 'is', null)
    .where('email_proofs.voided_at', 'is', null)
    .where('email_proofs.expires_at', '>', sql<Date>`now()`)
    .orderBy('email_proofs.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return pending?.email
}

/** Forgets links that have expired, followed or not, with the address that they were sent to. */
export async function forgetExpiredProofs(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  await deleteInBatches(db, { table: 'email_proofs', key: ['account_id', 'id'], condition: sql`expires_at < ${now}` })
}
