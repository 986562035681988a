/** What the audit log tells people who may see it: of one thing, of one account, or of all. */
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { AuditAction } from './actions.ts'
import { atText } from './audit-store.ts'

/** Events that one history shows. */
const eventsMax = 100

/**
 * The events about a subject, the earliest first, with the address of whoever it was. That admins opened a request is left out: whoever
 * reads this is one who does, and what was decided would drown in it.
 */
export async function historyOf(
  db: Kysely<Tables>,
  subject: string,
): Promise<{ at: string; action: string; by: string | null }[]> {
  const rows = await db
    .selectFrom('audit_events')
    .leftJoin('accounts', 'accounts.id', 'audit_events.actor')
    .select(['at', 'action', 'actor', 'email'])
    .where('subject', '=', subject)
    .where('action', '<>', 'verification.viewed' satisfies AuditAction)
    .orderBy('at')
    .limit(eventsMax)
    .execute()
  return rows.map(({ at, action, actor, email }) => ({ at: at.toISOString(), action, by: email ?? actor }))
}

/** Events, the newest first: those by or about one account, or all. */
export async function findEvents(db: Kysely<Tables>, about: string | undefined, count: number) {
  return db
    .selectFrom('audit_events')
    .select([atText.as('time'), 'actor', 'action', 'subject', 'details'])
    .$if(about !== undefined, (query) =>
      query.where((is) => is.or([is('subject', '=', about ?? ''), is('actor', '=', about ?? '')])),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
}
