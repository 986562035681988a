import type { Kysely } from 'kysely'
import { hasHappenedSince } from '../audit/history.ts'
import type { Tables } from '../platform/database/tables.ts'
import { findDefault, oldestMade } from './key-store.ts'

/** Before these, somebody else may have had the account and its keys. */
const changesOfAccess = ['account.password_reset', 'account.password_changed', 'account.email_changed'] as const

/** Whether any key of the account was made before such a change. */
export async function isReplaceAdvised(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  return isBeforeChange(db, accountId, await oldestMade(db, accountId))
}

export async function isDefaultOld(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  return isBeforeChange(db, accountId, (await findDefault(db, accountId)).createdAt)
}

function isBeforeChange(db: Kysely<Tables>, accountId: string, since: Date): Promise<boolean> {
  return hasHappenedSince(db, { subject: accountId, actions: changesOfAccess, since })
}
