/**
 * It follows from sealed events (server/audit/audit-store.ts). The column was unhashed, so it could put off sealing.
 */
import type { Kysely } from 'kysely'

export async function dropSealedUntil(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audit_head').dropColumn('sealed_until').execute()
}
