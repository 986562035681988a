import { sql, type Transaction } from 'kysely'
import type { AuditAction } from '../audit/actions.ts'
import type { Tables } from '../platform/database/tables.ts'

const [granted, revoked] = ['account.admin_granted', 'account.admin_revoked'] satisfies AuditAction[]

const namedMax = 5

/**
 * Throws an Error with one sentence when admins and the audit log disagree. Retention may have removed the row that
 * made an old account an admin.
 */
export async function requireSameRoles(trx: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ id: string; isAdmin: boolean }>`
    select id, is_admin as "isAdmin" from accounts
    left join lateral (select action from audit_events where subject = accounts.id and action in (${granted}, ${revoked})
      order by at desc, audit_events.id desc limit 1) as last on true
    where is_admin <> coalesce(action = ${granted}, false) and not (is_admin and action is null
      and (select sequence > 0 from audit_start) and created_at < (select min(at) from audit_events))
    order by id limit ${namedMax}`.execute(trx)
  if (rows.length === 0) return
  const roles = rows.map(({ id, isAdmin }) => `${id} is ${isAdmin ? 'an admin' : 'no admin'}`)
  throw new Error(`The backup does not fit: the audit log does not say that ${roles.join(', ')}.`)
}
