/** Accounts, sessions and API keys. The account id comes first in every key, so that tables can be sharded. */
import { type Kysely, sql } from 'kysely'

export async function addAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('npi', 'text')
    .addColumn('credentials', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'`))
    .addColumn('is_admin', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('email_verified_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'bytea', (column) => column.notNull().unique())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('last_used_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('sessions_pkey', ['account_id', 'id'])
    .execute()

  await db.schema
    .createTable('api_keys')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('lookup_hash', 'bytea', (column) => column.notNull().unique())
    .addColumn('sealed', 'bytea', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('revoked_at', 'timestamptz')
    .addPrimaryKeyConstraint('api_keys_pkey', ['account_id', 'id'])
    .execute()

  // An account has at most one working key.
  await db.schema
    .createIndex('api_keys_active')
    .unique()
    .on('api_keys')
    .column('account_id')
    .where(sql.ref('revoked_at'), 'is', null)
    .execute()

  await db.schema
    .createTable('installation')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('secret_check', 'bytea', (column) => column.notNull())
    .execute()
}
