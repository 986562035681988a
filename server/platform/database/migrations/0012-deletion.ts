/** What is left to do elsewhere when an account is gone: bytes of images, and changes for the payment provider. */
import { type Kysely, sql } from 'kysely'

export async function addDeletion(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('image_remains')
    .addColumn('image_id', 'text', (column) => column.primaryKey())
    .addColumn('noted_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()

  await db.schema
    .createTable('customer_changes')
    .addColumn('customer_id', 'text', (column) => column.primaryKey())
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
}
