/** Plans and money over HTTP: with the page that moves no money, and with a Stripe of the tests that fails. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { paymentEventBytesMax, sizeOf } from '#contract/limits'
import { eventually } from '../support/eventually.ts'
import { type StripeLike, startStripeLike } from '../support/stripe-like.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const upgrade = { priceId: 'price_local_developer', action: 'upgrade', targetTier: 'developer' }
const downgrade = { action: 'downgrade', targetTier: 'free' }
const free = { tier: 'free', pendingDowngrade: false, expiryDate: null }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const planOf = async (headers: Record<string, string>) => (await server.get('/me/subscription', headers)).body
const pathIn = (body: unknown) => new URL(z.object({ url: z.string() }).parse(body).url).pathname
const pageFor = async (headers: Record<string, string>) =>
  pathIn((await server.post('/me/checkout', upgrade, headers)).body)

describe('the page that moves no money', () => {
  it('says what is bought and that nobody is charged, loads nothing and runs nothing', async () => {
    const { headers } = await server.signUp()
    const page = await server.app.inject({ url: await pageFor(headers) })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('Praxidex Developer, $2.99/month')
    expect(page.body).toContain('<strong>No money moves.</strong>')
    expect(page.body).not.toMatch(/<script|<img|<link|src=|\son\w+=|javascript:/i)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self' http:\/\/localhost:3000; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(page.headers['cache-control']).toBe('no-store')
  })

  it('leads to the plan by Pay, and back to the dashboard', async () => {
    const { headers, apiKey } = await server.signUp()
    const path = await pageFor(headers)
    const paid = await server.app.inject({
      method: 'POST',
      url: `${path}/pay`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    })
    expect([paid.statusCode, paid.headers.location]).toEqual([303, 'http://localhost:3000/home?payment=success'])
    expect(await planOf(headers)).toEqual({
      tier: 'developer',
      pendingDowngrade: false,
      expiryDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    expect((await server.app.inject({ url: path })).body).toContain('This is paid already')
    expect((await server.get('/api/doctors?limit=1', { 'api-key': apiKey })).status).toBe(200)
  })

  it('leads back without a change by Cancel, and can be paid on later', async () => {
    const { headers } = await server.signUp()
    const path = await pageFor(headers)
    const cancelled = await server.app.inject({ method: 'POST', url: `${path}/cancel` })
    expect([cancelled.statusCode, cancelled.headers.location]).toEqual([
      303,
      'http://localhost:3000/home?payment=cancelled',
    ])
    expect(await planOf(headers)).toEqual(free)
    expect((await server.app.inject({ method: 'POST', url: `${path}/pay` })).statusCode).toBe(303)
    expect(await planOf(headers)).toMatchObject({ tier: 'developer' })
  })

  it.each(['x', '..%2f..%2fetc', '%00', 'a'.repeat(300)])('is missing at an address of none: %s', async (id) => {
    const page = await server.app.inject({ url: `/checkout/${id}` })
    expect(page.statusCode).toBe(404)
    const paid = await server.app.inject({ method: 'POST', url: `/checkout/${id}/pay` })
    expect(paid.statusCode).toBe(410)
  })
})

describe('a change of plan', () => {
  it('goes from free to Developer, to a pending downgrade and back', async () => {
    const { headers } = await server.signUp()
    await server.app.inject({ method: 'POST', url: `${await pageFor(headers)}/pay` })
    const paid = await planOf(headers)
    expect(await server.post('/me/checkout', downgrade, headers)).toMatchObject({ status: 200, body: {} })
    expect(await planOf(headers)).toEqual({ ...z.looseObject({}).parse(paid), pendingDowngrade: true })
    expect((await server.post('/me/checkout', upgrade, headers)).body).toEqual({
      url: 'http://localhost:3000/home?payment=success',
    })
    expect(await planOf(headers)).toEqual(paid)
    expect((await server.post('/me/checkout', upgrade, headers)).body).toMatchObject({ code: 'plan_already' })
  })

  it.each([
    [
      { ...upgrade, targetTier: 'enterprise' },
      'targetTier: expected developer with the action upgrade, for Enterprise',
    ],
    [{ ...upgrade, targetTier: 'free' }, 'targetTier: expected developer with the action upgrade'],
    [{ ...upgrade, targetTier: 'gold' }, 'targetTier: expected one of free, developer, enterprise; got "gold".'],
    [{ ...upgrade, priceId: undefined }, 'priceId: expected the priceId of the plan, as GET /plans answers it'],
    [{ ...upgrade, priceId: 'price_cheap' }, 'priceId: expected price_local_developer'],
    [{ ...upgrade, priceId: 1 }, 'priceId: expected the priceId of the plan'],
    [{ ...upgrade, action: 'steal' }, 'action: expected one of upgrade, downgrade; got "steal".'],
    [{ ...downgrade, targetTier: 'developer' }, 'targetTier: expected free with the action downgrade'],
    [{ ...downgrade, priceId: 'price_local_developer' }, 'priceId: expected none with the action downgrade'],
    [{ ...upgrade, tier: 'enterprise' }, 'Unknown parameter tier'],
    [{}, 'action: expected one of upgrade, downgrade; got nothing.'],
  ])('E1, E2: is refused where it asks for what cannot be had: %j', async (body, sentence) => {
    const { headers } = await server.signUp()
    const answer = await server.post('/me/checkout', body, headers)
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(sentence) } })
    expect(await planOf(headers)).toEqual(free)
  })

  it('E2: is not made by coming back from a payment that never was', async () => {
    const { headers } = await server.signUp()
    await server.get('/home?payment=success', headers).catch(() => {})
    expect(await planOf(headers)).toEqual(free)
  })
})

it('the plans are listed with the price that an upgrade asks for', async () => {
  const { body } = await server.get('/plans', {})
  const { plans } = z.object({ plans: z.array(z.looseObject({ id: z.string() })) }).parse(body)
  expect(plans.map(({ id, price, priceId, mostPopular }) => [id, price, priceId, mostPopular])).toEqual([
    ['free', '$0/month', undefined, false],
    ['developer', '$2.99/month', 'price_local_developer', true],
    ['enterprise', 'Contact Sales', undefined, false],
  ])
})

describe('with Stripe', () => {
  let stripe: StripeLike
  let other: TestServer
  beforeAll(async () => {
    stripe = await startStripeLike()
    other = await startTestServer(undefined, { payments: stripe.choice })
  })
  afterAll(async () => {
    await other.close()
    await stripe.close()
  })

  const buy = { ...upgrade, priceId: 'price_developer' }
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

  it('F1: writes no secret of Stripe into the log', () => {
    const { secretKey, webhookSecret } = stripe.choice
    for (const secret of [secretKey, webhookSecret]) expect(other.logged()).not.toContain(secret)
  })
})
