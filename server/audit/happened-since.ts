import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { AuditAction } from './actions.ts'

/**
 * Whether one of these actions happened to the subject after the moment, on the database's clock; by that actor,
 * where one is named.
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
