/** The email address of an account, for letters about it. */
import type { Kysely } from 'kysely'
import type { Tables } from '../parts/database-tables.ts'
import { findById } from './account-store.ts'

/** Throws when there is no such account: ids come from sessions and keys, which go with their account. */
export async function ownAddress(db: Kysely<Tables>, accountId: string): Promise<string> {
  const account = await findById(db, accountId)
  if (account === undefined) throw new Error('The account of a running session is gone.')
  return account.email
}
