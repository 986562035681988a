/** Indexes for periodic work: images to destroy, approvals that end, expired sign-ins, links and sessions. */
import { type Kysely, sql } from 'kysely'

export async function addDueIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('verifications_expiring')
    .on('verifications')
    .column('expires_at')
    .where(sql<boolean>`status = 'approved' and is_personal and coalesce(reminded_days, 1) > 0`)
    .execute()

  await db.schema
    .createIndex('images_due')
    .on('images')
    .column('destroy_after')
    .where(sql<boolean>`wrapped_key is not null and not is_held`)
    .execute()
  await db.schema
    .createIndex('images_unbound')
    .on('images')
    .column('created_at')
    .where(sql<boolean>`wrapped_key is not null and not is_held and not is_bound`)
    .execute()
  await db.schema
    .createIndex('images_unremoved')
    .on('images')
    .column('destroyed_at')
    .where(sql<boolean>`destroyed_at is not null and removed_at is null`)
    .execute()

  await db.schema.createIndex('reset_tokens_expires_at').on('reset_tokens').column('expires_at').execute()
  await db.schema.createIndex('email_proofs_expires_at').on('email_proofs').column('expires_at').execute()
  await db.schema
    .createIndex('sign_in_failures_window_ends_at')
    .on('sign_in_failures')
    .column('window_ends_at')
    .execute()
  await db.schema.createIndex('sessions_created_at').on('sessions').column('created_at').execute()
}
