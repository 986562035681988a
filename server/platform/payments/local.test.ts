import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPayments } from '../../../test/support/platform/payments-checks.ts'
import { startTestDatabase } from '../../../test/support/platform/test-database.ts'
import type { Database } from '../database/database.ts'
import { openSecrets } from '../secrets.ts'
import { type LocalPayments, localPayments } from './local.ts'

const publicUrl = 'http://localhost:3000'
const idIn = (url: string) => url.slice(`${publicUrl}/checkout/`.length)

checkPayments('local:', async () => {
  const database = await startTestDatabase()
  const payments = localPayments({ database, secrets: openSecrets(randomBytes(32)), publicUrl })
  return {
    payments,
    pay: async (url) => (await payments.pay(idIn(url))) ?? expect.unreachable(),
    close: () => database.close(),
  }
})

describe('payments that move no money', () => {
  let database: Database
  let payments: LocalPayments
  let count = 0
  beforeAll(async () => {
    database = await startTestDatabase()
    payments = localPayments({ database, secrets: openSecrets(randomBytes(32)), publicUrl })
  })
  afterAll(() => database.close())

  const run = (statement: string) => sql.raw(statement).execute(database.db)
  const newPage = async () => {
    const customerId = `local_${++count}`
    const page = { requestKey: customerId, accountId: String(count), customerId, tier: 'developer' } as const
    return { customerId, id: idIn((await payments.startCheckout(page)).url) }
  }
  /** A subscription that began at this moment, read as if it were now. */
  const paidSince = async (start: string, customerId: string) => {
    await run(`insert into local_subscriptions (customer_id, id, tier, started_at)
      values ('${customerId}', 'sub-${customerId}', 'developer', ${start})`)
    return (await payments.findSubscription(customerId)) ?? expect.unreachable()
  }

  it('can be paid on a page once; its event is the same however often Pay is pressed', async () => {
    const { customerId, id } = await newPage()
    expect(await payments.findCheckout(id)).toEqual({ tier: 'developer', state: 'open' })
    const presses = await Promise.all(Array.from({ length: 5 }, () => payments.pay(id)))
    expect(new Set(presses.map((event) => event?.body.toString())).size).toBe(1)
    expect(await payments.findCheckout(id)).toEqual({ tier: 'developer', state: 'paid' })
    const made = await database.db
      .selectFrom('local_subscriptions')
      .select('id')
      .where('customer_id', '=', customerId)
      .execute()
    expect(made).toHaveLength(1)
  })

  it('cannot be paid on a page that is older than a day, nor on none', async () => {
    const { customerId, id } = await newPage()
    await run(`update local_checkouts set expires_at = now() where id = '${id}'`)
    expect(await payments.findCheckout(id)).toEqual({ tier: 'developer', state: 'expired' })
    expect(await payments.pay(id)).toBeUndefined()
    expect(await payments.findSubscription(customerId)).toBeUndefined()
    expect(await payments.findCheckout('none')).toBeUndefined()
    expect(await payments.pay('none')).toBeUndefined()
  })

  it('renew every month at the anniversary, though nothing ran for months', async () => {
    const { periodStart, periodEnd } = await paidSince(`now() - interval '400 days'`, 'sleeper')
    expect(periodStart.getTime()).toBeLessThanOrEqual(Date.now())
    expect(periodEnd.getTime()).toBeGreaterThan(Date.now())
    const days = (periodEnd.getTime() - periodStart.getTime()) / 86_400_000
    expect(days).toBeGreaterThanOrEqual(28)
    expect(days).toBeLessThanOrEqual(31)
  })

  it('begin a new month exactly at the anniversary', async () => {
    // The last day of a month has no anniversary of its own in every month, so months are counted from the 20th here.
    const start = `date_trunc('month', now() at time zone 'utc') at time zone 'utc' - interval '3 months' + interval '19 days'`
    const { periodStart, periodEnd } = await paidSince(start, 'punctual')
    expect([periodStart.getUTCDate(), periodEnd.getUTCDate()]).toEqual([20, 20])
    expect([periodStart, periodEnd].map((date) => date.toISOString().slice(10))).toEqual([
      'T00:00:00.000Z',
      'T00:00:00.000Z',
    ])
  })

  it('have an invoice for each month that has begun, until the one in which they were canceled', async () => {
    const { id } = await paidSince(`now() - interval '100 days'`, 'reader')
    const months = await payments.listInvoices('reader', 24)
    expect(months).toHaveLength(4)
    expect(months.map(({ id }) => id)).toEqual([4, 3, 2, 1].map((number) => `${id}-${number}`))
    for (const [at, { periodStart, state, amount }] of months.entries()) {
      expect(periodStart).toEqual(months[at + 1]?.periodEnd ?? periodStart)
      expect({ state, amount }).toEqual({ state: 'simulated', amount: 299 })
    }
    expect(await payments.listInvoices('reader', 2)).toEqual(months.slice(0, 2))
    await run(`update local_subscriptions set ends_at = started_at + interval '2 months' where customer_id = 'reader'`)
    expect(await payments.listInvoices('reader', 24)).toEqual(months.slice(2))
    expect(await payments.findNextCharge('reader')).toBeUndefined()
  })

  it('are over at the end of the month in which they were canceled, though nothing ran then', async () => {
    const { id } = await paidSince(`now() - interval '40 days'`, 'leaver')
    const change = { requestKey: '', customerId: 'leaver', subscriptionId: id }
    await payments.setEnding({ ...change, isEnding: true })
    expect(await payments.findSubscription('leaver')).toMatchObject({ isEnding: true })
    await run(`update local_subscriptions set ends_at = now() where customer_id = 'leaver'`)
    expect(await payments.findSubscription('leaver')).toBeUndefined()
    await payments.setEnding({ ...change, isEnding: false })
    expect(await payments.findSubscription('leaver')).toBeUndefined()
  })

  it('sign their events so that another installation does not believe them', async () => {
    const { id } = await newPage()
    const event = (await payments.pay(id)) ?? expect.unreachable()
    const elsewhere = localPayments({ database, secrets: openSecrets(randomBytes(32)), publicUrl })
    expect(payments.readEvent(event)).toBeDefined()
    expect(elsewhere.readEvent(event)).toBeUndefined()
  })
})
