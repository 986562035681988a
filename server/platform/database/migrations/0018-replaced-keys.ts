/** The index by which API keys that were replaced long ago are found among those that work (server/keys/keys.ts). */
import { type Kysely, sql } from 'kysely'

/** Makes the index; it may not be there. */
export async function addReplacedKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('api_keys_revoked_at')
    .on('api_keys')
    .column('revoked_at')
    .where(sql<boolean>`revoked_at is not null`)
    .execute()
}
