import { type Kysely, sql } from 'kysely'

export async function addRefusalCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('refusal_counts')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('actor', 'text')
    .addColumn('since', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('refusal_counts_pkey', ['action', 'subject'])
    .execute()
  await db.schema.createIndex('refusal_counts_since').on('refusal_counts').column('since').execute()
}
