/**
 * Webhook calls that report decisions to developers' programs, signed by Standard Webhooks (standardwebhooks.com).
 * Queued in the decision's transaction and made at least once, for up to three days; the receiver knows a repeat by its
 * webhook-id. Only to public addresses (server/platform/public-request.ts).
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { productName } from '#contract/product'
import { claim, type Outcome, type RetryJob, retryQueue, settle } from '../jobs/queue.ts'
import type { Database } from '../platform/database/database.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import { reasonOf } from '../platform/error-code.ts'
import { type PublicRequestTrust, requestPublic } from '../platform/public-request.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import type { Secrets } from '../platform/secrets.ts'
import { daySeconds, hourSeconds } from '../platform/times.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { callbackSecret, changeCallbackSecret } from './callback-secret.ts'

const intervalMs = 1_000
const callingMax = 4

const timeoutMs = 10_000
const answerBytesMax = 16 * 1024

const givenUpKept = sql`interval '30 days'`

const queue = retryQueue({
  table: 'callbacks',
  key: ['account_id', 'id'],
  leaseSeconds: 60,
  pauseSecondsMin: 15,
  pauseSecondsMax: 3 * hourSeconds,
  triedSeconds: 3 * daySeconds,
  givenUp: ({ id, attempts }, reason) =>
    `A call to a developer's program is given up after ${attempts} tries (${id}): ${reason}.`,
})

/** `event` names what happened, `data` is the payload. */
export async function queueCallback(
  trx: Transaction<Tables>,
  { accountId, url, event, data }: { accountId: string; url: string; event: string; data: object },
): Promise<void> {
  const body = JSON.stringify({ type: event, timestamp: new Date().toISOString(), data })
  const call = { account_id: accountId, id: uuidv7(), url, body, given_up_at: null }
  await trx.insertInto('callbacks').values(call).execute()
}

/** `trust` differs in tests alone. */
export function startCallbacks(
  parts: { database: Database; secrets: Secrets; warn(sentence: string): void },
  { everyMs = intervalMs, trust = {} }: { everyMs?: number; trust?: PublicRequestTrust } = {},
): Repeating {
  const { database, secrets, warn } = parts
  const work = async () => {
    const { db } = database
    const due = await claim(db, queue, callingMax)
    await Promise.all(
      due.map(async (call) => {
        const outcome = await tryOnce(await callbackSecret({ database, secrets }, call.account_id), call, trust)
        await settle({ db, warn }, queue, call, outcome)
      }),
    )
    return due.length === callingMax
  }
  return keepDoing(work, { everyMs, onAway: (reason) => warn(`Calls to developers wait: ${reason}.`) })
}

export async function forgetCallbacksOf(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx.deleteFrom('callbacks').where('account_id', '=', accountId).execute()
  await changeCallbackSecret(trx, accountId)
}

export async function forgetGivenUpCallbacks(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`given_up_at < ${now} - ${givenUpKept}`
  await deleteInBatches(db, { table: 'callbacks', key: ['account_id', 'id'], condition })
}

async function tryOnce(
  secret: string,
  { id, url, body }: RetryJob<'callbacks'>,
  trust: PublicRequestTrust,
): Promise<Outcome> {
  const now = new Date()
  const headers = {
    'content-type': 'application/json',
    'user-agent': productName,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
  try {
    const request = { method: 'POST', headers, body, timeoutMs, bytesMax: answerBytesMax } as const
    const { status } = await requestPublic(new URL(url), request, trust)
    return status >= 200 && status < 300
      ? { kind: 'done' }
      : { kind: 'failed', reason: `it was answered with status ${status}` }
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) }
  }
}
