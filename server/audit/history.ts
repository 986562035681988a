/** What the audit log tells of one thing, for people who may see it. */
import type { Kysely } from 'kysely'
import type { Tables } from '../parts/database-tables.ts'

/** Events that one history shows. */
const eventsMax = 100

/** The events about a subject, the earliest first, with the address of whoever it was. */
export async function historyOf(
  db: Kysely<Tables>,
  subject: string,
): Promise<{ at: string; action: string; by: string | null }[]> {
  const rows = await db
    .selectFrom('audit_events')
    .leftJoin('accounts', 'accounts.id', 'audit_events.actor')
    .select(['at', 'action', 'actor', 'email'])
    .where('subject', '=', subject)
    .orderBy('at')
    .limit(eventsMax)
    .execute()
  return rows.map(({ at, action, actor, email }) => ({ at: at.toISOString(), action, by: email ?? actor }))
}
