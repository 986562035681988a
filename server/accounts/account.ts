/** An account by its id: what is known of it. Each call asks the database, so a change applies everywhere at once. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

export const npiIndex = 'accounts_npi'

export async function findById(db: Kysely<Tables>, id: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'phone', 'npi', 'credentials'])
    .select(['is_admin as isAdmin', 'is_emailed_on_quota as quotaEmails'])
    .select('is_emailed_weekly as weeklyEmails')
    .select(sql<boolean>`email_verified_at is not null`.as('emailVerified'))
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function isAdmin(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  return (await findById(db, accountId))?.isAdmin === true
}

/** Of a caller. Throws when it is gone: its session or key was checked a moment ago, so it was just deleted. */
export async function callersAccount(db: Kysely<Tables>, accountId: string) {
  const account = await findById(db, accountId)
  if (account === undefined) throw new Error('The account of a running session is gone.')
  return account
}

/** The address for emails to a caller. */
export async function ownAddress(db: Kysely<Tables>, accountId: string): Promise<string> {
  return (await callersAccount(db, accountId)).email
}

export async function lockAccount(trx: Transaction<Tables>, id: string): Promise<string> {
  const { email } = await trx
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return email
}

/** Sets the verified NPI and credentials to those of approvals in force. Fails by `npiIndex` when the NPI is taken. */
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
