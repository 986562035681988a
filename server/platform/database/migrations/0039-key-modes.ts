/** The mode of API keys, and the verifications of test mode. */
import { type Kysely, sql } from 'kysely'

export async function addKeyModes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('api_keys')
    .addColumn('mode', 'text', (column) => column.notNull().defaultTo('live'))
    .execute()

  await db.schema
    .createTable('sample_verifications')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('npi', 'text', (column) => column.notNull())
    .addColumn('credential', 'text', (column) => column.notNull())
    .addColumn('is_personal', 'boolean', (column) => column.notNull())
    .addColumn('checks', 'jsonb', (column) => column.notNull())
    .addColumn('license_number', 'text')
    .addColumn('license_state', 'text')
    .addColumn('callback_url', 'text')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('rejection_reason', 'text')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('pending'))
    .addColumn('decide_at', 'timestamptz')
    .addColumn('decided_at', 'timestamptz')
    .addColumn('expires_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('sample_verifications_pkey', ['account_id', 'id'])
    .execute()
  await db.schema
    .createIndex('sample_verifications_pending')
    .unique()
    .on('sample_verifications')
    .columns(['account_id', 'npi', 'credential'])
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute()
  await db.schema
    .createIndex('sample_verifications_due')
    .on('sample_verifications')
    .column('decide_at')
    .where(sql.ref('decide_at'), 'is not', null)
    .execute()
  await db.schema.createIndex('sample_verifications_created').on('sample_verifications').column('created_at').execute()
}
