/** Emails waiting to be sent: inserted with the change that causes them, deleted once sent. */
import { type Kysely, sql } from 'kysely'

export async function addMail(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('letters')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body_text', 'text', (column) => column.notNull())
    .addColumn('body_html', 'text', (column) => column.notNull())
    .addColumn('attachment', 'text')
    .addColumn('sealed_secret', 'bytea')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('due_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('given_up_at', 'timestamptz')
    .execute()

  await db.schema
    .createIndex('letters_due')
    .on('letters')
    .column('due_at')
    .where(sql.ref('given_up_at'), 'is', null)
    .execute()
}
