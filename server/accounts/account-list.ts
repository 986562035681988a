/** Accounts as the operator sees them; nothing secret is shown. */
import { type Kysely, sql } from 'kysely'
import { countRows } from '../platform/database/count-rows.ts'
import type { Tables } from '../platform/database/tables.ts'

/** The newest accounts whose address contains `search`, and the total. */
export async function listAccounts(db: Kysely<Tables>, search: string | undefined, count: number) {
  const matching = db.selectFrom('accounts').$if(search !== undefined, (query) =>
    // position() rather than LIKE: no character is special.
    query.where(sql<boolean>`position(${search?.toLowerCase()} in accounts.email) > 0`),
  )
  const accounts = await matching
    .select(['id', 'email', 'is_admin as isAdmin', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  return { accounts, total: await countRows(matching) }
}

export async function findAccount(db: Kysely<Tables>, email: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'phone', 'npi', 'credentials', 'is_admin as isAdmin'])
    .select(['email_verified_at as emailVerifiedAt', 'created_at as createdAt'])
    .where('email', '=', email)
    .executeTakeFirst()
}
