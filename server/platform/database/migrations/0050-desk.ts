/** What the desk lists, searches and claims verifications by. */
import { type Kysely, sql } from 'kysely'

export async function addDesk(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('verifications')
    .addColumn('provider_name', 'text')
    .addColumn('provider_state', 'text')
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'timestamptz')
    .execute()
  await sql`create index verifications_failed on verifications using gin (checks jsonb_path_ops)
    where status = 'pending'`.execute(db)
  // Going through all of them fills in the names (server/verifications/recheck.ts).
  await sql`insert into source_rechecks (list, due_at, done_to) select 'registry', now(), ''
    where exists (select from verifications where status in ('pending', 'approved'))`.execute(db)
}
