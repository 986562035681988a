/**
 * The end of the sealed part follows from sealed events (server/audit/audit-store.ts). The dropped column was under no
 * keyed hash, so it could put off sealing.
 */
import type { Kysely } from 'kysely'

export async function dropSealedUntil(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audit_head').dropColumn('sealed_until').execute()
}
