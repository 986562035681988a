/** Events that were found for providers and wait to be made for each account that watches them. */
import { type Kysely, sql } from 'kysely'

export async function addFoundEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('found_events')
    .addColumn('id', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('events', 'jsonb', (column) => column.notNull())
    .addColumn('n', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('account_id', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  // A chunk is read once or twice and deleted: compressing it costs more than it saves.
  await sql`alter table found_events alter column events set storage external`.execute(db)
}
