/** How long images are kept: until some days after their decision, no longer than their account. images.ts destroys. */
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { ImageId } from './image-store.ts'

/** Binds the image to its stored verification; unbound images are destroyed. */
export async function bindImage(trx: Transaction<Tables>, { accountId, id }: ImageId): Promise<void> {
  await trx
    .updateTable('images')
    .set({ is_bound: true })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('wrapped_key', 'is not', null)
    .executeTakeFirstOrThrow()
}

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

/** A legal hold keeps the account's image. */
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
 * Destroys the account's images except under a legal hold. Their bytes are noise then, noted as remains until removed.
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
