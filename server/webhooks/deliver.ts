/**
 * Makes deliveries: POSTs signed by Standard Webhooks (standardwebhooks.com), each at least once, for up to three days.
 * The receiver knows a repeat by its webhook-id. They go to public addresses alone (server/platform/public-request.ts).
 * A process has slots, each of which makes one delivery after the other. They go to the account that has the fewest,
 * and of it to the endpoint that has the fewest, up to a limit for each, so a slow one delays no other. Tests, and
 * single deliveries that are sent again, have slots of their own. Deliveries about one provider are made in the order
 * of its events. An endpoint that fails is tried with growing pauses, one delivery at a time, and switched off after
 * three days of failures.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { Webhook } from 'standardwebhooks'
import {
  accountDeliveriesAtOnce,
  webhookAnswerBytesMax,
  webhookAnswerShownBytes,
  webhookDeliveriesAtOnce,
  webhookRetryDays,
  webhookSecondsMax,
} from '#contract/limits'
import { productName } from '#contract/product'
import { type DeliveryState, testEventType } from '#contract/webhook-endpoints'
import { claim, type Job, leased, type Queue } from '../jobs/queue.ts'
import { webhookOffEmail } from '../mail/emails/webhook-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { reasonOf } from '../platform/error-code.ts'
import { type PublicRequestTrust, requestPublic } from '../platform/public-request.ts'
import { atMostEvery, keepDoing, type Repeating } from '../platform/repeating.ts'
import type { Secrets } from '../platform/secrets.ts'
import { daySeconds, hourSeconds, minuteSeconds, secondsFromNow } from '../platform/times.ts'
import { callbackSecret } from './callback-secret.ts'
import { callbackUrlId, failWaiting } from './delivery-store.ts'
import { findTarget, forgetOldSecrets } from './webhook-store.ts'

const intervalMs = 1_000
const endMs = 5_000
/** After which a slot makes room. */
const slotMs = 5_000

/** Slots of a process, and how many of them an account may have. */
const usualSlots = { slotsMax: 128, ofAccountMax: accountDeliveriesAtOnce }
const urgentSlots = { slotsMax: 32, ofAccountMax: webhookDeliveriesAtOnce }

const leaseSeconds = 60
const pauseSecondsMin = 15
const pauseSecondsMax = 3 * hourSeconds
const triedSeconds = webhookRetryDays * daySeconds

interface DeliverParts {
  database: Database
  secrets: Secrets
  publicUrl: string
  warn(sentence: string): void
}

interface DeliverOptions {
  everyMs: number
  slotMs: number
  trust: PublicRequestTrust
  timeoutMs: number
}

/** The options differ in tests alone. */
export function startDeliveries(parts: DeliverParts, given: Partial<DeliverOptions> = {}): Repeating {
  const options = { everyMs: intervalMs, slotMs, trust: {}, timeoutMs: webhookSecondsMax * 1000, ...given }
  const { db } = parts.database
  const running = new Map<Promise<void>, Slot>()
  let failure: unknown
  let isEnding = false
  const start = (slot: Slot) => {
    const run = runSlot(parts, slot, { ...options, isEnding: () => isEnding })
      .catch((error: unknown) => {
        failure = error
      })
      .finally(() => running.delete(run))
    running.set(run, slot)
  }
  const endOverlaps = atMostEvery(minuteSeconds * 1000, () => forgetOldSecrets(db))
  const work = async () => {
    if (failure !== undefined) {
      const error = failure
      failure = undefined
      throw error
    }
    for (const isUrgent of [true, false]) {
      const held = [...running.values()].filter((slot) => slot.isUrgent === isUrgent)
      for (const slot of await slotsDue(db, isUrgent, held)) start(slot)
    }
    await endOverlaps()
    return false
  }
  const repeating = keepDoing(work, {
    name: 'webhooks',
    everyMs: options.everyMs,
    onAway: (reason) => parts.warn(`Webhooks wait: ${reason}.`),
  })
  return {
    async close() {
      isEnding = true
      await repeating.close()
      await Promise.race([Promise.all(running.keys()), wait(endMs, undefined, { ref: false })])
    },
  }
}

interface Lane {
  accountId: string
  webhookId: string
}

interface Slot extends Lane {
  /** Makes what its owner waits for, at once. */
  isUrgent: boolean
}

/** The slots to start beside those held, in turns of the accounts. */
async function slotsDue(db: Kysely<Tables>, isUrgent: boolean, held: readonly Slot[]): Promise<Slot[]> {
  const { slotsMax, ofAccountMax } = isUrgent ? urgentSlots : usualSlots
  const lanes = isUrgent
    ? lanesOf(sql`is_urgent`)
    : sql`${endpointLanes} union all ${lanesOf(sql`webhook_id = ${callbackUrlId}`)}`
  const ofAccounts = countsOf(held.map(({ accountId }) => accountId))
  const ofLanes = countsOf(held.map(keyOf))
  const { rows } = await sql<Slot>`with lanes as materialized (${lanes}),
    due_lanes as (select *, coalesce((${ofLanes}::jsonb ->> (account_id || ' ' || webhook_id))::int, 0) as held
      from lanes where due > 0),
    slots as (select account_id, webhook_id, coalesce((${ofAccounts}::jsonb ->> account_id)::int, 0)
        + row_number() over (partition by account_id order by place, random()) as turn
      from due_lanes, generate_series(held + 1, least(held + due, most)) as place)
    select account_id as "accountId", webhook_id as "webhookId", ${isUrgent}::boolean as "isUrgent" from slots
    where turn <= ${ofAccountMax} order by turn, random() limit ${slotsMax - held.length}`.execute(db)
  return rows
}

const isDue = sql`state = 'waiting' and due_at <= now()`

/** What is due in each, no further than it may have slots. */
const endpointLanes = sql`
  select account_id, id as webhook_id, (
    select count(*)::int from (select from webhook_deliveries where webhook_deliveries.account_id = webhooks.account_id
      and webhook_id = webhooks.id and ${isDue} and not is_urgent limit ${webhookDeliveriesAtOnce}) as first) as due,
    case when failing_since is null then ${webhookDeliveriesAtOnce}::int else 1 end as most
  from webhooks where off_at is null and (paused_until is null or paused_until <= now())`

function lanesOf(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select account_id, webhook_id, count(*)::int as due, ${webhookDeliveriesAtOnce}::int as most
    from webhook_deliveries where ${isDue} and ${condition} group by 1, 2`
}

function keyOf({ accountId, webhookId }: Lane): string {
  return `${accountId} ${webhookId}`
}

/** As JSON. */
function countsOf(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return JSON.stringify(Object.fromEntries(counts))
}

/** Makes one delivery after the other. */
async function runSlot(
  parts: DeliverParts,
  slot: Slot,
  { slotMs, isEnding, ...options }: DeliverOptions & { isEnding: () => boolean },
): Promise<void> {
  const untilMs = performance.now() + slotMs
  let isFirst = true
  do {
    const target = await targetOf(parts, slot)
    // One that fails is left to the next slot, which is alone.
    if (target === undefined || (target.isFailing && !isFirst)) return
    isFirst = false
    const [job] = await claim(parts.database.db, queueOf(slot), 1)
    if (job === undefined) return
    await settle(parts, slot, { job, attempt: await attemptOf(target, job, options) }, target.isFailing)
  } while (!isEnding() && performance.now() < untilMs)
}

interface Target {
  /** Null where each delivery has its own. */
  url: string | null
  /** Each signs. */
  secrets: readonly string[]
  isFailing: boolean
}

/** Undefined for an endpoint that is gone or off; or paused, unless its owner waits. */
async function targetOf(parts: DeliverParts, { accountId, webhookId, isUrgent }: Slot): Promise<Target | undefined> {
  if (webhookId !== callbackUrlId) return findTarget(parts, { accountId, id: webhookId }, { isUrgent })
  return { url: null, secrets: [await callbackSecret(parts, accountId)], isFailing: false }
}

/** `claim` is `claimed_until` with all its digits. */
type Extra = { age_seconds: number; claim: string }
type DeliveryJob = Job<'webhook_deliveries', Extra>

function queueOf({ accountId, webhookId, isUrgent }: Slot): Queue<'webhook_deliveries', Extra> {
  const inTurn = sql`not is_urgent and not exists (select from webhook_deliveries before
    where before.account_id = ${accountId} and before.webhook_id = ${webhookId} and before.state = 'waiting'
      and before.npi = webhook_deliveries.npi and before.position < webhook_deliveries.position)`
  return {
    table: 'webhook_deliveries',
    key: ['account_id', 'webhook_id', 'id'],
    isDue: sql`account_id = ${accountId} and webhook_id = ${webhookId} and ${isDue}
      and ${isUrgent ? sql`is_urgent` : inTurn}`,
    orderBy: sql`due_at, position`,
    // Further tries are like any other.
    onClaim: sql`${leased(leaseSeconds)}, attempted_at = now(), is_urgent = false,
      claimed_until = ${secondsFromNow(leaseSeconds)}`,
    extra: sql`extract(epoch from now() - tried_from)::float8 as age_seconds, claimed_until::text as claim`,
  }
}

interface Attempt {
  response: { status: number; body: string } | null
  ms: number
  /** A sentence; null where it was accepted. */
  error: string | null
}

async function attemptOf(
  { url, secrets }: Target,
  job: DeliveryJob,
  { trust, timeoutMs }: Pick<DeliverOptions, 'trust' | 'timeoutMs'>,
): Promise<Attempt> {
  const { id, body } = job
  const now = new Date()
  const headers = {
    'content-type': 'application/json',
    'user-agent': productName,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
  const startedMs = performance.now()
  const took = () => Math.round(performance.now() - startedMs)
  try {
    const limits = { timeoutMs, bytesMax: webhookAnswerBytesMax }
    const target = new URL(url ?? job.callback_url ?? '')
    const answer = await requestPublic(target, { method: 'POST', headers, body, ...limits }, trust)
    const { status } = answer
    // A cut may fall into a character; the database takes no NUL.
    const shown = answer.body.subarray(0, webhookAnswerShownBytes).toString('utf8').replaceAll('\0', '\ufffd')
    return { response: { status, body: shown }, ms: took(), error: mistakeIn(status) }
  } catch (error) {
    const reason = reasonOf(error)
    return { response: null, ms: took(), error: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` }
  }
}

function mistakeIn(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `The server answered with status ${status}; redirects are not followed.`
  return `The server answered with status ${status}.`
}

/** What became of it, and of its endpoint, in one transaction. */
async function settle(
  { database, publicUrl, warn }: DeliverParts,
  lane: Lane,
  { job, attempt }: { job: DeliveryJob; attempt: Attempt },
  wasFailing: boolean,
): Promise<void> {
  const isCallback = lane.webhookId === callbackUrlId
  const next = nextOf(job, attempt)
  if (isCallback && next === 'failed') {
    warn(`A call to a developer's program is given up after ${job.attempts} tries (${job.id}). ${attempt.error}`)
  }
  await inTransaction(database, async (trx) => {
    await setOutcome(trx, job, attempt, next)
    // A test says nothing of whether events arrive.
    if (isCallback || job.type === testEventType) return
    if (attempt.error === null) {
      if (wasFailing) await setWorking(trx, lane)
      return
    }
    const off = await noteFailure(trx, lane)
    if (off === undefined) return
    await failWaiting(trx, lane)
    const account = await trx
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', lane.accountId)
      .where('email_verified_at', 'is not', null)
      .executeTakeFirst()
    if (account === undefined) return
    await queueEmail(
      trx,
      { to: account.email, accountId: lane.accountId },
      webhookOffEmail({ publicUrl, url: off.url }),
    )
  })
}

type Next = 'delivered' | 'failed' | RawBuilder<Date>

function nextOf({ type, attempts, age_seconds: age }: DeliveryJob, { error }: Attempt): Next {
  if (error === null) return 'delivered'
  if (type === testEventType || age > triedSeconds) return 'failed'
  const pause = Math.min(pauseSecondsMax, pauseSecondsMin * 2 ** (attempts - 1))
  // Between four and six fifths of it, so that what failed together is not tried together.
  return secondsFromNow(pause * (0.8 + 0.4 * Math.random()))
}

type Trx = Transaction<Tables>

/**
 * Changes nothing where another process claimed it after its lease. One that failed, and that its owner sent again
 * meanwhile, starts from the first try.
 */
async function setOutcome(trx: Trx, job: DeliveryJob, { response, ms, error }: Attempt, next: Next): Promise<void> {
  const isJob = sql<boolean>`account_id = ${job.account_id} and webhook_id = ${job.webhook_id} and id = ${job.id}
    and state = 'waiting' and claimed_until = ${job.claim}::timestamptz`
  // No one sees a log of these.
  if (next === 'delivered' && job.webhook_id === callbackUrlId) {
    await trx.deleteFrom('webhook_deliveries').where(isJob).execute()
    return
  }
  const [state, dueAt] = typeof next === 'string' ? [next, sql`due_at`] : ['waiting', next]
  const isSentAgain = sql`(is_urgent and ${state} <> 'delivered')`
  await trx
    .updateTable('webhook_deliveries')
    .set({
      state: sql<DeliveryState>`case when ${isSentAgain} then 'waiting' else ${state} end`,
      due_at: sql<Date>`case when ${isSentAgain} then now() else ${dueAt} end`,
      attempts: sql<number>`case when ${isSentAgain} then 0 else attempts end`,
      is_urgent: sql<boolean>`${isSentAgain}`,
      claimed_until: null,
      response_status: response?.status ?? null,
      response_body: response?.body ?? null,
      response_ms: ms,
      error,
    })
    .where(isJob)
    .execute()
}

async function setWorking(trx: Trx, { accountId, webhookId }: Lane): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ failing_since: null, paused_until: null })
    .where('account_id', '=', accountId)
    .where('id', '=', webhookId)
    .execute()
}

/** Pauses an endpoint for a tenth of the time that it has failed; answers its URL when this switches it off. */
async function noteFailure(trx: Trx, { accountId, webhookId }: Lane): Promise<{ url: string } | undefined> {
  const { rows } = await sql<{ url: string; isOff: boolean }>`update webhooks set
      failing_since = coalesce(failing_since, now()),
      paused_until = now() + interval '1 second'
        * least(300, greatest(5, extract(epoch from now() - coalesce(failing_since, now())) / 10)),
      off_at = case when failing_since < now() - ${triedSeconds} * interval '1 second' then now() end
    where account_id = ${accountId} and id = ${webhookId} and off_at is null
    returning url, off_at is not null as "isOff"`.execute(trx)
  return rows.find(({ isOff }) => isOff)
}
