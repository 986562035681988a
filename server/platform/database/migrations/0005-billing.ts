/**
 * Subscriptions, payment events taken in (`payment_events`), and the books of payments that move no money (`local_*`).
 */
import { type Kysely, sql } from 'kysely'

export async function addBilling(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('subscriptions')
    .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id').onDelete('cascade'))
    .addColumn('tier', 'text', (column) => column.notNull().defaultTo('free'))
    .addColumn('granted_tier', 'text')
    .addColumn('period_start', 'timestamptz')
    .addColumn('period_end', 'timestamptz')
    .addColumn('is_pending_downgrade', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('customer_id', 'text', (column) => column.unique())
    .addColumn('subscription_id', 'text')
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('request_number', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('checkout_at', 'timestamptz')
    .addColumn('check_at', 'timestamptz')
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema
    .createIndex('subscriptions_check_at')
    .on('subscriptions')
    .column('check_at')
    .where(sql.ref('check_at'), 'is not', null)
    .execute()

  await db.schema
    .createTable('payment_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('received_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('payment_events_received_at').on('payment_events').column('received_at').execute()

  await db.schema
    .createTable('local_checkouts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('request_key', 'text', (column) => column.notNull().unique())
    .addColumn('tier', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('paid_at', 'timestamptz')
    .execute()

  await db.schema
    .createTable('local_subscriptions')
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('tier', 'text', (column) => column.notNull())
    .addColumn('started_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('ends_at', 'timestamptz')
    .addPrimaryKeyConstraint('local_subscriptions_pkey', ['customer_id', 'id'])
    .execute()
}
