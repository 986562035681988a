/**
 * News of a payment whose process is killed on the way: before their effect is kept, or after that and before they are answered. Their
 * sender knows of no difference and sends them again, and whatever happened, they have their effect once.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/parts/database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/parts/embedded-postgres'
import { startChild, type TestChild } from '#server/parts/test-child'
import { uuidv7 } from '#server/parts/uuid'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { type StripeLike, startStripeLike } from '../support/stripe-like.ts'
import { sampleProviders } from '../support/test-server.ts'

const fails = { onWarning: () => {}, onLost: (error: Error) => expect.unreachable(error.message), onRestart: () => {} }

let folder: string
let postgres: EmbeddedPostgres
let database: Database
let databaseUrl: string
let registry: SampleRegistry
let stripe: StripeLike
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-webhook-'))
  postgres = await startEmbeddedPostgres(join(folder, 'postgres'), fails)
  const { user, database: name } = postgres.connection
  databaseUrl = `postgres://${user}@/${name}?host=${encodeURIComponent(join(folder, 'postgres', 'cluster'))}`
  database = await openDatabase({ kind: 'postgres', url: databaseUrl }, fails)
  registry = await buildSampleRegistry(sampleProviders)
  stripe = await startStripeLike()
})
afterAll(async () => {
  await stripe.close()
  await registry.remove()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

const urlOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** The API over a database that says when the transaction with this event is where it is to stop, and goes no further. */
const source = `
import { openDatabase } from ${urlOf('../../server/parts/database.ts')}
import { withTransactions } from ${urlOf('../../server/parts/test-transactions.ts')}
import { startTestServer } from ${urlOf('../support/test-server.ts')}
const { databaseUrl, registryDir, payments, stopAt, eventId } = JSON.parse(process.argv[1])
const stopHere = (place) => {
  if (stopAt !== place) return
  console.log(place)
  return new Promise(() => {})
}
const quiet = { onWarning() {}, onLost() {} }
const open = async () => withTransactions(await openDatabase({ kind: 'postgres', url: databaseUrl }, quiet), async (work, execute) => {
  let isOurs = false
  const result = await execute(async (trx) => {
    const done = await work(trx)
    const events = await trx.selectFrom('payment_events').select('id').where('id', '=', eventId).execute()
    isOurs = events.length > 0
    if (isOurs) await stopHere('before the commit')
    return done
  })
  if (isOurs) await stopHere('before the answer')
  return result
})
const settings = {
  registryDir,
  secretKey: Buffer.alloc(32, 7),
  payments: { ...payments, apiUrl: new URL(payments.apiUrl) },
  // Letters stay where they can be counted.
  mail: { kind: 'smtp', url: 'smtp://127.0.0.1:1' },
}
const server = await startTestServer(open, settings)
console.log(await server.listen())
`

async function startApi(eventId: string, stopAt: string): Promise<{ child: TestChild; url: string }> {
  const { registryDir } = registry
  const child = startChild(source, [
    JSON.stringify({ databaseUrl, registryDir, payments: stripe.choice, stopAt, eventId }),
  ])
  return { child, url: `http://127.0.0.1:${await child.line()}/webhooks/payments` }
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

test.each(['before the commit', 'before the answer'])(
  'E3, T01, T28: news whose process is killed %s have one effect',
  async (stopAt) => {
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

    const second = await startApi(event.id, 'nowhere')
    expect(await deliver(second.url, event)).toBe(200)
    expect(await deliver(second.url, event)).toBe(200)
    await second.child.kill()

    const { db } = database
    const audited = await db.selectFrom('audit_events').select('action').where('subject', '=', accountId).execute()
    expect(audited).toEqual([{ action: 'plan.changed' }])
    expect(await db.selectFrom('letters').select('kind').where('recipient', '=', email).execute()).toHaveLength(1)
    expect(await db.selectFrom('payment_events').select('id').where('id', '=', event.id).execute()).toHaveLength(1)
    expect(
      await db.selectFrom('subscriptions').select(['tier', 'revision']).where('account_id', '=', accountId).execute(),
    ).toEqual([{ tier: 'developer', revision: 1 }])
  },
)
