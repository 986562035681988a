/** The SQL of links that prove an address. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../parts/database-tables.ts'
import { deleteInBatches } from '../parts/delete-in-batches.ts'
import { uuidv7 } from '../parts/uuid.ts'

/** How long a link works: people read mail at least once a day. */
const validFor = '24 hours'

/** Stores a proof that works, and drops those of the account that were never used. */
export async function insertProof(
  trx: Transaction<Tables>,
  { accountId, email, tokenHash }: { accountId: string; email: string; tokenHash: Buffer },
): Promise<void> {
  await dropUnusedProofs(trx, accountId)
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

/** Makes every link that was never followed worthless, and clears away what has expired. */
export async function dropUnusedProofs(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx
    .deleteFrom('email_proofs')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('expires_at', '<=', sql<Date>`now()`)]))
    .execute()
}

/** Uses a proof; undefined when there is none of this token, or it was used or has expired. */
export async function consumeProof(trx: Transaction<Tables>, tokenHash: Buffer) {
  return trx
    .updateTable('email_proofs')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['account_id as accountId', 'email'])
    .executeTakeFirst()
}

/** The address that a link has proved before, as long as it is still the account's and the link has not expired. */
export async function findProved(trx: Transaction<Tables>, tokenHash: Buffer): Promise<string | undefined> {
  const proved = await trx
    .selectFrom('email_proofs')
    .innerJoin('accounts', 'accounts.id', 'email_proofs.account_id')
    .select('accounts.email')
    .whereRef('accounts.email', '=', 'email_proofs.email')
    .where('email_proofs.token_hash', '=', tokenHash)
    .where('email_proofs.used_at', 'is not', null)
    .where('email_proofs.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return proved?.email
}

/** The address that is to take the place of the account's, while its link works. */
export async function findPendingEmail(db: Kysely<Tables>, accountId: string): Promise<string | undefined> {
  const pending = await db
    .selectFrom('email_proofs')
    .innerJoin('accounts', 'accounts.id', 'email_proofs.account_id')
    .select('email_proofs.email')
    .whereRef('accounts.email', '!=', 'email_proofs.email')
    .where('email_proofs.account_id', '=', accountId)
    .where('email_proofs.used_at', 'is', null)
    .where('email_proofs.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return pending?.email
}

/** Forgets links that have expired, followed or not, with the address that they were sent to. */
export async function forgetExpiredProofs(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  await deleteInBatches(db, { table: 'email_proofs', key: ['account_id', 'id'], condition: sql`expires_at < ${now}` })
}
