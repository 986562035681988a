/**
 * Webhook endpoints, what is sent to them, and how far the events of all accounts are turned into deliveries. Calls to
 * the callbackUrl of a verification become deliveries without an endpoint.
 */
import { type Kysely, sql } from 'kysely'

export async function addWebhooks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events', 'jsonb')
    .addColumn('description', 'text')
    .addColumn('sealed_secret', 'bytea', (column) => column.notNull())
    .addColumn('sealed_old_secret', 'bytea')
    .addColumn('old_secret_until', 'timestamptz')
    .addColumn('failing_since', 'timestamptz')
    .addColumn('paused_until', 'timestamptz')
    .addColumn('off_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('webhooks_pkey', ['account_id', 'id'])
    .execute()

  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('callback_url', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('npi', 'text')
    .addColumn('position', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('waiting'))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('tried_from', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('attempted_at', 'timestamptz')
    .addColumn('response_status', 'integer')
    .addColumn('response_body', 'text')
    .addColumn('response_ms', 'integer')
    .addColumn('error', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('webhook_deliveries_pkey', ['account_id', 'webhook_id', 'id'])
    .execute()
  await sql`create index webhook_deliveries_due on webhook_deliveries (account_id, webhook_id, due_at)
    where state = 'waiting'`.execute(db)
  // Those of a provider are made in order.
  await sql`create index webhook_deliveries_order on webhook_deliveries (account_id, webhook_id, npi, position)
    where state = 'waiting' and npi is not null`.execute(db)
  await sql`create index webhook_deliveries_callbacks on webhook_deliveries (due_at)
    where state = 'waiting' and webhook_id = ''`.execute(db)
  await sql`create index webhook_deliveries_old on webhook_deliveries (created_at)`.execute(db)

  await db.schema
    .createTable('webhook_progress')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('position', 'text', (column) => column.notNull())
    .execute()
  await sql`insert into webhook_progress values ('only', '0')`.execute(db)

  await sql`insert into webhook_deliveries
    (account_id, webhook_id, id, type, callback_url, body, state, attempts, due_at, tried_from, created_at)
    select account_id, '', id, body::json ->> 'type', url, body,
      case when given_up_at is null then 'waiting' else 'failed' end, attempts, due_at, created_at, created_at
    from callbacks`.execute(db)
  await db.schema.dropTable('callbacks').execute()
}
