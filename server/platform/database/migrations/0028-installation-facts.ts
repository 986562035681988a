/**
 * What programs beside the server have to know of an installation: when it was restored from a backup, from which on links to images
 * are good (server/images/image-route.ts), and under which address it serves (server/platform/public-url.ts).
 */
import type { Kysely } from 'kysely'

/** Adds the columns; they may not be there. */
export async function addInstallationFacts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('installation')
    .addColumn('restored_at', 'timestamptz')
    .addColumn('public_url', 'text')
    .execute()
}
