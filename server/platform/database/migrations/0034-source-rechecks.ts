/** Lists that were replaced, until all verifications are compared with them; and the order of going through these. */
import { type Kysely, sql } from 'kysely'

export async function addSourceRechecks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('source_rechecks')
    .addColumn('list', 'text', (column) => column.primaryKey())
    .addColumn('due_at', 'timestamptz', (column) => column.notNull())
    .addColumn('done_to', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('verifications_rechecked')
    .on('verifications')
    .column('id')
    .where(sql<boolean>`status in ('pending', 'approved')`)
    .execute()
}
