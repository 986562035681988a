/** The license that a verification asks boards about, and approvals that need a review. */
import { type Kysely, sql } from 'kysely'

export async function addSourceChecks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('verifications')
    .addColumn('license_number', 'text')
    .addColumn('license_state', 'text')
    .addColumn('license_from', 'text')
    .addColumn('needs_review_at', 'timestamptz')
    .addColumn('review_checks', 'jsonb')
    .execute()
  await db.schema
    .createIndex('verifications_needing_review')
    .on('verifications')
    .column('id')
    .where(sql.ref('needs_review_at'), 'is not', null)
    .execute()
}
