/** The weekly email about an account's events, and the link in an email that ends emails of its kind. */
import { type Kysely, sql } from 'kysely'

export async function addDigests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('is_emailed_weekly', 'boolean', (column) => column.notNull().defaultTo(true))
    .addColumn('digest_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
  await db.schema.createIndex('accounts_digest').on('accounts').column('digest_at').execute()
  await db.schema.alterTable('letters').addColumn('unsubscribe_url', 'text').execute()
}
