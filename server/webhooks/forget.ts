import type { Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { changeCallbackSecret } from './callback-secret.ts'
import { deleteDeliveries } from './delivery-store.ts'

/** All of an account, with what waits to be sent; what signs its callbacks changes. */
export async function forgetWebhooksOf(trx: Transaction<Tables>, accountId: string): Promise<void> {
  // First, since adding deliveries locks them.
  await trx.deleteFrom('webhooks').where('account_id', '=', accountId).execute()
  await deleteDeliveries(trx, { accountId })
  await changeCallbackSecret(trx, accountId)
}
