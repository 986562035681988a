/** Plans and money over HTTP, with a Stripe of the tests that fails. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { paymentEventBytesMax, sizeOf } from '#contract/limits'
import { eventually } from '../support/eventually.ts'
import { type StripeLike, startStripeLike } from '../support/stripe-like.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const buy = { priceId: 'price_developer', action: 'upgrade', targetTier: 'developer' }
const free = { tier: 'free', pendingDowngrade: false, expiryDate: null }

describe('with Stripe', () => {
  let stripe: StripeLike
  let other: TestServer
  beforeAll(async () => {
    stripe = await startStripeLike()
    other = await startTestServer(undefined, { payments: stripe.choice, logLevel: 'trace' })
  })
  afterAll(async () => {
    await other.close()
    await stripe.close()
  })

  const deliver = (delivery: { body: Buffer | string; signature?: string }, headers: Record<string, string> = {}) =>
    other.app.inject({
      method: 'POST',
      url: '/webhooks/payments',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(delivery.signature !== undefined && { 'stripe-signature': delivery.signature }),
        ...headers,
      },
      payload: delivery.body,
    })

  it('a payment on its page is taken in by the bytes of its news, and the plan changes', async () => {
    const { headers } = await other.signUp()
    const { url } = z.object({ url: z.string() }).parse((await other.post('/me/checkout', buy, headers)).body)
    expect(new URL(url).host).toBe('checkout.stripe.com')
    const from = stripe.events.length
    stripe.pay(url)
    const [event = expect.unreachable()] = stripe.events.slice(from)
    const delivery = stripe.signed(event)
    const answers = [await deliver(delivery), await deliver(delivery)]
    for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    expect((await other.get('/me/subscription', headers)).body).toMatchObject({ tier: 'developer' })
  })

  it('E3, T28: news whose answer never arrived come again without a further effect', async () => {
    const port = await other.listen()
    const { headers, email } = await other.signUp()
    const { url } = z.object({ url: z.string() }).parse((await other.post('/me/checkout', buy, headers)).body)
    const from = stripe.events.length
    stripe.pay(url)
    const [event = expect.unreachable()] = stripe.events.slice(from)
    const { body, signature } = stripe.signed(event)
    const question = stripe.holdNext()
    const sent = request({
      port,
      method: 'POST',
      path: '/webhooks/payments',
      headers: { 'stripe-signature': signature },
    })
    sent.on('error', () => {})
    sent.end(body)
    await question.asked
    sent.destroy()
    question.release()
    const planNow = async () => (await other.get('/me/subscription', headers)).body
    await eventually(async () => expect(await planNow()).toMatchObject({ tier: 'developer' }))
    expect((await deliver({ body, signature })).statusCode).toBe(200)
    const told = await other.database.db
      .selectFrom('audit_events')
      .innerJoin('accounts', 'accounts.id', 'audit_events.subject')
      .select('action')
      .where('email', '=', email)
      .where('action', '=', 'plan.changed')
      .execute()
    expect(told).toHaveLength(1)
  })

  it.each([
    ['429', 429],
    ['500', 500],
    ['no answer', 'silence'],
    ['a closed connection', 'reset'],
  ] as const)('a change of plan that it answers with %s is answered with 503 and Retry-After', async (_, fate) => {
    const { headers } = await other.signUp()
    stripe.next('GET', fate, ...(fate === 'reset' ? ['reset' as const] : []))
    const answer = await other.post('/me/checkout', buy, headers)
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '30' }, body: { code: 'payments_away' } })
    expect((await other.get('/me/subscription', headers)).body).toEqual(free)
    expect((await other.post('/me/checkout', buy, headers)).status).toBe(200)
  })

  it('E3: news that come while it does not answer are refused with 503, and taken when they come again', async () => {
    const { headers } = await other.signUp()
    const { url } = z.object({ url: z.string() }).parse((await other.post('/me/checkout', buy, headers)).body)
    const from = stripe.events.length
    stripe.pay(url)
    const delivery = stripe.signed(stripe.events[from] ?? expect.unreachable())
    stripe.next('GET', 'silence')
    const refused = await deliver(delivery)
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'payments_away'])
    expect((await other.get('/me/subscription', headers)).body).toEqual(free)
    expect((await deliver(delivery)).statusCode).toBe(200)
    expect((await other.get('/me/subscription', headers)).body).toMatchObject({ tier: 'developer' })
  })

  it('E1: a page to pay on that is not its own is answered with 502, and not handed on', async () => {
    const { headers } = await other.signUp()
    stripe.next('POST /v1/checkout/sessions', { pageUrl: 'https://evil.example/c/pay/cs_1' })
    const answer = await other.post('/me/checkout', buy, headers)
    expect(answer).toMatchObject({ status: 502, body: { code: 'payments_refused' } })
    expect(JSON.stringify(answer)).not.toContain('evil.example')
    expect((await other.get('/me/subscription', headers)).body).toEqual(free)
    expect((await other.post('/me/checkout', buy, headers)).status).toBe(200)
  })

  it('E1: is told to lead people back to the dashboard, with what became of the payment', async () => {
    const { headers } = await other.signUp()
    const from = stripe.seen.length
    await other.post('/me/checkout', buy, headers)
    const session = stripe.seen.slice(from).find(({ call }) => call === 'POST /v1/checkout/sessions')
    expect(session?.form).toMatchObject({
      success_url: 'http://localhost:3000/home?panel=payment&payment=success',
      cancel_url: 'http://localhost:3000/home?panel=payment&payment=cancelled',
    })
  })

  it('what it refuses is answered with 502, and its reason is logged, not shown', async () => {
    const { headers } = await other.signUp()
    stripe.next('POST /v1/checkout/sessions', 402)
    const answer = await other.post('/me/checkout', buy, headers)
    expect(answer).toMatchObject({ status: 502, body: { code: 'payments_refused' } })
    expect(JSON.stringify(answer)).not.toContain('A fault of the test')
  })

  it('E3: news of kinds that nobody knows are taken with 200', async () => {
    const event = { id: 'evt_unknown', type: 'what.comes.next', data: { object: {} } }
    expect((await deliver(stripe.signed(event))).statusCode).toBe(200)
  })

  it('E3: news without a right signature are refused with 400', async () => {
    const { body, signature } = stripe.signed({ id: 'evt_1', type: 'invoice.paid', data: { object: {} } })
    for (const delivery of [
      { body },
      { body: Buffer.concat([body, Buffer.from(' ')]), signature },
      { body: '', signature },
      stripe.signed({ id: 'evt_1', type: 'invoice.paid', data: { object: {} } }, { secret: 'whsec_other' }),
    ]) {
      const answer = await deliver(delivery)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'event_unsigned'])
    }
    const twice = await deliver({ body, signature: `${signature}, ${signature}` })
    expect(twice.statusCode).toBe(400)
  })

  it(`takes news of up to ${paymentEventBytesMax} bytes, and refuses longer ones with 413`, async () => {
    const event = { id: 'evt_long', type: 'what.comes.next', data: { object: {} }, filling: '' }
    const filling = 'x'.repeat(paymentEventBytesMax - JSON.stringify(event).length)
    const longest = stripe.signed({ ...event, filling })
    expect(longest.body).toHaveLength(paymentEventBytesMax)
    expect((await deliver(longest)).statusCode).toBe(200)
    const tooLong = await deliver(stripe.signed({ ...event, filling: `${filling}x` }))
    expect(tooLong.statusCode).toBe(413)
    expect(tooLong.json().error).toContain(sizeOf(paymentEventBytesMax))
  })

  it('believes nothing of the page that moves no money, which is not there', async () => {
    expect((await other.app.inject({ method: 'POST', url: '/checkout/x/pay' })).statusCode).toBe(404)
  })

  it('F1: writes no secret of Stripe into the log', async () => {
    const { headers } = await other.signUp()
    stripe.next('GET', 500)
    stripe.next('POST /v1/checkout/sessions', 402)
    for (const status of [503, 502]) expect(await other.post('/me/checkout', buy, headers)).toMatchObject({ status })
    expect(other.logged()).toContain('The payment provider does not answer: ')
    expect(other.logged()).toContain('The payment provider refuses a request: ')
    const { secretKey, webhookSecret } = stripe.choice
    for (const secret of [secretKey, webhookSecret]) expect(other.logged()).not.toContain(secret)
  })
})
