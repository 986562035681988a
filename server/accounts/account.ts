/**
 * An account, for whoever knows its id: what is known of it, and what other slices have it say. The database is asked each time, so a
 * change holds at once everywhere.
 */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

/** The index by which a verified NPI has one account. */
export const npiIndex = 'accounts_npi'

/** What an account shows its owner; undefined when there is none of this id. */
export async function findById(db: Kysely<Tables>, id: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'phone', 'npi', 'credentials', 'is_admin as isAdmin'])
    .select(sql<boolean>`email_verified_at is not null`.as('emailVerified'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Whether the account is an admin's. */
export async function isAdmin(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  return (await findById(db, accountId))?.isAdmin === true
}

/**
 * The email address of an account, for letters about it. Throws when there is no such account: ids come from sessions and keys, which
 * go with their account.
 */
export async function ownAddress(db: Kysely<Tables>, accountId: string): Promise<string> {
  const account = await findById(db, accountId)
  if (account === undefined) throw new Error('The account of a running session is gone.')
  return account.email
}

/** Locks an account until the end of the transaction; answers its address. */
export async function lockAccount(trx: Transaction<Tables>, id: string): Promise<string> {
  const { email } = await trx
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return email
}

/**
 * Sets the verified NPI and credentials of an account to those of its running approvals. Fails by the `npiIndex` when
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
