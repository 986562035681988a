/**
 * Turns events into deliveries to the endpoints that want them. A batch, its deliveries and how far they came are one
 * transaction, so each event is delivered once for each endpoint whatever is killed, and processes take turns.
 */
import { sql, type Transaction } from 'kysely'
import type { ApiEvent } from '#contract/events'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import { eventsAfter, type WatchEvent } from '../watch/events.ts'

const intervalMs = 1_000
/** Events of a batch: with ten endpoints, their deliveries are 1,000 rows of a statement, which has two seconds. */
const batchMax = 100

export function keepFanningOut(database: Database, warn: (sentence: string) => void): Repeating {
  return keepDoing(() => fanOut(database), {
    name: 'events to webhooks',
    everyMs: intervalMs,
    onAway: (reason) => warn(`Events wait to be sent: ${reason}.`),
  })
}

/** One batch; true where there may be more. */
export function fanOut(database: Database): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const progress = await trx
      .selectFrom('webhook_progress')
      .select('position')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (progress === undefined) return false
    const events = await eventsAfter(trx, { position: progress.position, limit: batchMax })
    const last = events.at(-1)
    if (last === undefined) return false
    await insertDeliveries(trx, events)
    await trx.updateTable('webhook_progress').set({ position: last.position }).execute()
    return events.length === batchMax
  })
}

async function insertDeliveries(trx: Transaction<Tables>, events: readonly WatchEvent[]): Promise<void> {
  // With locks, so that no endpoint is deleted before its deliveries are there to be deleted too.
  const webhooks = await trx
    .selectFrom('webhooks')
    .select(['account_id', 'id', 'events', 'created_at'])
    .where('account_id', 'in', [...new Set(events.map(({ accountId }) => accountId))])
    .where('off_at', 'is', null)
    .forKeyShare()
    .execute()
  const ofAccount = new Map<string, typeof webhooks>()
  for (const webhook of webhooks) {
    ofAccount.set(webhook.account_id, [...(ofAccount.get(webhook.account_id) ?? []), webhook])
  }
  const rows = events.flatMap((event) =>
    (ofAccount.get(event.accountId) ?? [])
      .filter(({ events: types, created_at }) => created_at <= event.at && (types?.includes(event.type) ?? true))
      .map(({ id }) => rowOf(event, id)),
  )
  if (rows.length === 0) return
  await sql`insert into webhook_deliveries (account_id, webhook_id, id, type, body, npi, position)
    select account_id, webhook_id, id, type, body, npi, position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows
      (account_id text, webhook_id text, id text, type text, body text, npi text, position bigint)
    on conflict do nothing`.execute(trx)
}

/** The body is the event as the feed has it. */
function rowOf({ id, accountId, type, npi, rosterIds, data, at, position }: WatchEvent, webhookId: string) {
  const shown: ApiEvent = { id, type, at: at.toISOString(), npi, rosterIds, data }
  const body = JSON.stringify(shown)
  const row = { account_id: accountId, webhook_id: webhookId, id, type, body, position }
  return { ...row, npi: npi === null ? null : String(npi) }
}
