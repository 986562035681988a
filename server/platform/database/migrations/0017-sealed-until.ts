/**
 * Until when the audit log is sealed follows from the sealed events (server/audit/audit-store.ts). The dropped column
 * was under no keyed hash, so it could be changed to put off sealing.
 */
import type { Kysely } from 'kysely'

export async function dropSealedUntil(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audit_head').dropColumn('sealed_until').execute()
}
