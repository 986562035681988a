/**
 * Rosters and their members, what is known of each provider on them, how far the changes of registry and lists were
 * gone through, and the events that were made of them. Members and events have no reference to their account: removing
 * a million of them takes longer than a statement may, so they go in batches (server/watch/forget.ts).
 */
import { type Kysely, sql } from 'kysely'

export async function addWatch(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rosters')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('members', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('rosters_account').on('rosters').columns(['account_id', 'id']).execute()

  await db.schema
    .createTable('roster_members')
    .addColumn('roster_id', 'text', (column) => column.notNull())
    .addColumn('npi', 'bigint', (column) => column.notNull())
    .addColumn('reference', 'text')
    .addColumn('added_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('roster_members_pkey', ['roster_id', 'npi'])
    .execute()
  await db.schema.createIndex('roster_members_npi').on('roster_members').column('npi').execute()

  await db.schema
    .createTable('watched_providers')
    .addColumn('npi', 'bigint', (column) => column.primaryKey())
    .addColumn('standing', 'text', (column) => column.notNull())
    .addColumn('is_compared', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('is_excluded', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('license_expires_on', 'date')
    .addColumn('notice_due_on', 'date')
    .addCheckConstraint('watched_providers_standing', sql`standing in ('active', 'deactivated', 'unknown')`)
    .execute()
  await db.schema
    .createIndex('watched_providers_new')
    .on('watched_providers')
    .column('npi')
    .where(sql<boolean>`not is_compared`)
    .execute()
  await db.schema
    .createIndex('watched_providers_due')
    .on('watched_providers')
    .column('notice_due_on')
    .where(sql<boolean>`notice_due_on is not null`)
    .execute()

  await db.schema
    .createTable('watched_facts')
    .addColumn('npi', 'bigint', (column) => column.notNull())
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('facts', 'jsonb', (column) => column.notNull())
    .addPrimaryKeyConstraint('watched_facts_pkey', ['npi', 'list'])
    .execute()

  await db.schema
    .createTable('watch_progress')
    .addColumn('source', 'text', (column) => column.primaryKey())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('doing', 'integer')
    .addColumn('npi', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()

  await db.schema
    .createTable('watch_events')
    .addColumn('position', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('npi', 'bigint')
    .addColumn('roster_ids', sql`text[]`, (column) => column.notNull())
    .addColumn('data', 'jsonb', (column) => column.notNull())
    .addColumn('cause', 'text', (column) => column.notNull())
    .addColumn('at', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('watch_events_account').on('watch_events').columns(['account_id', 'position']).execute()
  await sql`create unique index watch_events_cause on watch_events (account_id, cause, type, coalesce(npi, 0))`.execute(
    db,
  )
  await db.schema.createIndex('watch_events_at').on('watch_events').column('at').execute()
}
