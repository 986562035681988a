/** The SQL of deliveries: the log, sending again, and what is kept. */
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { webhookDeliveriesDays, webhookDeliveriesPage } from '#contract/limits'
import type { DeliveryState } from '#contract/webhook-endpoints'
import { deleteInBatches, updateInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'

/** In place of an endpoint's id. */
export const callbackUrlId = ''

export interface OfWebhook {
  accountId: string
  webhookId: string
}

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>

/** The newest first, since ids of events sort by their time, from `before` on; one more than a page. */
export async function listDeliveries(
  db: Kysely<Tables>,
  { accountId, webhookId }: OfWebhook,
  { state, before }: { state: DeliveryState | undefined; before: string | undefined },
): Promise<DeliveryRow[]> {
  let query = db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('webhook_id', '=', webhookId)
  if (state !== undefined) query = query.where('state', '=', state)
  if (before !== undefined) query = query.where('id', '<', before)
  return query
    .orderBy('id', 'desc')
    .limit(webhookDeliveriesPage + 1)
    .execute()
}

/** One that its owner waits for. */
export async function insertUrgent(
  trx: Transaction<Tables>,
  { accountId, webhookId }: OfWebhook,
  { id, type, body }: { id: string; type: string; body: string },
): Promise<DeliveryRow> {
  return trx
    .insertInto('webhook_deliveries')
    .values({
      account_id: accountId,
      webhook_id: webhookId,
      ...{ id, type, body },
      is_urgent: true,
      callback_url: null,
      npi: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Starts one delivery, which is urgent, or all that failed, from the first try; answers how many. A try under way ends
 * first: where it is taken, that was the delivery.
 */
export function sendAgain(
  trx: Transaction<Tables>,
  of: OfWebhook,
  which: { id: string } | { failedSince: Date },
): Promise<number> {
  const again = sql`state = 'waiting', tried_from = now(), due_at = greatest(now(), claimed_until),
    attempts = case when claimed_until > now() then attempts else 0 end`
  if ('id' in which) return updateDeliveries(trx, of, sql`id = ${which.id}`, sql`${again}, is_urgent = true`)
  const failed = sql`state = 'failed' and created_at >= ${which.failedSince}`
  return updateDeliveries(trx, of, failed, sql`${again}, is_urgent = false`)
}

/** Of an endpoint that was switched off. */
export async function failWaiting(trx: Transaction<Tables>, of: OfWebhook): Promise<void> {
  const failed = sql`state = 'failed', error = coalesce(error, 'the endpoint was switched off')`
  await updateDeliveries(trx, of, sql`state = 'waiting'`, failed)
}

const rows = { table: 'webhook_deliveries', key: ['account_id', 'webhook_id', 'id'] } as const

function updateDeliveries(
  trx: Transaction<Tables>,
  { accountId, webhookId }: OfWebhook,
  which: RawBuilder<unknown>,
  set: RawBuilder<unknown>,
): Promise<number> {
  const condition = sql`account_id = ${accountId} and webhook_id = ${webhookId} and ${which}`
  return updateInBatches(trx, { ...rows, condition }, set)
}

/** Those of an endpoint, or of a whole account. */
export async function deleteDeliveries(
  trx: Transaction<Tables>,
  { accountId, webhookId }: { accountId: string; webhookId?: string },
): Promise<void> {
  const ofWebhook = webhookId === undefined ? sql`` : sql`and webhook_id = ${webhookId}`
  await deleteInBatches(trx, { ...rows, condition: sql`account_id = ${accountId} ${ofWebhook}` })
}

export async function forgetOldDeliveries(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`created_at < ${now} - ${webhookDeliveriesDays} * interval '1 day' and state <> 'waiting'`
  await deleteInBatches(db, { ...rows, condition })
}
