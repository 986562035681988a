/** Advice about the API key, which works on when the ways into an account change (B6). */
import type { Kysely } from 'kysely'
import { hasHappenedSince } from '../audit/happened-since.ts'
import type { Tables } from '../platform/database/tables.ts'
import { findActive } from './key-store.ts'

/** Whoever had the account before these had the key too. */
const changesOfAccess = ['account.password_reset', 'account.password_changed', 'account.email_changed'] as const

/** Whether the key is older than the last change of the ways into the account. */
export async function isReplaceAdvised(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  const { createdAt } = await findActive(db, accountId)
  return hasHappenedSince(db, { subject: accountId, actions: changesOfAccess, since: createdAt })
}
