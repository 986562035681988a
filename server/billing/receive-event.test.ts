import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StripeLike } from '../../test/support/stripe-like.ts'
import { startTestBilling, type TestBilling } from '../../test/support/test-billing.ts'
import { trials } from '../../test/support/trials.ts'
import type { PaidSubscription } from '../platform/payments/payments.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { type ReceiveEvent, receiveEvent } from './webhook.ts'

let billing: TestBilling
beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(() => billing.close())

type Subscription = ReturnType<StripeLike['subscribe']>
type Event = StripeLike['events'][number]

/** An account that is a customer already, and has not paid. */
async function newCustomer(): Promise<{ accountId: string; email: string; customer: string }> {
  const account = await billing.newAccount()
  const customer = `cus_${uuidv7()}`
  await billing.database.db
    .insertInto('subscriptions')
    .values({
      account_id: account.accountId,
      granted_tier: null,
      period_start: null,
      period_end: null,
      customer_id: customer,
      subscription_id: null,
      checkout_at: null,
      check_at: null,
    })
    .execute()
  return { ...account, customer }
}

const send = (event: Event) => billing.receive(billing.stripe.signed(event))
const eventsSince = (from: number): Event[] => billing.stripe.events.slice(from)
const eventsOf = (customer: string) => billing.stripe.events.filter(({ data }) => data.object.customer === customer)

/** What the account would see if only the provider's present answer counted. */
async function truthOf(customer: string) {
  const paid = await billing.payments.findSubscription(customer)
  return {
    tier: paid?.tier ?? 'free',
    pendingDowngrade: paid?.isEnding ?? false,
    expiryDate: paid?.periodEnd.toISOString() ?? null,
  }
}

/** What happens at Stripe after the subscription is paid, which makes three events; each step makes one more. */
type Life = readonly ((stripe: StripeLike, subscription: Subscription) => void)[]

const lives: Readonly<Record<string, Life>> = {
  'that ends': [
    (stripe, subscription) => stripe.setEnding(subscription, true),
    (stripe, subscription) => stripe.setEnding(subscription, false),
    (stripe, subscription) => stripe.end(subscription),
  ],
  'that goes on': [
    (stripe, subscription) => stripe.renew(subscription),
    (stripe, subscription) => stripe.setEnding(subscription, true),
  ],
}

function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) => ordersOf(items.toSpliced(index, 1)).map((order) => [item, ...order]))
}

/** Answers for Stripe without the way there, which would take most of the time of thousands of questions. */
function nearby(subscriptions: ReadonlyMap<string, Subscription>): ReceiveEvent {
  const findSubscription = async (customer: string): Promise<PaidSubscription | undefined> => {
    const { id, status, cancel_at_period_end, items } = subscriptions.get(customer) ?? expect.unreachable()
    const [{ current_period_start, current_period_end } = expect.unreachable()] = items.data
    if (status === 'canceled') return undefined
    return {
      id,
      tier: 'developer',
      periodStart: new Date(current_period_start * 1000),
      periodEnd: new Date(current_period_end * 1000),
      isEnding: cancel_at_period_end,
    }
  }
  return receiveEvent({ ...billing, payments: { ...billing.payments, findSubscription } })
}

/**
 * Runs a history while its events come in the given order, each as soon as it has happened, and each once more
 * right after the one behind it.
 */
async function live(life: Life, order: readonly number[]): Promise<void> {
  const { stripe } = billing
  const { accountId, customer } = await newCustomer()
  const subscription = stripe.subscribe(customer)
  const receive = nearby(new Map([[customer, subscription]]))
  const events = eventsSince(stripe.events.length - 3)
  const steps = [...life]
  const eventAt = (index: number): Event => {
    while (events.length <= index) {
      const from = stripe.events.length
      const step = steps.shift() ?? expect.unreachable('the life has no such event')
      step(stripe, subscription)
      events.push(...eventsSince(from))
    }
    return events[index] ?? expect.unreachable()
  }
  let before: Event | undefined
  for (const index of order) {
    const event = eventAt(index)
    await receive(stripe.signed(event))
    if (before !== undefined) await receive(stripe.signed(before))
    before = event
  }
  if (before !== undefined) await receive(stripe.signed(before))
  expect(await billing.planOf(accountId), order.join(' ')).toEqual(await truthOf(customer))
}

/** Does it for everything, some at a time. */
async function inLines<T>(items: readonly T[], lines: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items]
  const line = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: lines }, line))
}

/**
 * Every eleventh order for a change. Eleven has no factor in common with 720, so that every event still comes in every
 * place.
 */
const oneOf = trials({ commit: 11, nightly: 1 })
const share = oneOf === 1 ? 'all' : `one of ${oneOf} of all`

/** Some seconds on a machine that does nothing else. */
const manyNewsTimeoutMs = 180_000

describe('E3, T28: events that come', () => {
  it.each(Object.entries(lives))(
    `in ${share} 720 orders, and twice each, leave the plan as Stripe knows it: a life %s`,
    async (_, life) => {
      const orders = ordersOf([0, 1, 2, 3, 4, 5])
      expect(orders).toHaveLength(720)
      const tried = orders.filter((_, index) => index % oneOf === 0)
      await inLines(tried, 10, (order) => live(life, order))
    },
    manyNewsTimeoutMs,
  )

  it('all at once leave the plan as Stripe knows it, and report each change once', async () => {
    const accounts = await Promise.all(Array.from({ length: 10 }, newCustomer))
    for (const { customer } of accounts) {
      const subscription = billing.stripe.subscribe(customer)
      billing.stripe.setEnding(subscription, true)
      billing.stripe.renew(subscription)
    }
    for (const { accountId, email, customer } of accounts) {
      const events = eventsOf(customer)
      await Promise.allSettled([...events, ...events].map(send))
      for (const event of events) await send(event)
      expect(await billing.planOf(accountId)).toEqual(await truthOf(customer))
      // Both come of one transaction, so neither is the first.
      expect((await billing.emailsTo(email)).sort()).toEqual([
        expect.stringMatching(/^Your Developer plan ends on /),
        'Your Praxidex plan is now Developer',
      ])
    }
  })

  it('100 times at once have their effect once', async () => {
    const { accountId, email, customer } = await newCustomer()
    billing.stripe.subscribe(customer)
    const [event = expect.unreachable()] = eventsOf(customer)
    const delivery = billing.stripe.signed(event)
    await Promise.all(Array.from({ length: 100 }, () => billing.receive(delivery)))
    expect(await billing.audited(accountId)).toEqual(['plan.changed by payments'])
    expect(await billing.emailsTo(email)).toEqual(['Your Praxidex plan is now Developer'])
  })

  it('again after they had their effect ask nothing of Stripe', async () => {
    const { accountId, customer } = await newCustomer()
    billing.stripe.subscribe(customer)
    const [event = expect.unreachable()] = eventsOf(customer)
    await send(event)
    const { updated_at } = await billing.database.db
      .selectFrom('subscriptions')
      .select('updated_at')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    const asked = billing.stripe.seen.length
    for (let index = 0; index < 20; index++) await send(event)
    expect(billing.stripe.seen).toHaveLength(asked)
    const after = await billing.database.db
      .selectFrom('subscriptions')
      .select('updated_at')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    expect(after).toEqual({ updated_at })
  })

  it('late, with an answer of Stripe that is older than what is known, do not undo it', async () => {
    const { accountId, customer } = await newCustomer()
    const subscription = billing.stripe.subscribe(customer)
    const [paid = expect.unreachable()] = eventsOf(customer)
    const held = billing.stripe.holdNext()
    const late = send(paid)
    await held.asked
    billing.stripe.end(subscription)
    await send(eventsOf(customer).at(-1) ?? expect.unreachable())
    held.release()
    await late
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'free' })
  })
})

describe('events have an effect or none', () => {
  it('E3: when the effect fails half-way nothing is kept, not even that they came, and the next delivery succeeds', async () => {
    const { accountId, email, customer } = await newCustomer()
    billing.stripe.subscribe(customer)
    const [event = expect.unreachable()] = eventsOf(customer)
    const noEmails: KyselyPlugin = {
      transformQuery({ node }) {
        if (JSON.stringify(node).includes('"letters"')) throw new Error('no emails today')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await expect(billing.receiveOver(noEmails)(billing.stripe.signed(event))).rejects.toThrow('no emails today')
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'free' })
    expect(await billing.audited(accountId)).toEqual([])
    await send(event)
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'developer' })
    expect(await billing.emailsTo(email)).toEqual(['Your Praxidex plan is now Developer'])
  })

  it.each([
    [429, 'PaymentsAwayError'],
    [500, 'PaymentsAwayError'],
    ['silence', 'PaymentsAwayError'],
    [{ status: 200, text: '<html>' }, 'PaymentsRefusedError'],
  ] as const)('when Stripe answers the question with %j they are to come again', async (fate, name) => {
    const { accountId, customer } = await newCustomer()
    billing.stripe.subscribe(customer)
    const [event = expect.unreachable()] = eventsOf(customer)
    billing.stripe.next('GET', fate)
    await expect(send(event)).rejects.toMatchObject({ name })
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'free' })
    await send(event)
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'developer' })
  })

  it('of other kinds, without a customer, or of another system’s customers have none', async () => {
    const asked = billing.stripe.seen.length
    const { accountId, customer } = await newCustomer()
    for (const [type, object] of [
      ['what.comes.next.year', { customer }],
      ['customer.created', { id: customer, object: 'customer' }],
      ['payment_intent.succeeded', { customer }],
      ['customer.subscription.updated', { customer: 'cus_of_somebody_else' }],
      ['customer.subscription.updated', { customer: null }],
      ['customer.subscription.updated', {}],
    ] as const) {
      await billing.receive(billing.stripe.signed({ id: `evt_${uuidv7()}`, type, data: { object } }))
    }
    expect(billing.stripe.seen).toHaveLength(asked)
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'free' })
  })

  it('recognize a subscription that names its customer in full', async () => {
    const { accountId, customer } = await newCustomer()
    billing.stripe.subscribe(customer)
    const event = { id: `evt_${uuidv7()}`, type: 'invoice.paid', data: { object: { customer: { id: customer } } } }
    await billing.receive(billing.stripe.signed(event))
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'developer' })
  })

  it('E3: signed wrong, too early or too late are refused, all of 300 of them', async () => {
    const { accountId, customer } = await newCustomer()
    billing.stripe.subscribe(customer)
    const [event = expect.unreachable()] = eventsOf(customer)
    const { webhookSecret } = billing.stripe.choice
    const forgeries = Array.from({ length: 100 }, (_, index) => [
      billing.stripe.signed(event, { secret: `${webhookSecret}${index}` }),
      billing.stripe.signed(event, { nowMs: Date.now() - (302 + index) * 1000 }),
      billing.stripe.signed(event, { nowMs: Date.now() + (302 + index) * 1000 }),
    ]).flat()
    const codes = await Promise.all(
      forgeries.map((delivery) =>
        billing.receive(delivery).then(
          () => 'taken',
          (error) => error.code,
        ),
      ),
    )
    expect(codes).toEqual(Array(300).fill('event_unsigned'))
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'free' })
  })
})
