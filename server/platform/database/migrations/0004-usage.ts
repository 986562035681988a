/** Use of the API: calls of a quota's period, sums by day, the last calls, and each process's last written batch. */
import { type Kysely, sql } from 'kysely'

export async function addUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quota_periods')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('period_start', 'timestamptz', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('is_warned', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('is_told_used_up', 'boolean', (column) => column.notNull().defaultTo(false))
    .addPrimaryKeyConstraint('quota_periods_pkey', ['account_id', 'period_start'])
    .execute()

  await db.schema
    .createTable('usage_days')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('day', 'date', (column) => column.notNull())
    .addColumn('route', 'text', (column) => column.notNull())
    .addColumn('status_class', 'smallint', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .addColumn('time_us', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_days_pkey', ['account_id', 'day', 'route', 'status_class'])
    .execute()

  await db.schema
    .createTable('recent_requests')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('at', 'timestamptz', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('status', 'smallint', (column) => column.notNull())
    .addColumn('time_us', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('recent_requests_pkey', ['account_id', 'id'])
    .execute()

  await db.schema
    .createTable('usage_writers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('batch', 'integer', (column) => column.notNull())
    .addColumn('written_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
}
