/**
 * The audit log (`audit_events`) and the chain over it (`audit_seals`, `audit_head`, `audit_anchors`). Events, seals
 * and anchors are only inserted. No foreign key ties a seal to its event: both would have to be on one machine.
 */
import { type Kysely, sql } from 'kysely'

export async function addAudit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('actor', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('details', 'jsonb', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_events_at').on('audit_events').columns(['at', 'id']).execute()
  await db.schema.createIndex('audit_events_subject').on('audit_events').columns(['subject', 'at']).execute()

  await db.schema
    .createTable('audit_seals')
    .addColumn('sequence', 'bigint', (column) => column.primaryKey())
    .addColumn('event_id', 'text', (column) => column.notNull().unique())
    .addColumn('hash', 'bytea', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('audit_head')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'bytea', (column) => column.notNull())
    .addColumn('mac', 'bytea')
    .addColumn('sealed_until', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
  await sql`insert into audit_head (id, sequence, hash) values ('only', 0, '')`.execute(db)

  await db.schema
    .createTable('audit_anchors')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'bytea', (column) => column.notNull())
    .addColumn('mac', 'bytea', (column) => column.notNull())
    .execute()
}
