/** Several API keys an account: names, limits and ends of keys, and the use of each. Keys made before are defaults. */
import { type Kysely, sql } from 'kysely'

export async function addMoreKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('api_keys')
    .addColumn('name', 'text', (column) => column.notNull().defaultTo('Default'))
    .addColumn('is_default', 'boolean', (column) => column.notNull().defaultTo(true))
    .addColumn('scopes', 'jsonb')
    .addColumn('networks', 'jsonb')
    .addColumn('expires_at', 'timestamptz')
    .execute()

  // An account has at most one default key.
  await db.schema.dropIndex('api_keys_active').execute()
  await db.schema
    .createIndex('api_keys_default')
    .unique()
    .on('api_keys')
    .column('account_id')
    .where(sql<boolean>`is_default and revoked_at is null`)
    .execute()

  await db.schema
    .createTable('key_periods')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('period_start', 'timestamptz', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_periods_pkey', ['account_id', 'key_id', 'period_start'])
    .addForeignKeyConstraint('key_periods_key', ['account_id', 'key_id'], 'api_keys', ['account_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
}
