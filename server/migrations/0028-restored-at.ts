/** When the installation was restored from a backup: links to images from before are void (server/images/image-route.ts). */
import type { Kysely } from 'kysely'

/** Adds the column; it may not be there. */
export async function addRestoredAt(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('installation').addColumn('restored_at', 'timestamptz').execute()
}
