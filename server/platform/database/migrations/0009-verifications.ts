/** Verifications, the calls that report their decisions, and the answers of repeated calls. */
import { type Kysely, sql } from 'kysely'

export async function addVerifications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('verifications')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('npi', 'text', (column) => column.notNull())
    .addColumn('credential', 'text', (column) => column.notNull())
    .addColumn('is_personal', 'boolean', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('pending'))
    .addColumn('image_id', 'text', (column) => column.notNull())
    .addColumn('checks', 'jsonb', (column) => column.notNull())
    .addColumn('read_due_at', 'timestamptz', (column) => column.defaultTo(sql`now()`))
    .addColumn('read_attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('callback_url', 'text')
    .addColumn('decided_at', 'timestamptz')
    .addColumn('decided_by', 'text')
    .addColumn('expires_at', 'timestamptz')
    .addColumn('rejection_reason', 'text')
    .addColumn('note', 'text')
    .addColumn('reminded_days', 'integer')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('verifications_pkey', ['account_id', 'id'])
    .execute()

  await db.schema
    .createIndex('verifications_pending')
    .unique()
    .on('verifications')
    .columns(['account_id', 'npi', 'credential'])
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute()
  await db.schema.createIndex('verifications_npi').on('verifications').columns(['npi', 'id']).execute()
  await db.schema.createIndex('verifications_status').on('verifications').columns(['status', 'id']).execute()
  await db.schema
    .createIndex('verifications_unread')
    .on('verifications')
    .column('read_due_at')
    .where(sql.ref('read_due_at'), 'is not', null)
    .execute()

  await db.schema
    .createTable('idempotency_keys')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('body_hash', 'bytea', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('idempotency_keys_pkey', ['account_id', 'key'])
    .execute()

  // A verified NPI belongs to one account.
  await db.schema
    .createIndex('accounts_npi')
    .unique()
    .on('accounts')
    .column('npi')
    .where(sql.ref('npi'), 'is not', null)
    .execute()
}
