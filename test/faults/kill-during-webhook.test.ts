/**
 * News of a payment whose process is killed on the way: before their effect is kept, or after that and before they are
 * answered. Their sender knows of no difference and sends them again, and whatever happened, they have their effect
 * once.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database'
import { uuidv7 } from '#server/platform/uuid'
import { type LocalDatabase, startLocalDatabase } from '../support/local-database.ts'
import type { TestChild } from '../support/platform/test-child.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { type StopAt, startStoppingApi, stoppingSecretKey, stops } from '../support/stopping-api.ts'
import { type StripeLike, startStripeLike } from '../support/stripe-like.ts'
import { sampleProviders, startTestServer, type TestServer } from '../support/test-server.ts'

let local: LocalDatabase
let database: Database
let registry: SampleRegistry
let stripe: StripeLike
/** What serves when the others were killed. */
let server: TestServer
let serverUrl: string
beforeAll(async () => {
  ;[local, registry] = await Promise.all([startLocalDatabase(), buildSampleRegistry(sampleProviders)])
  database = await local.open()
  stripe = await startStripeLike()
  server = await startTestServer(local.open, { ...settings(), secretKey: stoppingSecretKey })
  serverUrl = `http://127.0.0.1:${await server.listen()}${webhooks}`
})
afterAll(async () => {
  await server.close()
  await stripe.close()
  await registry.remove()
  await database.close()
  await local.close()
})

const webhooks = '/webhooks/payments'

const settings = () => ({
  registryDir: registry.registryDir,
  payments: stripe.choice,
  // Letters stay where they can be counted.
  mail: { kind: 'smtp', url: 'smtp://127.0.0.1:1' } as const,
})

async function startApi(eventId: string, stopAt: StopAt): Promise<{ child: TestChild; url: string }> {
  const { child, origin } = await startStoppingApi({
    databaseUrl: local.url,
    settings: settings(),
    stopAt,
    row: { query: 'select from payment_events where id = $1', value: eventId },
  })
  return { child, url: `${origin}${webhooks}` }
}

async function deliver(url: string, event: object): Promise<number> {
  const { body, signature } = stripe.signed(event)
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'stripe-signature': signature },
    body: new Uint8Array(body),
  })
  return answer.status
}

async function newCustomer() {
  const accountId = uuidv7()
  const email = `${accountId}@example.org`
  const customerId = `cus_${accountId}`
  const { db } = database
  await db.insertInto('accounts').values({ id: accountId, email, phone: '2125550101', password_hash: '' }).execute()
  await db.insertInto('subscriptions').values({ account_id: accountId, customer_id: customerId }).execute()
  return { accountId, email, customerId }
}

test.concurrent.for(stops)('E3, T01, T28: news whose process is killed %s have one effect', async (stopAt) => {
  const { accountId, email, customerId } = await newCustomer()
  stripe.subscribe(customerId)
  const event =
    stripe.events.find(
      ({ type, data }) => type === 'customer.subscription.created' && data.object.customer === customerId,
    ) ?? expect.unreachable()

  const first = await startApi(event.id, stopAt)
  const unanswered = deliver(first.url, event).catch(() => 'no answer')
  expect(await first.child.line()).toBe(stopAt)
  await first.child.kill()
  expect(await unanswered).toBe('no answer')

  expect(await deliver(serverUrl, event)).toBe(200)
  expect(await deliver(serverUrl, event)).toBe(200)

  const { db } = database
  const audited = await db.selectFrom('audit_events').select('action').where('subject', '=', accountId).execute()
  expect(audited).toEqual([{ action: 'plan.changed' }])
  expect(await db.selectFrom('letters').select('kind').where('recipient', '=', email).execute()).toHaveLength(1)
  expect(await db.selectFrom('payment_events').select('id').where('id', '=', event.id).execute()).toHaveLength(1)
  expect(
    await db.selectFrom('subscriptions').select(['tier', 'revision']).where('account_id', '=', accountId).execute(),
  ).toEqual([{ tier: 'developer', revision: 1 }])
})
