/** Plans and money over HTTP, with the page that moves no money. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { plans } from '#contract/plans'
import { serveLocalCheckout } from '#server/billing/local-checkout'
import { receiveEvent } from '#server/billing/webhook'
import { localPayments } from '#server/platform/payments/local'
import type { Delivery } from '#server/platform/payments/payments'
import { openSecrets } from '#server/platform/secrets'
import { startTestDatabase } from '../support/platform/test-database.ts'
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

const publicUrl = 'http://localhost:3000'
/** The id of a page in its path. */
const idIn = (path: string) => path.slice('/checkout/'.length)
/**
 * Somebody pays on the page; answers the news of it, signed with what the installation's secret makes, and not sent
 * yet.
 */
const paidAt = async (path: string): Promise<Delivery> => {
  const { database, secrets } = server
  return (await localPayments({ database, secrets, publicUrl }).pay(idIn(path))) ?? expect.unreachable()
}

describe('the page that moves no money', () => {
  it('says what is bought and that nobody is charged, loads nothing but its font and runs nothing', async () => {
    const { headers } = await server.signUp()
    const page = await server.app.inject({ url: await pageFor(headers) })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('<h1>Subscribe to Praxidex Developer</h1>')
    expect(page.body).toContain('$2.99/month')
    expect(page.body).toContain('<strong>No money moves.</strong>')
    expect(page.body).not.toMatch(/<script|<img|<link|src=|\son\w+=|javascript:/i)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; font-src 'self'; form-action 'self' http:\/\/localhost:3000; base-uri 'none'; frame-ancestors 'none'$/,
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
    expect([paid.statusCode, paid.headers.location]).toEqual([
      303,
      'http://localhost:3000/home?panel=payment&payment=success',
    ])
    expect(await planOf(headers)).toEqual({
      tier: 'developer',
      pendingDowngrade: false,
      expiryDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    expect((await server.get('/me/invoices', headers)).body).toMatchObject({
      invoices: [{ amount: 299, currency: 'usd', state: 'simulated' }],
      nextCharge: { amount: 299, currency: 'usd' },
    })
    expect((await server.app.inject({ url: path })).body).toContain('You’ve already paid')
    expect((await server.get('/api/doctors?limit=1', { 'api-key': apiKey })).status).toBe(200)
  })

  it('is paid for on a page in the colors of the web app, which says what the plan has and that no money moves', async () => {
    const { headers } = await server.signUp()
    const { body } = await server.app.inject({ url: await pageFor(headers) })
    const tokens = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8')
    const colors = body.match(/#[0-9a-f]{6}\b/g) ?? []
    expect(colors.length).toBeGreaterThan(20)
    expect(colors.filter((color) => !tokens.includes(color))).toEqual([])
    for (const words of [plans.developer.price, ...plans.developer.features, 'No money moves.', 'until you cancel']) {
      expect(body).toContain(words)
    }
  })

  it('E3: tells of a payment by news that take the way of the webhook', async () => {
    const { headers } = await server.signUp()
    const path = await pageFor(headers)
    const news = () =>
      server.database.db
        .selectFrom('payment_events')
        .select('type')
        .where('id', '=', `local_${idIn(path)}`)
        .execute()
    expect(await news()).toEqual([])
    await server.app.inject({ method: 'POST', url: `${path}/pay` })
    expect(await news()).toEqual([{ type: 'checkout.session.completed' }])
  })

  it('E2, E3: leads to no plan where its news are not rightly signed', async () => {
    const { headers } = await server.signUp()
    const path = await pageFor(headers)
    const { database, secrets } = server
    const payments = localPayments({ database, secrets, publicUrl })
    const pay = async (id: string) => {
      const { body, signature = '' } = (await payments.pay(id)) ?? expect.unreachable()
      return { body, signature: signature.replace(/v1=./, 'v1=g') }
    }
    const receive = receiveEvent({ database, payments, publicUrl })
    const app = Fastify()
    serveLocalCheckout(app, { payments: { ...payments, pay }, publicUrl, receive })
    const paid = await app.inject({ method: 'POST', url: `${path}/pay` })
    expect([paid.statusCode, paid.headers.location]).toEqual([400, undefined])
    expect(await planOf(headers)).toEqual(free)
    await app.close()
  })

  it('E3: has a webhook, too, which takes news that are rightly signed and refuses others', async () => {
    const { headers } = await server.signUp()
    const path = await pageFor(headers)
    const { body, signature = '' } = await paidAt(path)
    const deliver = async (signature: string) => {
      const sent = { 'content-type': 'application/json', 'stripe-signature': signature }
      const answer = await server.app.inject({
        method: 'POST',
        url: '/webhooks/payments',
        headers: sent,
        payload: body,
      })
      return [answer.statusCode, answer.json().code ?? answer.json()]
    }
    const elsewhere = localPayments({ database: server.database, secrets: openSecrets(randomBytes(32)), publicUrl })
    const { signature: foreign = '' } = (await elsewhere.pay(idIn(path))) ?? expect.unreachable()
    for (const wrong of [foreign, signature.replace(/v1=./, 'v1=g'), '']) {
      expect(await deliver(wrong)).toEqual([400, 'event_unsigned'])
    }
    expect(await planOf(headers)).toEqual(free)
    expect(await deliver(signature)).toEqual([200, { received: true }])
    expect(await planOf(headers)).toMatchObject({ tier: 'developer' })
  })

  it('leads back without a change by Cancel, and can be paid on later', async () => {
    const { headers } = await server.signUp()
    const path = await pageFor(headers)
    const cancelled = await server.app.inject({ method: 'POST', url: `${path}/cancel` })
    expect([cancelled.statusCode, cancelled.headers.location]).toEqual([
      303,
      'http://localhost:3000/home?panel=payment&payment=cancelled',
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
      url: 'http://localhost:3000/home?panel=payment&payment=success',
    })
    expect(await planOf(headers)).toEqual(paid)
    expect((await server.post('/me/checkout', upgrade, headers)).body).toMatchObject({ code: 'plan_already' })
  })

  it.each([
    [
      { ...upgrade, targetTier: 'enterprise' },
      'targetTier: expected developer with the action upgrade; for Enterprise',
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
})

describe('a plan that was given up', () => {
  let metered: TestServer
  beforeAll(async () => {
    metered = await startTestServer(startTestDatabase, {}, plans)
  })
  afterAll(() => metered.close())

  it('E4: holds for calls until its period ends; from then on they have the quota and the rate of the free plan', async () => {
    const { accountId, headers, apiKey } = await metered.signUp()
    const path = pathIn((await metered.post('/me/checkout', upgrade, headers)).body)
    await metered.app.inject({ method: 'POST', url: `${path}/pay` })
    await metered.post('/me/checkout', downgrade, headers)
    const call = () => metered.get('/api/doctors?state=NY&limit=1', { 'api-key': apiKey })
    expect(await call()).toMatchObject({
      status: 200,
      headers: { 'x-quota-limit': '1000', 'ratelimit-policy': '"minute";q=100;w=60, "day";q=10000;w=86400' },
    })
    // As if the quota of the free plan's period, which runs from the sign-up, had been used before the upgrade.
    const { db } = metered.database
    const { created_at } = await db
      .selectFrom('accounts')
      .select('created_at')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('quota_periods')
      .values({ account_id: accountId, period_start: created_at, calls: plans.free.callsPerMonth ?? 0 })
      .execute()
    await sql`update subscriptions set period_end = now() where account_id = ${accountId}`.execute(db)
    // What is known of a key is up to 900 ms old; trying more often would use up the minute.
    const tries = { interval: 600, timeout: 30_000 }
    await vi.waitFor(async () => expect(await call()).toMatchObject({ status: 429 }), tries)
    expect(await call()).toMatchObject({
      status: 429,
      headers: { 'x-quota-limit': '100', 'ratelimit-policy': '"minute";q=10;w=60, "day";q=1000;w=86400' },
      body: { code: 'quota_exceeded', error: expect.stringContaining('You’ve used all 100 calls per month') },
    })
    let last = await call()
    for (let calls = 0; calls < 10; calls++) last = await call()
    expect(last).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', error: expect.stringContaining('You’ve used all 10 requests per minute') },
    })
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
