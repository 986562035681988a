/** The audit log as people see it: of one subject, one account, or all. */
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { AuditAction } from './actions.ts'
import { atText } from './audit-store.ts'

const eventsMax = 100

/**
 * Earliest first, with the actor's address. Openings of a request are left out, since they would drown its decisions.
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
