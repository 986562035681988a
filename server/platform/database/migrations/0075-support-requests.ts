/** Requests to support, without their text, and files in waiting emails. */
import { type Kysely, sql } from 'kysely'

export async function addSupportRequests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('support_requests')
    .addColumn('number', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('closed_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('support_requests_account')
    .on('support_requests')
    .columns(['account_id', 'created_at'])
    .execute()
  await db.schema.alterTable('letters').addColumn('file_type', 'text').addColumn('sealed_file', 'bytea').execute()
}
