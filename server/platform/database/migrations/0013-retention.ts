/** Where the audit chain begins once retention has cut off its first rows, and indexes for retention. */
import { type Kysely, sql } from 'kysely'

export async function addRetention(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_start')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'bytea', (column) => column.notNull())
    .addColumn('mac', 'bytea')
    .execute()
  await sql`insert into audit_start (id, sequence, hash) values ('only', 0, '')`.execute(db)

  await db.schema.createIndex('usage_days_day').on('usage_days').column('day').execute()
  await db.schema.createIndex('quota_periods_start').on('quota_periods').column('period_start').execute()
  await db.schema.createIndex('recent_requests_at').on('recent_requests').column('at').execute()
}
