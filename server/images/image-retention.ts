/**
 * How long images are kept, as what they belong to decides it: from when their verification is there, until so many days after its
 * decision, and no longer than their account. Each is said in the transaction that decides it; images.ts does what is due.
 */
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { ImageId } from './image-store.ts'

/** Notes that the image belongs to a verification that is there: from now on it is kept until it is due. */
export async function bindImage(trx: Transaction<Tables>, { accountId, id }: ImageId): Promise<void> {
  await trx
    .updateTable('images')
    .set({ is_bound: true })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('wrapped_key', 'is not', null)
    .executeTakeFirstOrThrow()
}

/** Says when the image of a verification is to be destroyed: so many days from now. */
export async function scheduleDestruction(
  trx: Transaction<Tables>,
  { accountId, verificationId, days }: { accountId: string; verificationId: string; days: number },
): Promise<void> {
  await trx
    .updateTable('images')
    .set({ destroy_after: sql<Date>`now() + ${days} * interval '1 day'` })
    .where('account_id', '=', accountId)
    .where('verification_id', '=', verificationId)
    .execute()
}

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

/**
 * Destroys the images of an account and all that is known of them, but for those under a legal hold; their bytes are noise from then
 * on, and noted as remains until they are removed, too.
 */
export async function forgetImagesOf(trx: Transaction<Tables>, accountId: string): Promise<void> {
  const ofAccount = trx
    .selectFrom('images')
    .select('id')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('is_held', '=', false), eb('wrapped_key', 'is', null)]))
  await trx
    .insertInto('image_remains')
    .columns(['image_id'])
    .expression(ofAccount.where('removed_at', 'is', null))
    .execute()
  await trx.deleteFrom('image_bands').where('image_id', 'in', ofAccount).execute()
  await trx.deleteFrom('images').where('id', 'in', ofAccount).execute()
}
