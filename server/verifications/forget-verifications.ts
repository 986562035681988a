import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import { rememberedFor } from './answer-once.ts'

/** Deletes the verifications of an account whose images are forgotten, and its stored answers. */
export async function forgetVerificationsOf(trx: Transaction<Tables>, accountId: string): Promise<void> {
  const heldImages = trx.selectFrom('images').select('id').where('account_id', '=', accountId)
  await trx
    .deleteFrom('verifications')
    .where('account_id', '=', accountId)
    .where('image_id', 'not in', heldImages)
    .execute()
  await trx.deleteFrom('idempotency_keys').where('account_id', '=', accountId).execute()
}

export async function forgetOldAnswers(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`created_at < ${now} - ${rememberedFor}`
  await deleteInBatches(db, { table: 'idempotency_keys', key: ['account_id', 'key'], condition })
}
