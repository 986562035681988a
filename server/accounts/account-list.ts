/** Accounts as the operator sees them: a list of them, and one with what is known of it. Nothing secret is among it. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

/** The newest accounts, or of those the ones whose address contains `search`; with how many there are in all. */
export async function listAccounts(db: Kysely<Tables>, search: string | undefined, count: number) {
  const matching = db.selectFrom('accounts').$if(search !== undefined, (query) =>
    // Unlike a pattern, this takes every character for itself.
    query.where(sql<boolean>`position(${search?.toLowerCase()} in accounts.email) > 0`),
  )
  const accounts = await matching
    .select(['id', 'email', 'is_admin as isAdmin', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  const { total } = await matching.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { accounts, total: Number(total) }
}

/** Everything the operator may know of one account; undefined when no account has the address. */
export async function findAccount(db: Kysely<Tables>, email: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'phone', 'npi', 'credentials', 'is_admin as isAdmin'])
    .select(['email_verified_at as emailVerifiedAt', 'created_at as createdAt'])
    .where('email', '=', email)
    .executeTakeFirst()
}
