/** The SQL of approvals that end. */
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

export interface ExpiringVerification {
  accountId: string
  npi: string
  credential: string
  expiresAt: Date
  /** Which reminder is due, in days before the end; 0 at the end itself. */
  days: number
  email: string
}

/**
 * Takes clinicians' approvals for which a reminder, or the end, is due that nobody took before: the latest one due of each, so that
 * after a long sleep nobody gets three at once. `reminderDays` ascends. Approvals stay as long as their accounts: those that end
 * soon are found by an index of their own (server/platform/database/migrations/0016-due-indexes.ts), which the conditions have to agree with.
 */
export async function claimExpiring(
  trx: Transaction<Tables>,
  reminderDays: readonly number[],
  countMax: number,
): Promise<ExpiringVerification[]> {
  const reached = reminderDays.map(
    (days) => sql`when expires_at <= now() + ${days} * interval '1 day' then ${days}::int`,
  )
  const due = sql<number | null>`case when expires_at <= now() then 0 ${sql.join(reached, sql` `)} end`
  const rows = await trx
    .with('due', (query) =>
      query
        .selectFrom('verifications')
        .select(['account_id', 'id', due.as('days')])
        .where(sql<boolean>`status = 'approved' and is_personal and coalesce(reminded_days, 1) > 0`)
        .where('expires_at', '<=', sql<Date>`now() + ${reminderDays.at(-1) ?? 0} * interval '1 day'`)
        .where(sql<boolean>`${due} < coalesce(reminded_days, 1000000)`)
        .orderBy('expires_at')
        .limit(countMax)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('verifications')
    .from('due')
    .set({ reminded_days: sql<number>`due.days` })
    .whereRef('verifications.account_id', '=', 'due.account_id')
    .whereRef('verifications.id', '=', 'due.id')
    .returning(['verifications.account_id as accountId', 'npi', 'credential', 'expires_at as expiresAt', 'due.days'])
    .returning(({ selectFrom }) =>
      selectFrom('accounts').select('email').whereRef('accounts.id', '=', 'verifications.account_id').as('email'),
    )
    .execute()
  return rows.flatMap(({ expiresAt, days, email, ...row }) =>
    expiresAt === null || days === null || email === null ? [] : [{ ...row, expiresAt, days, email }],
  )
}
