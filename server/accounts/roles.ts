/** What an account may do beyond its own things. Asked of the database each time, so that a change holds at once everywhere. */
import type { Kysely } from 'kysely'
import type { Tables } from '../parts/database-tables.ts'
import { findById } from './account-store.ts'

/** Whether the account is an admin's. */
export async function isAdmin(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  return (await findById(db, accountId))?.isAdmin === true
}
