/** Payments that move no money: a page with Pay and Cancel, tables of who subscribes, events signed as Stripe's. */
import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { plans, type Tier } from '#contract/plans'
import { type Database, inTransaction } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import type { Secrets } from '../secrets.ts'
import { uuidv7 } from '../uuid.ts'
import { readSignedEvent, signatureOf } from './event.ts'
import type { Charge, Delivery, Invoice, Payments } from './payments.ts'

interface LocalCheckout {
  tier: Tier
  state: 'open' | 'paid' | 'expired'
}

export interface LocalPayments extends Payments {
  findCheckout(id: string): Promise<LocalCheckout | undefined>
  /** Takes the payment and answers its event; repeatable. Undefined where nothing can be paid. */
  pay(id: string): Promise<Delivery | undefined>
}

export const localCheckoutPath = '/checkout'

const idForm = /^[\w-]{32}$/
const idBytes = 24

/** A day, as at Stripe. */
const checkoutLasts = '24 hours'

/** Customers without it belong to another provider. */
const customerPrefix = 'local_'

const prices = { developer: 'price_local_developer' }

export function localPayments({
  database,
  secrets,
  publicUrl,
}: {
  database: Database
  secrets: Secrets
  publicUrl: string
}): LocalPayments {
  const { db } = database
  const eventSecret = secrets.lookupHash('payments|events').toString('base64url')
  return {
    prices,
    createCustomer: async ({ accountId }) => `${customerPrefix}${accountId}`,
    setEmail: async ({ customerId }) => requireOwn(customerId),
    async deleteCustomer(customerId) {
      requireOwn(customerId)
      await deleteCustomer(database, customerId)
    },
    async startCheckout({ requestKey, customerId, tier }) {
      const { id, expires_at } = await openCheckout(db, { requestKey, customerId, tier })
      return { url: `${publicUrl}${localCheckoutPath}/${id}`, expiresAt: expires_at }
    },
    setEnding: (change) => setEnding(db, change),
    findSubscription: (customerId) => findRunning(db, customerId),
    listInvoices: (customerId, count) => listInvoices(db, customerId, count),
    findNextCharge: (customerId) => findNextCharge(db, customerId),
    readEvent: (delivery) => readSignedEvent(delivery, eventSecret),
    findCheckout: async (id) => (idForm.test(id) ? findCheckout(db, id) : undefined),
    async pay(id) {
      const customer = idForm.test(id) ? await takePayment(database, id) : undefined
      if (customer === undefined) return undefined
      const body = Buffer.from(
        JSON.stringify({ id: `local_${id}`, type: 'checkout.session.completed', data: { object: { id, customer } } }),
      )
      return { body, signature: signatureOf(body, eventSecret, Date.now()) }
    },
  }
}

/** Refuses a customer of another provider, as after STRIPE_SECRET_KEY was removed; its changes wait. */
function requireOwn(customerId: string): void {
  if (!customerId.startsWith(customerPrefix)) {
    throw new Error('payments that move no money know nothing of this customer, who is of another payment provider')
  }
}

async function openCheckout(
  db: Kysely<Tables>,
  { requestKey, customerId, tier }: { requestKey: string; customerId: string; tier: Tier },
) {
  await db
    .insertInto('local_checkouts')
    .values({
      id: randomBytes(idBytes).toString('base64url'),
      customer_id: customerId,
      request_key: requestKey,
      tier,
      expires_at: sql<Date>`now() + ${checkoutLasts}::interval`,
      paid_at: null,
    })
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .execute()
  return db
    .selectFrom('local_checkouts')
    .select(['id', 'expires_at'])
    .where('request_key', '=', requestKey)
    .executeTakeFirstOrThrow()
}

async function findCheckout(db: Kysely<Tables>, id: string): Promise<LocalCheckout | undefined> {
  return db
    .selectFrom('local_checkouts')
    .select('tier')
    .select(
      sql<LocalCheckout['state']>`case when paid_at is not null then 'paid' when expires_at <= now() then 'expired'
        else 'open' end`.as('state'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
}

async function takePayment(database: Database, id: string): Promise<string | undefined> {
  return inTransaction(database, async (trx) => {
    const checkout = await trx
      .selectFrom('local_checkouts')
      .select(['customer_id', 'tier', 'paid_at', sql<boolean>`expires_at <= now()`.as('isExpired')])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (checkout === undefined || (checkout.paid_at === null && checkout.isExpired)) return undefined
    if (checkout.paid_at === null) {
      await trx.updateTable('local_checkouts').set({ paid_at: sql<Date>`now()` }).where('id', '=', id).execute()
      await trx
        .insertInto('local_subscriptions')
        .values({
          customer_id: checkout.customer_id,
          id: uuidv7(),
          tier: checkout.tier,
          // To the second, as at Stripe.
          started_at: sql<Date>`date_trunc('second', now())`,
          ends_at: null,
        })
        .execute()
    }
    return checkout.customer_id
  })
}

const utc = sql.lit('utc')
const started = sql`started_at at time zone ${utc}`
const nowUtc = sql`now() at time zone ${utc}`
const monthsBegun = sql<number>`(12 * (extract(year from ${nowUtc}) - extract(year from ${started}))
  + extract(month from ${nowUtc}) - extract(month from ${started}))`
/** Whole months since the start; a shorter month has its anniversary on its last day. */
const months = sql<number>`(${monthsBegun}
  - case when ${started} + ${monthsBegun} * interval '1 month' > ${nowUtc} then 1 else 0 end)`
const anniversary = (further: number) =>
  sql<Date>`(${started} + (${months} + ${sql.lit(further)}) * interval '1 month') at time zone ${utc}`

async function findRunning(db: Kysely<Tables>, customerId: string) {
  const row = await db
    .selectFrom('local_subscriptions')
    .select(['id', 'tier', 'ends_at'])
    .select([anniversary(0).as('periodStart'), anniversary(1).as('periodEnd')])
    .where('customer_id', '=', customerId)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', sql<Date>`now()`)]))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, tier, periodStart, periodEnd, ends_at } = row
  return { id, tier, periodStart, periodEnd: ends_at ?? periodEnd, isEnding: ends_at !== null }
}

/** One for each month that has begun, since there is no other record of them. */
async function listInvoices(db: Kysely<Tables>, customerId: string, count: number): Promise<Invoice[]> {
  const start = (further: number) =>
    sql<Date>`(${started} + (number + ${sql.lit(further)}) * interval '1 month') at time zone ${utc}`
  const { rows } = await sql<{ id: string; tier: Tier; number: number; start: Date; end: Date }>`
    select id, tier, number, ${start(0)} as start, ${start(1)} as end
    from local_subscriptions, generate_series(0, ${monthsBegun}::integer) as number
    where customer_id = ${customerId} and ${start(0)} <= now() and (ends_at is null or ${start(0)} < ends_at)
    order by start desc limit ${count}`.execute(db)
  return rows.map(({ id, tier, number, start, end }) => ({
    id: `${id}-${number + 1}`,
    createdAt: start,
    periodStart: start,
    periodEnd: end,
    ...priceOf(tier),
    state: 'simulated',
    url: undefined,
  }))
}

async function findNextCharge(db: Kysely<Tables>, customerId: string): Promise<Charge | undefined> {
  const running = await findRunning(db, customerId)
  return running === undefined || running.isEnding ? undefined : { at: running.periodEnd, ...priceOf(running.tier) }
}

function priceOf(tier: Tier) {
  return { amount: plans[tier].priceCents ?? 0, currency: 'usd' }
}

async function deleteCustomer(database: Database, customerId: string): Promise<void> {
  await inTransaction(database, async (trx) => {
    // Pages first: a payment in progress is waited for, and its subscription goes too.
    await trx.deleteFrom('local_checkouts').where('customer_id', '=', customerId).execute()
    await trx.deleteFrom('local_subscriptions').where('customer_id', '=', customerId).execute()
  })
}

async function setEnding(
  db: Kysely<Tables>,
  { customerId, subscriptionId, isEnding }: { customerId: string; subscriptionId: string; isEnding: boolean },
): Promise<void> {
  await db
    .updateTable('local_subscriptions')
    .set({ ends_at: isEnding ? anniversary(1) : null })
    .where('customer_id', '=', customerId)
    .where('id', '=', subscriptionId)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', sql<Date>`now()`)]))
    .execute()
}
