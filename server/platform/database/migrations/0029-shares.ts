/**
 * Shares of verified credentials, who opened them, and the entries of status lists, which outlast a deleted account.
 */
import { type Kysely, sql } from 'kysely'

export async function addShares(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shares')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('link_hash', 'bytea', (column) => column.notNull().unique())
    .addColumn('passcode_hash', 'bytea')
    .addColumn('sealed_key', 'bytea', (column) => column.notNull())
    .addColumn('verification_ids', 'jsonb', (column) => column.notNull())
    .addColumn('content', 'jsonb', (column) => column.notNull())
    .addColumn('recipient', 'text')
    .addColumn('shows_license', 'boolean', (column) => column.notNull())
    .addColumn('views_max', 'integer')
    .addColumn('views', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('passcode_failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('list_number', 'integer', (column) => column.notNull())
    .addColumn('list_index', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('last_opened_at', 'timestamptz')
    .addColumn('revoked_at', 'timestamptz')
    .addPrimaryKeyConstraint('shares_pkey', ['account_id', 'id'])
    .execute()
  await db.schema.createIndex('shares_expires_at').on('shares').column('expires_at').execute()

  await db.schema
    .createTable('share_views')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('share_id', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('opened_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('way', 'text', (column) => column.notNull())
    .addColumn('browser', 'text')
    .addColumn('network', 'text')
    .addPrimaryKeyConstraint('share_views_pkey', ['account_id', 'share_id', 'number'])
    .addForeignKeyConstraint('share_views_share', ['account_id', 'share_id'], 'shares', ['account_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()

  await db.schema
    .createTable('status_entries')
    .addColumn('list_number', 'integer', (column) => column.notNull())
    .addColumn('list_index', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('revoked_at', 'timestamptz')
    .addPrimaryKeyConstraint('status_entries_pkey', ['list_number', 'list_index'])
    .execute()
  await db.schema.createIndex('status_entries_expires_at').on('status_entries').column('expires_at').execute()

  await db.schema
    .alterTable('accounts')
    .addColumn('is_emailed_on_opening', 'boolean', (column) => column.notNull().defaultTo(true))
    .execute()
}
