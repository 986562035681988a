/** Exports of searches. A row outlasts its account until the files are removed. */
import { type Kysely, sql } from 'kysely'

export async function addExports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('exports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.references('accounts.id').onDelete('set null'))
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('filters', 'jsonb', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('fields', 'jsonb')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('queued'))
    .addColumn('rows_total', 'integer', (column) => column.notNull())
    .addColumn('rows_written', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('parts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('calls', 'integer', (column) => column.notNull())
    .addColumn('period_start', 'timestamptz')
    .addColumn('version', 'text')
    .addColumn('reason', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('finished_at', 'timestamptz')
    .addColumn('expires_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('exports_account').on('exports').columns(['account_id', 'id']).execute()
  await db.schema.createIndex('exports_due_at').on('exports').column('due_at').execute()
}
