import { type Kysely, sql } from 'kysely'

export async function addDevices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('devices')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('value_hash', 'bytea', (column) => column.notNull())
    .addColumn('last_used_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('devices_pkey', ['account_id', 'value_hash'])
    .execute()
  await db.schema.createIndex('devices_value_hash').on('devices').column('value_hash').execute()
  await db.schema.createIndex('devices_last_used_at').on('devices').column('last_used_at').execute()
}
