/**
 * What has to outlast a change of the installation's secret: the keys of the rows that the audit log's chain had
 * before it (`audit_key_changes`), and the key from which those are derived that calls to developers' programs are
 * signed with (`callback_key`).
 */
import type { Kysely } from 'kysely'

export async function addSecretChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_key_changes')
    .addColumn('sequence', 'bigint', (column) => column.primaryKey())
    .addColumn('hash', 'bytea', (column) => column.notNull())
    .addColumn('sealed_key', 'bytea', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('callback_key')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sealed', 'bytea', (column) => column.notNull())
    .execute()
}
