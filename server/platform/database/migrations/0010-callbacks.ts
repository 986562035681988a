import { type Kysely, sql } from 'kysely'

export async function addCallbacks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('callbacks')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('given_up_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('callbacks_pkey', ['account_id', 'id'])
    .execute()
  await db.schema.createIndex('callbacks_due').on('callbacks').column('due_at').execute()
}
