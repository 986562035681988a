/** The audit log as people see it: of one subject, one account, or all. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { atText } from './audit-store.ts'
import type { AuditAction } from './record.ts'

const eventsMax = 100

/** Earliest first, with the actor's address, without openings of a request, which would drown its decisions. */
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

/** Whether one of these actions happened to the subject after the moment (database's clock), by that actor if named. */
export async function hasHappenedSince(
  db: Kysely<Tables>,
  {
    subject,
    actions,
    since,
    actor,
  }: { subject: string; actions: readonly AuditAction[]; since: Date | RawBuilder<Date>; actor?: string },
): Promise<boolean> {
  // A Date has lost its microseconds: within its millisecond nothing is known to be later.
  const later = since instanceof Date ? sql<Date>`${since}::timestamptz + interval '1 millisecond'` : since
  const event = await db
    .selectFrom('audit_events')
    .select('id')
    .where('subject', '=', subject)
    .where('at', '>', later)
    .where('action', 'in', actions)
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''))
    .limit(1)
    .executeTakeFirst()
  return event !== undefined
}
