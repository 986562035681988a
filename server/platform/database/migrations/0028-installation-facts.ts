/**
 * Facts for programs beside the server: when it was restored (links to images made before are void) and under which
 * URL it serves.
 */
import type { Kysely } from 'kysely'

export async function addInstallationFacts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('installation')
    .addColumn('restored_at', 'timestamptz')
    .addColumn('public_url', 'text')
    .execute()
}
