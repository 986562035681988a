import { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { checkPayments } from '../../../test/support/platform/payments-checks.ts'
import { type StripeLike, startStripeLike } from '../../../test/support/stripe-like.ts'
import { circuitBreaker } from './circuit.ts'
import { PaymentsAwayError, PaymentsRefusedError } from './errors.ts'
import { isSigned, signatureOf } from './event.ts'
import type { Payments } from './payments.ts'
import { stripePayments } from './stripe.ts'

const returnUrls = { success: 'http://localhost:3000/ok', cancel: 'http://localhost:3000/no' }

checkPayments('stripe:', async () => {
  const stripe = await startStripeLike()
  return {
    payments: await stripePayments({ ...stripe.choice, returnUrls }),
    async pay(url) {
      const { customer } = stripe.pay(url)
      const event = stripe.events.find(
        ({ type, data }) => type === 'checkout.session.completed' && data.object.customer === customer,
      )
      return stripe.signed(event ?? expect.unreachable())
    },
    close: () => stripe.close(),
  }
})

describe('payments by Stripe', () => {
  let stripe: StripeLike
  let payments: Payments
  let customerId: string
  /** Patient, so that a machine with much else to do is taken for no fault. */
  const open = (readMs = 10_000) => stripePayments({ ...stripe.choice, returnUrls }, { readMs, writeMs: 10_000 })
  beforeEach(async () => {
    stripe = await startStripeLike()
    payments = await open()
    customerId = await payments.createCustomer({ requestKey: 'customer', accountId: 'ada', email: 'ada@example.org' })
  })
  afterEach(() => stripe.close())

  const page = (requestKey: string) =>
    payments.startCheckout({ requestKey, accountId: 'ada', customerId, tier: 'developer' })

  it('E1: ask for a page on which one month-by-month plan is paid for, and that leads back to the two addresses of ours', async () => {
    await page('upgrade')
    const { form } = stripe.seen.find(({ call }) => call === 'POST /v1/checkout/sessions') ?? expect.unreachable()
    expect(form).toEqual({
      mode: 'subscription',
      customer: customerId,
      client_reference_id: 'ada',
      'line_items[0][price]': 'price_developer',
      'line_items[0][quantity]': '1',
      'subscription_data[metadata][account_id]': 'ada',
      'subscription_data[metadata][tier]': 'developer',
      success_url: returnUrls.success,
      cancel_url: returnUrls.cancel,
    })
  })

  it.each([
    ['https://evil.example/c/pay/cs_1', 'https://evil.example'],
    ['https://checkout.stripe.com.evil.example/c/pay/cs_1', 'https://checkout.stripe.com.evil.example'],
    ['https://checkout.stripe.com@evil.example/c/pay/cs_1', 'https://evil.example'],
    ['https://checkout.stripe.com:8443/c/pay/cs_1', 'https://checkout.stripe.com:8443'],
    ['http://checkout.stripe.com/c/pay/cs_1', 'http://checkout.stripe.com'],
    ['javascript:alert(1)', 'javascript://'],
    ['no address', 'none'],
    [null, 'none'],
  ])('E1: send no one to pay at %s', async (pageUrl, got) => {
    stripe.next('POST /v1/checkout/sessions', { pageUrl })
    const refused = await page('upgrade').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(PaymentsRefusedError)
    expect(String(refused)).toContain(`got ${got}.`)
  })

  it('E1: send people to pay at either of the two places where Stripe has them do it', async () => {
    const pageUrl = 'https://billing.stripe.com/p/session/1'
    stripe.next('POST /v1/checkout/sessions', { pageUrl })
    expect(await page('upgrade')).toMatchObject({ url: pageUrl })
  })

  it('are not left alone for a while because pages were elsewhere', async () => {
    for (let index = 0; index < 4; index++) {
      stripe.next('POST /v1/checkout/sessions', { pageUrl: 'https://evil.example/' })
      await expect(page(`upgrade ${index}`)).rejects.toThrow(PaymentsRefusedError)
    }
    expect((await page('the next one')).url).toMatch(/^https:\/\/checkout\.stripe\.com\//)
  })

  it.each([
    ['429', 429],
    ['500', 500],
    ['503', 503],
    ['no answer', 'silence'],
    ['a closed connection', 'reset'],
    ['the error page of a proxy', { status: 502, text: '<html>' }],
  ] as const)('are away when it answers with %s, and there again afterwards', async (_, fault) => {
    const asked = fault === 'silence' ? await open(1_000) : payments
    // A closed connection is tried twice by the library; otherwise the second fault is left for the second call.
    stripe.next('GET', fault, fault)
    await expect(asked.findSubscription(customerId)).rejects.toThrow(PaymentsAwayError)
    await asked.findSubscription(customerId).catch(() => {})
    expect(await asked.findSubscription(customerId)).toBeUndefined()
  })

  it('fail one call alone where its answer cannot be read, and repeat none of it', async () => {
    const text = JSON.stringify({ data: [{ id: 'sub_secret', status: 7 }] })
    const answers = [{ status: 200, text }, ...['<html>', 'null', '{}'].map((text) => ({ status: 200, text }))]
    stripe.next('GET', ...answers)
    const refusals: unknown[] = []
    for (const _ of answers) refusals.push(await payments.findSubscription(customerId).catch((error) => error))
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(PaymentsRefusedError)
    expect(String(refusals[0])).toContain('got another in data.0.status')
    expect(refusals.join()).not.toMatch(/sub_secret|html/)
    expect(await payments.findSubscription(customerId)).toBeUndefined()
  })

  it('are refused when the key is not one of Stripe, or the price is unknown there', async () => {
    const secretKey = 'sk_test_of_nobody'
    const other = await stripePayments({ ...stripe.choice, secretKey, returnUrls })
    await expect(other.findSubscription(customerId)).rejects.toThrow(PaymentsRefusedError)
    const prices = { developer: 'price_unknown' }
    const dear = await stripePayments({ ...stripe.choice, prices, returnUrls })
    await expect(
      dear.startCheckout({ requestKey: 'a', accountId: 'ada', customerId, tier: 'developer' }),
    ).rejects.toThrow(PaymentsRefusedError)
  })

  it('E4: make one change of a request that was answered too late and sent again', async () => {
    const { url } = await page('upgrade')
    const { id: subscriptionId } = stripe.pay(url)
    const change = { requestKey: 'downgrade', customerId, subscriptionId, isEnding: true }
    await Promise.all([payments.setEnding(change), payments.setEnding(change), payments.setEnding(change)])
    const changes = stripe.seen.filter(({ key }) => key === 'downgrade')
    expect(changes.map(({ isReplay }) => isReplay)).toEqual([false, true, true])
  })

  it('count a subscription whose payment is being tried again, and none that is over', async () => {
    const subscription = stripe.pay((await page('upgrade')).url)
    stripe.failPayment(subscription)
    expect(await payments.findSubscription(customerId)).toMatchObject({ id: subscription.id })
    for (const status of ['unpaid', 'incomplete', 'incomplete_expired', 'paused', 'canceled', 'what comes next year']) {
      subscription.status = status
      expect(await payments.findSubscription(customerId), status).toBeUndefined()
    }
  })

  it('show an invoice as what became of it, and its page at Stripe alone', async () => {
    const subscription = stripe.pay((await page('upgrade')).url)
    stripe.renew(subscription)
    stripe.failPayment(subscription)
    const [open, renewed, first] = stripe.invoices
    if (open === undefined || renewed === undefined || first === undefined) expect.unreachable()
    const shown = () => payments.listInvoices(customerId, 10)
    const urls = [open, renewed, first].map(({ hosted_invoice_url }) => hosted_invoice_url)
    expect(await shown()).toMatchObject([
      { state: 'due', amount: 299, url: urls[0] },
      { state: 'paid', amount: 299, url: urls[1] },
      { state: 'paid', amount: 299, url: urls[2] },
    ])
    expect(await payments.listInvoices(customerId, 1)).toHaveLength(1)
    open.status = 'uncollectible'
    open.hosted_invoice_url = 'https://evil.example/i'
    renewed.status = 'draft'
    first.status = 'void'
    expect(await shown()).toMatchObject([{ state: 'unpaid', url: undefined }, { state: 'void' }])
  })

  it('show the other invoices beside a draft and one that was voided, both without lines', async () => {
    const subscription = stripe.pay((await page('upgrade')).url)
    stripe.renew(subscription)
    stripe.renew(subscription)
    const [draft, voided] = stripe.invoices
    if (draft === undefined || voided === undefined) expect.unreachable()
    draft.status = 'draft'
    voided.status = 'void'
    draft.lines.data = []
    voided.lines.data = []
    expect(await payments.listInvoices(customerId, 10)).toMatchObject([{ state: 'void' }, { state: 'paid' }])
  })

  it('know the plan by the subscription’s metadata, then by its price, and ignore what is for something else', async () => {
    const subscription = stripe.subscribe(customerId)
    subscription.metadata = { tier: 'enterprise' }
    expect(await payments.findSubscription(customerId)).toMatchObject({ tier: 'enterprise' })
    subscription.metadata = {}
    expect(await payments.findSubscription(customerId)).toMatchObject({ tier: 'developer' })
    for (const item of subscription.items.data) item.price.id = 'price_of_before'
    expect(await payments.findSubscription(customerId)).toBeUndefined()
    subscription.metadata = { tier: 'developer' }
    expect(await payments.findSubscription(customerId)).toMatchObject({ tier: 'developer' })
  })

  it('count the highest plan of two in force by accident, then the one that is paid for longest', async () => {
    const [first, second] = [stripe.subscribe(customerId), stripe.subscribe(customerId)]
    stripe.renew(first)
    expect(await payments.findSubscription(customerId)).toMatchObject({ id: first.id })
    second.metadata = { tier: 'enterprise' }
    expect(await payments.findSubscription(customerId)).toMatchObject({ id: second.id })
  })

  it('end at the date that was set at Stripe, in the period that the date lies in', async () => {
    const subscription = stripe.subscribe(customerId)
    const [item = expect.unreachable()] = subscription.items.data
    subscription.cancel_at = item.current_period_end + 1
    expect(await payments.findSubscription(customerId)).toMatchObject({ isEnding: false })
    subscription.cancel_at = item.current_period_end - 1
    expect(await payments.findSubscription(customerId)).toMatchObject({
      isEnding: true,
      periodEnd: new Date((item.current_period_end - 1) * 1000),
    })
  })
})

test('what Stripe signs is believed here, and what is signed here is believed there', () => {
  const library = new Stripe('sk_test_of_nobody')
  const [body, secret, nowMs] = [Buffer.from('{"id":"evt_1","é":"ü"}'), 'whsec_abc', Date.now()]
  const theirs = library.webhooks.generateTestHeaderString({ payload: body.toString(), secret })
  expect(isSigned({ body, signature: theirs }, secret, nowMs)).toBe(true)
  expect(library.webhooks.constructEvent(body, signatureOf(body, secret, nowMs), secret)).toMatchObject({ id: 'evt_1' })
})

test('while the secret is replaced, one right signature of several is enough', () => {
  const [body, nowMs] = [Buffer.from('{}'), Date.now()]
  const [, right = ''] = signatureOf(body, 'new', nowMs).split(',')
  expect(isSigned({ body, signature: `${signatureOf(body, 'old', nowMs)},${right}` }, 'new', nowMs)).toBe(true)
})

test('after three failures in a row calls fail at once for 15 seconds, then one is let through (T30)', async () => {
  let now = 0
  let calls = 0
  let isDown = true
  const ask = circuitBreaker(
    (error) => new PaymentsAwayError(error),
    () => now,
  )
  const call = () =>
    ask(async () => {
      calls++
      if (isDown) throw new Error('down')
      return 'up'
    }).catch((error: Error) => error.name)
  for (let index = 0; index < 10; index++) expect(await call()).toBe('PaymentsAwayError')
  expect(calls).toBe(3)
  now = 15_000
  expect(await Promise.all([call(), call()])).toEqual(['PaymentsAwayError', 'PaymentsAwayError'])
  expect(calls).toBe(4)
  isDown = false
  now = 30_000
  expect([await call(), await call()]).toEqual(['up', 'up'])
})

test('a refusal is an answer, after which the next call is let through', async () => {
  const ask = circuitBreaker((error) => new PaymentsRefusedError(error))
  for (let index = 0; index < 5; index++) {
    await expect(ask(() => Promise.reject(new Error('no')))).rejects.toThrow(PaymentsRefusedError)
  }
  expect(await ask(async () => 'yes')).toBe('yes')
})
