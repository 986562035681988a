/**
 * Until when the audit log is sealed follows from the sealed events themselves (server/audit/audit-store.ts): the column that said so was
 * under no keyed hash, so whoever could write to it could put off sealing.
 */
import type { Kysely } from 'kysely'

/** Drops the column; what proves the head never covered it. */
export async function dropSealedUntil(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audit_head').dropColumn('sealed_until').execute()
}
