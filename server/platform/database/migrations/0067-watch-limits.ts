/**
 * Which members are watched where the plan allows fewer than the account has, and the days on which exclusions end
 * that were compared before.
 */
import { type Kysely, sql } from 'kysely'

export async function addWatchLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('rosters')
    .addColumn('held_to', 'integer')
    .addColumn('watched', 'integer')
    .addColumn('watched_until', 'timestamptz')
    .addColumn('watched_npi', 'bigint')
    .execute()
  await sql`update watched_providers set notice_due_on = least(notice_due_on, ends.first)
    from (
      select npi, min((exclusion ->> 'until')::date) as first
      from watched_facts, jsonb_array_elements(facts -> 'exclusions') as exclusion
      where facts ->> 'kind' = 'exclusion' and (exclusion ->> 'isInForce')::boolean group by npi) as ends
    where ends.npi = watched_providers.npi and first is not null`.execute(db)
}
