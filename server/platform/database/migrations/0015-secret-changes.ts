/** What outlasts a change of the secret: earlier keys of the audit chain, and the key of callbacks' signing keys. */
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
