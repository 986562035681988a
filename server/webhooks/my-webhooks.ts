/** The webhook endpoints of an account as its owner sees, changes and tests them, and sends deliveries again. */
import type { Api } from '#contract/api'
import { webhookDeliveriesPage, webhooksMax } from '#contract/limits'
import { testEventType, type Webhook, type WebhookDelivery } from '#contract/webhook-endpoints'
import { lockAccount, ownAddress } from '../accounts/account.ts'
import { type AttemptParts, takeAttempt, webhookChanges, webhookSends } from '../accounts/attempts.ts'
import { mayEmailOwner } from '../accounts/recipient-emails.ts'
import { recordEvent } from '../audit/record.ts'
import type { Fail, Verb } from '../http/verb.ts'
import { webhookChangedEmail } from '../mail/emails/webhook-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { uuidv7 } from '../platform/uuid.ts'
import type { LimitSettings } from '../settings.ts'
import { requirePublicTarget } from './callbacks.ts'
import { type DeliveryRow, insertUrgent, listDeliveries, sendAgain } from './delivery-store.ts'
import {
  changeRow,
  deleteRow,
  findRow,
  insertRow,
  listRows,
  rotateSecret,
  setReady,
  type WebhookKey,
  type WebhookRow,
} from './webhook-store.ts'

interface WebhookParts extends AttemptParts {
  database: Database
  secrets: Secrets
  publicUrl: string
  settings: Pick<LimitSettings, 'attempts'>
}

export function listWebhooks({ database }: WebhookParts): Verb<Api['listWebhooks']> {
  return async ({ caller: { accountId } }) => {
    return { output: { webhooks: (await listRows(database.db, accountId)).map(shownWebhook) } }
  }
}

export function createWebhook(parts: WebhookParts): Verb<Api['createWebhook']> {
  return async ({ caller: { accountId }, body: { url, events, description = null }, fail }) => {
    requirePublicTarget('url', url, fail)
    const key = { accountId, id: uuidv7() }
    const email = await changeEmail(parts, accountId, fail)
    const output = await inTransaction(parts.database, async (trx) => {
      await lockAccount(trx, accountId)
      if ((await listRows(trx, accountId)).length >= webhooksMax) return fail('webhooks_full', undefined)
      const secret = await insertRow(trx, parts.secrets, key, { url, events, description })
      await record(trx, 'webhook.created', key)
      await email(trx, 'added', url)
      return { webhook: shownWebhook(await present(trx, key)), secret }
    })
    return { output }
  }
}

export function changeWebhook(parts: WebhookParts): Verb<Api['changeWebhook']> {
  return async ({ caller: { accountId }, params: { id }, body, fail }) => {
    if (body.url !== undefined) requirePublicTarget('url', body.url, fail)
    const key = { accountId, id }
    const email = await changeEmail(parts, accountId, fail)
    const webhook = await inTransaction(parts.database, async (trx) => {
      const before = (await findRow(trx, key)) ?? fail('webhook_not_found', undefined)
      const { url = before.url, events = before.events, description = before.description } = body
      await changeRow(trx, key, { url, events, description })
      await record(trx, 'webhook.changed', key)
      if (url !== before.url) await email(trx, 'moved', url)
      return present(trx, key)
    })
    return { output: { webhook: shownWebhook(webhook) } }
  }
}

export function rotateWebhookSecret(parts: WebhookParts): Verb<Api['rotateWebhookSecret']> {
  return async ({ caller: { accountId }, params: { id }, fail }) => {
    const key = { accountId, id }
    const email = await changeEmail(parts, accountId, fail)
    const output = await inTransaction(parts.database, async (trx) => {
      const { url } = (await findRow(trx, key)) ?? fail('webhook_not_found', undefined)
      const secret = await rotateSecret(trx, parts.secrets, key)
      await record(trx, 'webhook.secret_rotated', key)
      await email(trx, 'rotated', url)
      return { webhook: shownWebhook(await present(trx, key)), secret }
    })
    return { output }
  }
}

/** Counts a change, and answers what emails its owner. */
async function changeEmail(parts: WebhookParts, accountId: string, fail: Fail<'too_many_attempts'>) {
  await takeAttempt(parts, webhookChanges, accountId, fail)
  const isEmailed = await mayEmailOwner(parts, accountId)
  return async (trx: Trx, change: Parameters<typeof webhookChangedEmail>[0], url: string) => {
    if (!isEmailed) return
    const email = webhookChangedEmail(change, { publicUrl: parts.publicUrl, url })
    await queueEmail(trx, { to: await ownAddress(trx, accountId), accountId }, email)
  }
}

export function testWebhook(parts: WebhookParts): Verb<Api['testWebhook']> {
  return async ({ caller: { accountId }, params: { id }, fail }) => {
    const key = { accountId, id }
    await takeAttempt(parts, webhookSends, accountId, fail)
    const delivery = await inTransaction(parts.database, async (trx) => {
      requireOn((await findRow(trx, key)) ?? fail('webhook_not_found', undefined), fail)
      const eventId = `evt_${uuidv7()}`
      const event = {
        id: eventId,
        type: testEventType,
        at: new Date().toISOString(),
        npi: null,
        rosterIds: [],
        data: {},
      }
      const row = { id: eventId, type: testEventType, body: JSON.stringify(event) }
      return insertUrgent(trx, { accountId, webhookId: id }, row)
    })
    return { output: { delivery: shownDelivery(delivery) } }
  }
}

export function enableWebhook({ database }: WebhookParts): Verb<Api['enableWebhook']> {
  return async ({ caller: { accountId }, params: { id }, fail }) => {
    const key = { accountId, id }
    const webhook = await inTransaction(database, async (trx) => {
      if ((await findRow(trx, key)) === undefined) return fail('webhook_not_found', undefined)
      await setReady(trx, key, { on: true })
      await record(trx, 'webhook.enabled', key)
      return present(trx, key)
    })
    return { output: { webhook: shownWebhook(webhook) } }
  }
}

export function deleteWebhook({ database }: WebhookParts): Verb<Api['deleteWebhook']> {
  return async ({ caller: { accountId }, params: { id }, fail }) => {
    const key = { accountId, id }
    await inTransaction(database, async (trx) => {
      if (!(await deleteRow(trx, key))) return fail('webhook_not_found', undefined)
      await record(trx, 'webhook.deleted', key)
    })
    return { output: { message: 'The webhook endpoint is deleted.' } }
  }
}

export function listWebhookDeliveries({ database: { db } }: WebhookParts): Verb<Api['listWebhookDeliveries']> {
  return async ({ caller: { accountId }, params: { id }, query: { state, cursor }, fail }) => {
    if ((await findRow(db, { accountId, id })) === undefined) return fail('webhook_not_found', undefined)
    const rows = await listDeliveries(db, { accountId, webhookId: id }, { state, before: cursor })
    const page = rows.slice(0, webhookDeliveriesPage)
    const nextCursor = rows.length > page.length ? (page.at(-1)?.id ?? null) : null
    return { output: { deliveries: page.map(shownDelivery), nextCursor } }
  }
}

export function resendWebhookDeliveries(parts: WebhookParts): Verb<Api['resendWebhookDeliveries']> {
  return async ({ caller: { accountId }, params: { id }, body: { deliveryId, failedSince }, fail }) => {
    if ((deliveryId === undefined) === (failedSince === undefined)) {
      const got = deliveryId === undefined ? 'none of them' : 'both'
      return fail('invalid_input', { parameter: 'body', expected: 'deliveryId or failedSince', got })
    }
    const which = failedSince === undefined ? { id: deliveryId ?? '' } : { failedSince: new Date(failedSince) }
    const key = { accountId, id }
    await takeAttempt(parts, webhookSends, accountId, fail)
    const count = await inTransaction(parts.database, async (trx) => {
      requireOn((await findRow(trx, key)) ?? fail('webhook_not_found', undefined), fail)
      const sent = await sendAgain(trx, { accountId, webhookId: id }, which)
      if (sent === 0 && deliveryId !== undefined) return fail('delivery_not_found', undefined)
      if (failedSince !== undefined) await setReady(trx, key, { on: false })
      return sent
    })
    return { output: { count } }
  }
}

function requireOn({ off_at }: WebhookRow, fail: Fail<'webhook_off'>): void {
  if (off_at !== null) fail('webhook_off', undefined)
}

type Trx = Parameters<typeof recordEvent>[0]

async function record(trx: Trx, action: Parameters<typeof recordEvent>[1]['action'], { accountId, id }: WebhookKey) {
  await recordEvent(trx, { actor: accountId, action, subject: accountId, details: { webhook: id } })
}

async function present(trx: Trx, key: WebhookKey): Promise<WebhookRow> {
  const row = await findRow(trx, key)
  if (row === undefined) throw new Error('The webhook endpoint that was just written is gone.')
  return row
}

function shownWebhook({ id, url, events, description, ...row }: WebhookRow): Webhook {
  const isOverlap = row.old_secret_until !== null && row.old_secret_until.getTime() > Date.now()
  return {
    ...{ id, url, events, description },
    isOn: row.off_at === null,
    failingSince: row.failing_since?.toISOString() ?? null,
    oldSecretUntil: isOverlap ? (row.old_secret_until?.toISOString() ?? null) : null,
    createdAt: row.created_at.toISOString(),
  }
}

function shownDelivery({ id, type, state, attempts, body, error, ...row }: DeliveryRow): WebhookDelivery {
  return {
    ...{ id, type, state, attempts, error },
    createdAt: row.created_at.toISOString(),
    attemptedAt: row.attempted_at?.toISOString() ?? null,
    nextAttemptAt: state === 'waiting' ? row.due_at.toISOString() : null,
    request: body,
    response: row.response_status === null ? null : { status: row.response_status, body: row.response_body ?? '' },
    ms: row.response_ms,
  }
}
