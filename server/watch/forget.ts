/** Removes what is no longer watched: all of an account at once, the members of a deleted roster day by day. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import { forgetOldEvents } from './events.ts'

/** Rows in a statement, which has two seconds. */
const batchMax = 5_000

/** All that the account has of rosters and events. */
export async function forgetWatchOf(trx: Transaction<Tables>, accountId: string): Promise<void> {
  const rosters = await trx.deleteFrom('rosters').where('account_id', '=', accountId).returning('id').execute()
  for (const { id } of rosters) await dropMembers(trx, id)
  await deleteInBatches(trx, { table: 'watch_events', key: ['position'], condition: sql`account_id = ${accountId}` })
}

/** Old events, members of rosters that are gone, and what is known of providers that no roster has. */
export async function forgetUnwatched(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  await forgetOldEvents(db, now)
  // Jumps from roster to roster in the index.
  const { rows } = await sql<{ id: string }>`
    with recursive ids as (
      select min(roster_id) as id from roster_members
      union all select (select min(roster_id) from roster_members where roster_id > ids.id) from ids where id is not null)
    select id from ids where id is not null and not exists (select from rosters where rosters.id = ids.id)`.execute(db)
  for (const { id } of rows) await dropMembers(db, id)
  for (let after = '0'; ; ) {
    const last = await db.transaction().execute((trx) => dropUnwatched(trx, after))
    if (last === undefined) return
    after = last
  }
}

/** Locked first: a member that is being added waits, and then inserts what was deleted. */
async function dropUnwatched(trx: Transaction<Tables>, after: string): Promise<string | undefined> {
  const locked = await trx
    .selectFrom('watched_providers')
    .select('npi')
    .where('npi', '>', after)
    .orderBy('npi')
    .limit(batchMax)
    .forUpdate()
    .execute()
  const npis = locked.map(({ npi }) => npi)
  const { rows } = await sql<{ npi: string }>`delete from watched_providers where npi = any(${npis}::bigint[])
    and not exists (select from roster_members where roster_members.npi = watched_providers.npi) returning npi`.execute(
    trx,
  )
  const dropped = rows.map(({ npi }) => npi)
  await sql`delete from watched_facts where npi = any(${dropped}::bigint[])`.execute(trx)
  return npis.at(-1)
}

async function dropMembers(db: Kysely<Tables>, rosterId: string): Promise<void> {
  const condition = sql`roster_id = ${rosterId}`
  await deleteInBatches(db, { table: 'roster_members', key: ['roster_id', 'npi'], condition })
}
