/**
 * How far the changes of the registry were gone through, by version: a machine that has fewer files of changes than
 * another, or starts over, numbers them differently.
 */
import type { Kysely } from 'kysely'

export async function addWatchVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('watch_progress')
    .addColumn('done_version', 'text')
    .addColumn('doing_version', 'text')
    .execute()
}
