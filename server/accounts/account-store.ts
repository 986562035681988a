/** The SQL of accounts. */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../parts/database-tables.ts'
import { uuidv7 } from '../parts/uuid.ts'

/** Makes an account and answers its id; undefined when the address has one already, also when both are made at once. */
export async function insertAccount(
  trx: Transaction<Tables>,
  account: { email: string; phone: string; passwordHash: string },
): Promise<string | undefined> {
  const { email, phone, passwordHash } = account
  const inserted = await trx
    .insertInto('accounts')
    .values({ id: uuidv7(), email, phone, password_hash: passwordHash })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** What signing in needs of an account; the address in lower case. */
export async function findByEmail(db: Kysely<Tables>, email: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'password_hash as passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** What an account shows its owner. */
export async function findById(db: Kysely<Tables>, id: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'phone', 'npi', 'credentials', 'is_admin as isAdmin'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Replaces a hash by one of the same password, unless the password was changed since. */
export async function replaceHash(
  trx: Transaction<Tables>,
  change: { accountId: string; from: string; to: string },
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ password_hash: change.to })
    .where('id', '=', change.accountId)
    .where('password_hash', '=', change.from)
    .execute()
}

/** Gives the account of this address the role or takes it; answers its id, or undefined when nothing changed. */
export async function changeRole(
  trx: Transaction<Tables>,
  email: string,
  isAdmin: boolean,
): Promise<string | undefined> {
  const changed = await trx
    .updateTable('accounts')
    .set({ is_admin: isAdmin })
    .where('email', '=', email)
    .where('is_admin', '=', !isAdmin)
    .returning('id')
    .executeTakeFirst()
  return changed?.id
}

/**
 * Sets the verified NPI and credentials of an account to those of its running approvals. Fails with the database's 23505 when
 * another account has that NPI.
 */
export async function setVerified(
  trx: Transaction<Tables>,
  accountId: string,
  approved: readonly { npi: string; credential: string }[],
): Promise<void> {
  const credentials = [...new Set(approved.map(({ credential }) => credential))]
  await trx
    .updateTable('accounts')
    .set({ npi: approved[0]?.npi ?? null, credentials: JSON.stringify(credentials) })
    .where('id', '=', accountId)
    .execute()
}
