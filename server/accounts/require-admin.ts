import type { AuditAction } from '../audit/actions.ts'
import { countRefusal } from '../audit/count-refusal.ts'
import type { Fail } from '../http/verb.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { isAdmin } from './account.ts'

/** `action` names what was refused, for the audit log. */
export async function requireAdmin(
  database: Database,
  { accountId, action }: { accountId: string; action: Extract<AuditAction, `${string}_refused`> },
  fail: Fail<'admin_only'>,
): Promise<void> {
  if (await isAdmin(database.db, accountId)) return
  await inTransaction(database, (trx) => countRefusal(trx, { actor: accountId, action, subject: accountId }))
  fail('admin_only', undefined)
}
