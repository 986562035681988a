/**
 * Payments that move no money, for trying the product and for tests: a page of our own with Pay and Cancel, and books in the
 * database that say who subscribes. What happens is told as Stripe tells it, by an event with a signature. A subscription
 * runs from one monthly anniversary to the next until it is given up, by the database's clock: nothing has to run at that time.
 */
import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tier } from '#contract/plans'
import { type Database, inTransaction } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import type { Secrets } from '../secrets.ts'
import { uuidv7 } from '../uuid.ts'
import { readSignedEvent } from './event.ts'
import type { Delivery, Payments } from './payments.ts'
import { signatureOf } from './signature.ts'

/** A page to pay on, as it stands. */
interface LocalCheckout {
  tier: Tier
  state: 'open' | 'paid' | 'expired'
}

export interface LocalPayments extends Payments {
  /** Undefined where there is no such page. */
  findCheckout(id: string): Promise<LocalCheckout | undefined>
  /**
   * Takes the payment and answers the news of it, also when it was taken before: delivered twice, they have their effect once.
   * Undefined where nothing can be paid.
   */
  pay(id: string): Promise<Delivery | undefined>
}

/** The path of the pages, which server/billing serves. */
export const localCheckoutPath = '/checkout'

/** What the id of a page looks like; text of another form is not even asked for. */
const idForm = /^[\w-]{32}$/
const idBytes = 24

/** For how long a page can be paid on: a day, as at Stripe. */
const checkoutLasts = '24 hours'

/** What the ids of customers made here begin with; others were made by another provider. */
const customerPrefix = 'local_'

const prices = { developer: 'price_local_developer' }

/** The payments of this database. Their news are signed with a key that only who has the installation's secret can make. */
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

/**
 * Throws for a customer of another provider, as there is after STRIPE_SECRET_KEY was taken away: what that one is to be told waits
 * until it is back, and is not taken for told.
 */
function requireOwn(customerId: string): void {
  if (!customerId.startsWith(customerPrefix)) {
    throw new Error('payments that move no money know nothing of this customer, who is of another payment provider')
  }
}

/** The page under this key; made unless there is one. */
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

/** Answers the customer, who subscribes from then on. */
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
          // To the second, as at Stripe: what is read here and written elsewhere keeps no more than milliseconds.
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
/** Whole months since the start: in a month that is shorter, its last day is the anniversary. */
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

/** Takes all that is known of the customer out of the books. */
async function deleteCustomer(database: Database, customerId: string): Promise<void> {
  await inTransaction(database, async (trx) => {
    // The pages first: one that is being paid on is waited for, and the subscription it makes goes, too.
    await trx.deleteFrom('local_checkouts').where('customer_id', '=', customerId).execute()
    await trx.deleteFrom('local_subscriptions').where('customer_id', '=', customerId).execute()
  })
}

/** One that is over stays so. */
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
