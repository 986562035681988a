import { type Kysely, sql } from 'kysely'

export async function addReplacedKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('api_keys_revoked_at')
    .on('api_keys')
    .column('revoked_at')
    .where(sql<boolean>`revoked_at is not null`)
    .execute()
}
