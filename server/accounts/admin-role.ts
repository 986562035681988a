/** Grants and revokes the admin role. Sessions, key and links end with it: none gains rights it was not opened with. */
import type { Transaction } from 'kysely'
import { countRefusal } from '../audit/count-refusal.ts'
import { type AuditAction, recordEvent } from '../audit/record.ts'
import type { Fail } from '../http/verb.ts'
import { type ReplaceParts, replaceKeyOf } from '../keys/replace-key.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isAdmin as isAdminNow } from './account.ts'
import { changeRole, findByEmail } from './account-store.ts'
import { endAccess } from './sessions.ts'

export function setAdmin(
  { database, ...parts }: { database: Database } & ReplaceParts,
  { email, isAdmin }: { email: string; isAdmin: boolean },
): Promise<'changed' | 'unchanged' | 'unknown'> {
  return inTransaction(database, async (trx) => {
    const accountId = await changeRole(trx, email, isAdmin)
    if (accountId === undefined) return (await findByEmail(trx, email)) === undefined ? 'unknown' : 'unchanged'
    const action = isAdmin ? 'account.admin_granted' : 'account.admin_revoked'
    await recordEvent(trx, { actor: 'operator', action, subject: accountId })
    await endAccess(trx, accountId)
    await replaceKeyOf(trx, parts, { accountId, actor: 'operator' })
    return 'changed'
  })
}

/**
 * Replaces the API key of an admin whose password or address changed, since it decides without a session. Answers
 * whether it did; another's key stays, with advice to replace it (keys/key-advice.ts).
 */
export async function replaceAdminKey(
  trx: Transaction<Tables>,
  parts: ReplaceParts,
  accountId: string,
): Promise<boolean> {
  if (!(await isAdminNow(trx, accountId))) return false
  await replaceKeyOf(trx, parts, { accountId, actor: accountId })
  return true
}

/** `action` names what was refused, for the audit log. */
export async function requireAdmin(
  database: Database,
  { accountId, action }: { accountId: string; action: Extract<AuditAction, `${string}_refused`> },
  fail: Fail<'admin_only'>,
): Promise<void> {
  if (await isAdminNow(database.db, accountId)) return
  await inTransaction(database, (trx) => countRefusal(trx, { actor: accountId, action, subject: accountId }))
  fail('admin_only', undefined)
}
