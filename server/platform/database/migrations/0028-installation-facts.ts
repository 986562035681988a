/** For programs beside the server: when it was restored (earlier image links are void), and its URL. */
import type { Kysely } from 'kysely'

export async function addInstallationFacts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('installation')
    .addColumn('restored_at', 'timestamptz')
    .addColumn('public_url', 'text')
    .execute()
}
