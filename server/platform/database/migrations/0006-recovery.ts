/** Reply-to addresses of emails, links to reset a password or verify an address, failed sign-ins. Tokens are hashed. */
import { type Kysely, sql } from 'kysely'

export async function addRecovery(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('letters').addColumn('reply_to', 'text').execute()

  await db.schema
    .createTable('reset_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('is_portal', 'boolean', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('reset_tokens')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'bytea', (column) => column.notNull().unique())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('used_at', 'timestamptz')
    .addPrimaryKeyConstraint('reset_tokens_pkey', ['account_id', 'id'])
    .execute()

  await db.schema
    .createTable('email_proofs')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'bytea', (column) => column.notNull().unique())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('used_at', 'timestamptz')
    .addPrimaryKeyConstraint('email_proofs_pkey', ['account_id', 'id'])
    .execute()

  await db.schema
    .createTable('sign_in_failures')
    .addColumn('email_hash', 'bytea', (column) => column.primaryKey())
    .addColumn('in_a_row', 'integer', (column) => column.notNull())
    .addColumn('in_window', 'integer', (column) => column.notNull())
    .addColumn('window_ends_at', 'timestamptz', (column) => column.notNull())
    .addColumn('next_try_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
}
