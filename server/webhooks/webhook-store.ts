/** The SQL of webhook endpoints, and their secrets, which are sealed. */
import { randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { EventType } from '#contract/events'
import { webhookOverlapHours } from '#contract/limits'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { hourSeconds, secondsFromNow } from '../platform/times.ts'
import { webhookSecretOwner } from './callback-secret.ts'
import { deleteDeliveries } from './delivery-store.ts'

export interface WebhookKey {
  accountId: string
  id: string
}

type Row = Selectable<Tables['webhooks']>

export type WebhookRow = Omit<Row, 'sealed_secret' | 'sealed_old_secret' | 'paused_until'>

const shownColumns = [
  'account_id',
  'id',
  'url',
  'events',
  'description',
  'old_secret_until',
  'failing_since',
  'off_at',
  'created_at',
] as const

export async function listRows(db: Kysely<Tables>, accountId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .select(shownColumns)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** With a lock in a transaction that changes it. */
export async function findRow(db: Kysely<Tables>, { accountId, id }: WebhookKey): Promise<WebhookRow | undefined> {
  const query = db.selectFrom('webhooks').select(shownColumns).where('account_id', '=', accountId).where('id', '=', id)
  return (db.isTransaction ? query.forUpdate() : query).executeTakeFirst()
}

export interface WebhookValues {
  url: string
  events: readonly EventType[] | null
  description: string | null
}

export async function insertRow(
  trx: Transaction<Tables>,
  secrets: Secrets,
  { accountId, id }: WebhookKey,
  { url, events, description }: WebhookValues,
): Promise<string> {
  const secret = newSecret()
  await trx
    .insertInto('webhooks')
    .values({
      account_id: accountId,
      id,
      url,
      events: events === null ? null : JSON.stringify(events),
      description,
      sealed_secret: secrets.seal(secret, webhookSecretOwner(accountId, id)),
    })
    .execute()
  return secret
}

export async function changeRow(
  trx: Transaction<Tables>,
  webhook: WebhookKey,
  { url, events, description }: WebhookValues,
): Promise<void> {
  await updateOne(trx, webhook)
    .set({ url, events: events === null ? null : JSON.stringify(events), description })
    .execute()
}

function updateOne(trx: Transaction<Tables>, { accountId, id }: WebhookKey) {
  return trx.updateTable('webhooks').where('account_id', '=', accountId).where('id', '=', id)
}

/** Answers the new secret; the one before signs too until the end of the overlap. */
export async function rotateSecret(trx: Transaction<Tables>, secrets: Secrets, webhook: WebhookKey): Promise<string> {
  const secret = newSecret()
  await updateOne(trx, webhook)
    .set((is) => ({
      sealed_old_secret: is.ref('sealed_secret'),
      old_secret_until: secondsFromNow(webhookOverlapHours * hourSeconds),
      sealed_secret: secrets.seal(secret, webhookSecretOwner(webhook.accountId, webhook.id)),
    }))
    .execute()
  return secret
}

/** Ends a pause, so that what its owner sends does not wait for its end; `on` also ends the state of failure. */
export async function setReady(trx: Transaction<Tables>, webhook: WebhookKey, { on }: { on: boolean }) {
  await updateOne(trx, webhook)
    .set({ paused_until: null, ...(on && { failing_since: null, off_at: null }) })
    .execute()
}

export async function deleteRow(trx: Transaction<Tables>, { accountId, id }: WebhookKey): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('webhooks')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // After the endpoint, whose lock the fan-out holds while it adds some.
  await deleteDeliveries(trx, { accountId, webhookId: id })
  return numDeletedRows > 0n
}

/** Those whose overlap is over. */
export async function forgetOldSecrets(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ sealed_old_secret: null, old_secret_until: null })
    .where('old_secret_until', '<=', sql<Date>`now()`)
    .execute()
}

/** Where deliveries go and what signs them; undefined for an endpoint that is gone or off; or paused, unless urgent. */
export async function findTarget(
  { database: { db }, secrets }: { database: { db: Kysely<Tables> }; secrets: Secrets },
  { accountId, id }: WebhookKey,
  { isUrgent }: { isUrgent: boolean },
): Promise<{ url: string; secrets: string[]; isFailing: boolean } | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select(['url', 'sealed_secret', 'failing_since'])
    .select(sql<Buffer | null>`case when old_secret_until > now() then sealed_old_secret end`.as('old'))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('off_at', 'is', null)
    .where(sql<boolean>`(${isUrgent}::boolean or paused_until is null or paused_until <= now())`)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const sealed = [row.sealed_secret, ...(row.old === null ? [] : [row.old])]
  return {
    url: row.url,
    secrets: sealed.map((one) => secrets.unseal(one, webhookSecretOwner(accountId, id))),
    isFailing: row.failing_since !== null,
  }
}

/** `whsec_` and 32 random bytes in base64. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
