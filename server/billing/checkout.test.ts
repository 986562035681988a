import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkoutsPerHourMax } from '#contract/limits'
import { startStripeLike } from '../../test/support/stripe-like.ts'
import { startTestBilling, type TestBilling } from '../../test/support/test-billing.ts'
import { inTransaction } from '../platform/database/database.ts'
import { PaymentsAwayError, PaymentsRefusedError } from '../platform/payments/errors.ts'
import { openPayments } from '../platform/payments/payments.ts'
import { checkout } from './checkout.ts'
import { setPlan } from './set-plan.ts'

let billing: TestBilling
beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(() => billing.close())

const free = { tier: 'free', pendingDowngrade: false, expiryDate: null }
const effectsSince = (from: number, call: string) =>
  billing.stripe.seen.slice(from).filter((each) => each.call.startsWith(call) && !each.isReplay)
const expire = (accountId: string) =>
  sql`update subscriptions set period_end = now() where account_id = ${accountId}`.execute(billing.database.db)

describe('an upgrade', () => {
  it('E2: leads to a page of Stripe, and the plan changes when Stripe reports the payment, not before', async () => {
    const { accountId, email } = await billing.newAccount()
    const { url = '' } = await billing.upgrade(accountId)
    expect(new URL(url).host).toBe('checkout.stripe.com')
    const from = billing.stripe.events.length
    const { items } = billing.stripe.pay(url)
    expect(await billing.planOf(accountId)).toEqual(free)
    await billing.deliver(from)
    expect(await billing.planOf(accountId)).toEqual({
      tier: 'developer',
      pendingDowngrade: false,
      expiryDate: new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString(),
    })
    expect(await billing.audited(accountId)).toEqual(['plan.changed by payments'])
    expect(await billing.emailsTo(email)).toEqual(['Your Praxidex plan is now Developer'])
  })

  it('is one request to Stripe, and one page, however often the button is pressed', async () => {
    const { accountId } = await billing.newAccount()
    const from = billing.stripe.seen.length
    const pages = await Promise.all(Array.from({ length: 5 }, () => billing.upgrade(accountId)))
    pages.push(await billing.upgrade(accountId))
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1)
    expect(effectsSince(from, 'POST /v1/customers')).toHaveLength(1)
    expect(effectsSince(from, 'POST /v1/checkout/sessions')).toHaveLength(1)
  })

  it('is not paid twice though the event of the first payment is late', async () => {
    const { accountId } = await billing.newAccount()
    const { url = '' } = await billing.upgrade(accountId)
    billing.stripe.pay(url)
    await expect(billing.upgrade(accountId)).rejects.toMatchObject({ code: 'plan_already', status: 409 })
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'developer' })
  })

  it('to the plan of the account is refused without asking Stripe', async () => {
    const { accountId } = await billing.subscriber()
    const from = billing.stripe.seen.length
    await expect(billing.upgrade(accountId)).rejects.toThrow('This account is already on the Developer plan.')
    expect(billing.stripe.seen).toHaveLength(from)
  })

  it('E1: is refused where the price is not the one of the plan', async () => {
    const { accountId } = await billing.newAccount()
    const from = billing.stripe.seen.length
    for (const priceId of ['price_other', '', 'PRICE_DEVELOPER', 'price_developer ']) {
      const asked = billing.change(accountId, { action: 'upgrade', targetTier: 'developer', priceId })
      await expect(asked).rejects.toMatchObject({ code: 'invalid_input', status: 400 })
    }
    expect(billing.stripe.seen).toHaveLength(from)
  })

  it('takes back a pending downgrade without a payment, and leads to the dashboard', async () => {
    const { accountId, email, subscription } = await billing.subscriber()
    await billing.downgrade(accountId)
    expect(await billing.upgrade(accountId)).toEqual({
      url: 'https://praxidex.example/home?panel=payment&payment=success',
    })
    expect(subscription.cancel_at_period_end).toBe(false)
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'developer', pendingDowngrade: false })
    expect((await billing.audited(accountId)).slice(1)).toEqual([
      'plan.downgrade_scheduled by payments',
      'plan.downgrade_undone by payments',
    ])
    expect((await billing.emailsTo(email)).slice(1)).toEqual([
      expect.stringMatching(/^Your Developer plan ends on /),
      'You’re staying on the Developer plan',
    ])
  })

  it('is possible again after the plan has ended', async () => {
    const { accountId, subscription } = await billing.subscriber()
    billing.stripe.end(subscription)
    await billing.deliver(billing.stripe.events.length - 1)
    expect(await billing.planOf(accountId)).toEqual(free)
    const { url = '' } = await billing.upgrade(accountId)
    const from = billing.stripe.events.length
    billing.stripe.pay(url)
    await billing.deliver(from)
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'developer' })
  })

  it('gets a new page when the earlier one expires in less than ten minutes', async () => {
    const stripe = await startStripeLike({ lastsSeconds: 599 })
    const { publicUrl, database, limiter, secrets } = billing
    const payments = await openPayments(stripe.choice, { database, secrets, publicUrl })
    const change = checkout({ database, payments, publicUrl, limiter, secrets })
    const { accountId } = await billing.newAccount()
    const body = { action: 'upgrade', targetTier: 'developer', priceId: 'price_developer' } as const
    await change({ ...billing.asked(accountId), body })
    expect(stripe.seen.filter(({ call }) => call.endsWith('/sessions')).map(({ isReplay }) => isReplay)).toEqual([
      false,
      false,
    ])
    await stripe.close()
  })
})

describe('a downgrade', () => {
  it('E4: keeps the plan until the end of the period, and is the free plan from then on without an event', async () => {
    const { accountId, subscription } = await billing.subscriber()
    const before = await billing.planOf(accountId)
    expect(await billing.downgrade(accountId)).toEqual({})
    expect(subscription.cancel_at_period_end).toBe(true)
    expect(await billing.planOf(accountId)).toEqual({ ...before, pendingDowngrade: true })
    await expire(accountId)
    expect(await billing.planOf(accountId)).toEqual(free)
  })

  it('E4: takes effect when Stripe ends the subscription', async () => {
    const { accountId, email, subscription } = await billing.subscriber()
    await billing.downgrade(accountId)
    billing.stripe.end(subscription)
    await billing.deliver(billing.stripe.events.length - 1)
    expect(await billing.planOf(accountId)).toEqual(free)
    expect((await billing.audited(accountId)).at(-1)).toBe('plan.changed by payments')
    expect((await billing.emailsTo(email)).at(-1)).toBe('Your Praxidex plan is now Free')
  })

  it('E4: is one call to Stripe though the button is pressed five times at once, and none when it is pressed later', async () => {
    const { accountId, email } = await billing.subscriber()
    const from = billing.stripe.seen.length
    await Promise.all(Array.from({ length: 5 }, () => billing.downgrade(accountId)))
    await billing.downgrade(accountId)
    expect(effectsSince(from, 'POST /v1/subscriptions')).toHaveLength(1)
    const endings = (await billing.emailsTo(email)).filter((subject) => subject.includes('ends'))
    expect(endings).toHaveLength(1)
  })

  it('can be requested again in the same period after it was taken back', async () => {
    const { accountId, subscription } = await billing.subscriber()
    await billing.downgrade(accountId)
    await billing.upgrade(accountId)
    await billing.downgrade(accountId)
    expect(subscription.cancel_at_period_end).toBe(true)
    expect(await billing.planOf(accountId)).toMatchObject({ pendingDowngrade: true })
  })

  it('of an account on the free plan is refused', async () => {
    const { accountId } = await billing.newAccount()
    await expect(billing.downgrade(accountId)).rejects.toThrow('This account is already on the Free plan.')
  })

  it('of a subscription that has ended at Stripe finds that out', async () => {
    const { accountId, subscription } = await billing.subscriber()
    billing.stripe.end(subscription)
    expect(await billing.downgrade(accountId)).toEqual({})
    expect(await billing.planOf(accountId)).toEqual(free)
  })

  it('succeeds though Stripe does not answer the question after it, and shows with the event', async () => {
    const { accountId, subscription } = await billing.subscriber()
    billing.stripe.next('GET /v1/subscriptions', 'answer', 500)
    expect(await billing.downgrade(accountId)).toEqual({})
    expect(subscription.cancel_at_period_end).toBe(true)
    expect(await billing.planOf(accountId)).toMatchObject({ pendingDowngrade: false })
    await billing.deliver(billing.stripe.events.length - 1)
    expect(await billing.planOf(accountId)).toMatchObject({ pendingDowngrade: true })
  })
})

describe('a plan that was granted', () => {
  it('is changed by the operator alone', async () => {
    const { accountId } = await billing.newAccount()
    await inTransaction(billing.database, (trx) =>
      setPlan(trx, accountId, 'enterprise', { actor: 'operator', publicUrl: billing.publicUrl }),
    )
    for (const change of [billing.upgrade, billing.downgrade]) {
      await expect(change(accountId)).rejects.toThrow('This account’s Enterprise plan was arranged with our sales team')
    }
  })

  it('remains when what was paid beside it ends, which is audited without an email', async () => {
    const { accountId, email, subscription } = await billing.subscriber()
    await inTransaction(billing.database, (trx) =>
      setPlan(trx, accountId, 'enterprise', { actor: 'operator', publicUrl: billing.publicUrl }),
    )
    billing.stripe.end(subscription)
    await billing.deliver(billing.stripe.events.length - 1)
    expect(await billing.planOf(accountId)).toEqual({ ...free, tier: 'enterprise' })
    expect((await billing.audited(accountId)).at(-1)).toBe('plan.changed by payments')
    expect((await billing.emailsTo(email)).at(-1)).toBe('Your Praxidex plan is now Enterprise')
  })
})

describe('when Stripe fails', () => {
  it.each([
    ['POST /v1/customers', 500],
    ['GET /v1/subscriptions', 429],
    ['POST /v1/checkout/sessions', 500],
  ] as const)('at %s with %s, an upgrade changes nothing and succeeds the next time', async (call, fate) => {
    const { accountId } = await billing.newAccount()
    // What changes something is tried twice.
    billing.stripe.next(call, fate, ...(call.startsWith('POST') ? [fate] : []))
    await expect(billing.upgrade(accountId)).rejects.toThrow(PaymentsAwayError)
    expect(await billing.planOf(accountId)).toEqual(free)
    expect(new URL((await billing.upgrade(accountId)).url ?? '').host).toBe('checkout.stripe.com')
  })

  it('an upgrade that it answers otherwise than it should is refused, changes nothing and succeeds the next time', async () => {
    const { accountId } = await billing.newAccount()
    billing.stripe.next('POST /v1/customers', { status: 200, text: '{}' })
    billing.stripe.next('POST /v1/checkout/sessions', { status: 200, text: '<html>' })
    for (let time = 0; time < 2; time++) await expect(billing.upgrade(accountId)).rejects.toThrow(PaymentsRefusedError)
    expect(await billing.planOf(accountId)).toEqual(free)
    expect(new URL((await billing.upgrade(accountId)).url ?? '').host).toBe('checkout.stripe.com')
  })

  it('after a downgrade, with an answer that cannot be read, the downgrade holds', async () => {
    const { accountId, subscription } = await billing.subscriber()
    billing.stripe.next('GET', 'answer', { status: 200, text: '<html>' })
    await billing.downgrade(accountId)
    expect(subscription.cancel_at_period_end).toBe(true)
  })

  it('a downgrade changes nothing and succeeds the next time, though Stripe remembers the failure under its key', async () => {
    const { accountId, subscription } = await billing.subscriber()
    billing.stripe.next('POST /v1/subscriptions', 500)
    await expect(billing.downgrade(accountId)).rejects.toThrow(PaymentsAwayError)
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'developer', pendingDowngrade: false })
    await billing.downgrade(accountId)
    expect(subscription.cancel_at_period_end).toBe(true)
  })
})

it(`takes at most ${checkoutsPerHourMax} changes of plan in an hour, and says when the next one may come`, async () => {
  const { accountId } = await billing.newAccount()
  for (let index = 0; index < checkoutsPerHourMax; index++) await billing.downgrade(accountId).catch(() => {})
  await expect(billing.downgrade(accountId)).rejects.toMatchObject({
    code: 'too_many_attempts',
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  })
})
