import type { Kysely } from 'kysely'
import { hasHappenedSince } from '../audit/history.ts'
import type { Tables } from '../platform/database/tables.ts'
import { findActive } from './key-store.ts'

/** Before these, somebody else may have had the account and its key. */
const changesOfAccess = ['account.password_reset', 'account.password_changed', 'account.email_changed'] as const

export async function isReplaceAdvised(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  const { createdAt } = await findActive(db, accountId)
  return hasHappenedSince(db, { subject: accountId, actions: changesOfAccess, since: createdAt })
}
