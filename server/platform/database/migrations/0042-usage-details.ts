/** What the list of requests tells of each, and usage by hour and day with key, route, error and time taken. */
import { type Kysely, sql } from 'kysely'

export async function addUsageDetails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('recent_requests')
    .addColumn('request_id', 'text')
    .addColumn('key_id', 'text')
    .addColumn('bytes', 'integer')
    .addColumn('code', 'text')
    .addColumn('sentence', 'text')
    .execute()

  await db.schema
    .createTable('usage_sums')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('span', 'text', (column) => column.notNull())
    .addColumn('start', 'timestamptz', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('route', 'text', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .addColumn('time_us', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_sums_pkey', ['account_id', 'span', 'start', 'key_id', 'route', 'code'])
    .addCheckConstraint('usage_sums_span', sql`span in ('hour', 'day')`)
    .execute()
  await db.schema.createIndex('usage_sums_start').on('usage_sums').columns(['span', 'start']).execute()

  await db.schema
    .createTable('usage_times')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('span', 'text', (column) => column.notNull())
    .addColumn('start', 'timestamptz', (column) => column.notNull())
    .addColumn('bucket', 'smallint', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_times_pkey', ['account_id', 'span', 'start', 'bucket'])
    .addCheckConstraint('usage_times_span', sql`span in ('hour', 'day')`)
    .execute()
  await db.schema.createIndex('usage_times_start').on('usage_times').columns(['span', 'start']).execute()
}
