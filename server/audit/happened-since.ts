/** Whether something happened, as the audit log knows it. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { AuditAction } from './actions.ts'

/**
 * Whether one of these things happened to the subject after that moment; by that actor, where one is named. The moment is one of the
 * database's clock, which events are dated by: a date that was read from it, or SQL.
 */
export async function hasHappenedSince(
  db: Kysely<Tables>,
  {
    subject,
    actions,
    since,
    actor,
  }: { subject: string; actions: readonly AuditAction[]; since: Date | RawBuilder<Date>; actor?: string },
): Promise<boolean> {
  // A date has lost the microseconds of its moment: what lies in the same millisecond is not known to be later.
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
