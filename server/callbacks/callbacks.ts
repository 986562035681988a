/**
 * Calls that tell developers' programs of a decision, signed as Standard Webhooks has it (standardwebhooks.com). A call is written
 * down in the transaction of what it tells of and made afterwards, at least once; the receiver knows a repeated one by its
 * webhook-id. One that fails is made again after pauses that grow, for three days, and then given up. Nobody waits for it, and it
 * goes nowhere but to addresses on the public internet (server/platform/public-request.ts).
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { productName } from '#contract/product'
import type { Database } from '../platform/database/database.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import { reasonOf } from '../platform/error-code.ts'
import { type PublicRequestTrust, requestPublic } from '../platform/public-request.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import type { Secrets } from '../platform/secrets.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { callbackSecret, changeCallbackSecret } from './callback-secret.ts'
import {
  claimDueCallbacks,
  type DueCallback,
  deleteCallback,
  insertCallback,
  postponeCallback,
} from './callback-store.ts'

interface CallbackParts {
  database: Database
  secrets: Secrets
  warn(sentence: string): void
}

/** Milliseconds between two looks, and calls that are made at a time. */
const intervalMs = 1_000
const callingMax = 4

/** What a call may take, and how long other processes leave one alone that is being made. */
const timeoutMs = 10_000
const answerBytesMax = 16 * 1024
const leaseSeconds = 60

/** The pause after the first failure, doubled by each further one up to the longest, and how long a call is tried. */
const pauseSecondsMin = 15
const pauseSecondsMax = 3 * 3_600
const triedSeconds = 3 * 86_400

/** How long calls that were given up are kept to be looked into. */
const givenUpKept = sql`interval '30 days'`

/** Notes a call of an account, to be made once the transaction is. `event` names what happened, `data` is what is told. */
export async function queueCallback(
  trx: Transaction<Tables>,
  { accountId, url, event, data }: { accountId: string; url: string; event: string; data: object },
): Promise<void> {
  const body = JSON.stringify({ type: event, timestamp: new Date().toISOString(), data })
  await insertCallback(trx, { accountId, id: uuidv7(), url, body })
}

/** Begins to make calls, until it is closed. `trust` is other than the internet's in tests alone. */
export function startCallbacks(
  parts: CallbackParts,
  { everyMs = intervalMs, trust = {} }: { everyMs?: number; trust?: PublicRequestTrust } = {},
): Repeating {
  const work = async () => {
    const due = await claimDueCallbacks(parts.database.db, callingMax, leaseSeconds)
    await Promise.all(due.map((callback) => make(parts, callback, trust)))
    return due.length === callingMax
  }
  return keepDoing(work, { everyMs, onAway: (reason) => parts.warn(`Calls to developers wait: ${reason}.`) })
}

/** Forgets the calls of an account that are still to be made, and has later ones signed with another secret. */
export async function forgetCallbacksOf(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx.deleteFrom('callbacks').where('account_id', '=', accountId).execute()
  await changeCallbackSecret(trx, accountId)
}

/** Forgets calls that were given up long ago. */
export async function forgetGivenUpCallbacks(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`given_up_at < ${now} - ${givenUpKept}`
  await deleteInBatches(db, { table: 'callbacks', key: ['account_id', 'id'], condition })
}

async function make(parts: CallbackParts, callback: DueCallback, trust: PublicRequestTrust): Promise<void> {
  const { database, warn } = parts
  const failure = await tryOnce(await callbackSecret(parts, callback.accountId), callback, trust)
  if (failure === undefined) return deleteCallback(database.db, callback)
  if (callback.ageSeconds < triedSeconds) return postponeCallback(database.db, callback, pauseAfter(callback.attempts))
  warn(`A call to a developer's program is given up after ${callback.attempts} tries (${callback.id}): ${failure}.`)
  return postponeCallback(database.db, callback, 'never')
}

/** Answers why it failed; nothing when it was taken. */
async function tryOnce(
  secret: string,
  { id, url, body }: DueCallback,
  trust: PublicRequestTrust,
): Promise<string | undefined> {
  const now = new Date()
  const signature = new Webhook(secret).sign(id, now, body)
  const headers = {
    'content-type': 'application/json',
    'user-agent': productName,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signature,
  }
  try {
    const request = { method: 'POST', headers, body, timeoutMs, bytesMax: answerBytesMax } as const
    const { status } = await requestPublic(new URL(url), request, trust)
    return status >= 200 && status < 300 ? undefined : `it was answered with status ${status}`
  } catch (error) {
    return reasonOf(error)
  }
}

function pauseAfter(attempts: number): number {
  return Math.min(pauseSecondsMax, pauseSecondsMin * 2 ** (attempts - 1))
}
