/**
 * Where the chain over the audit log begins (`audit_start`), since rows that are kept no longer are cut off there; and indexes by
 * which what is past its time is found.
 */
import { type Kysely, sql } from 'kysely'

/** Makes the table with the start of a whole chain, and the indexes; none of them may be there. */
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
