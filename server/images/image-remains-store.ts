/**
 * The SQL of images whose account is gone. With their rows go their keys, so that their bytes are noise from that moment on; the
 * ids stay noted until the bytes are removed, too.
 */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../parts/database-tables.ts'

/** Whether an image of the account may not be destroyed. */
export async function hasHeldImage(trx: Transaction<Tables>, accountId: string): Promise<boolean> {
  const held = await trx
    .selectFrom('images')
    .select('id')
    .where('account_id', '=', accountId)
    .where('is_held', '=', true)
    .where('wrapped_key', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}

/** Destroys the images of an account and all that is known of them; their bytes are noted as remains. */
export async function forgetImagesOf(trx: Transaction<Tables>, accountId: string): Promise<void> {
  const ofAccount = trx.selectFrom('images').select('id').where('account_id', '=', accountId)
  await trx
    .insertInto('image_remains')
    .columns(['image_id'])
    .expression(ofAccount.where('removed_at', 'is', null))
    .execute()
  await trx.deleteFrom('image_bands').where('image_id', 'in', ofAccount).execute()
  await trx.deleteFrom('images').where('account_id', '=', accountId).execute()
}

/** Remains that nobody can be adding to any more, because a request that began before them has long ended. */
export async function findRemains(db: Kysely<Tables>, minutes: number, countMax: number): Promise<string[]> {
  const rows = await db
    .selectFrom('image_remains')
    .select('image_id')
    .where('noted_at', '<', sql<Date>`now() - ${minutes} * interval '1 minute'`)
    .orderBy('noted_at')
    .limit(countMax)
    .execute()
  return rows.map(({ image_id }) => image_id)
}

/** Forgets remains whose bytes are removed. */
export async function forgetRemains(db: Kysely<Tables>, imageId: string): Promise<void> {
  await db.deleteFrom('image_remains').where('image_id', '=', imageId).execute()
}
