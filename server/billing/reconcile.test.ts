import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../test/support/eventually.ts'
import { startTestBilling, type TestBilling } from '../../test/support/test-billing.ts'
import { keepReconciling } from './reconcile.ts'

let billing: TestBilling
beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(() => billing.close())

/** Lets the time come at which the provider is to be asked. */
const letTimePass = (accountId: string) =>
  sql`update subscriptions set check_at = now() where account_id = ${accountId}`.execute(billing.database.db)
const checkIn = async (accountId: string) => {
  const row = await billing.database.db
    .selectFrom('subscriptions')
    .select(sql<number | null>`round(extract(epoch from check_at - now()) / 60)::int`.as('minutes'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.minutes
}
const questions = () => billing.stripe.seen.filter(({ call }) => call.startsWith('GET')).length

describe('E2: without events of the payment provider', () => {
  it('a payment is known minutes later', async () => {
    const { accountId, email } = await billing.newAccount()
    const { url = '' } = await billing.upgrade(accountId)
    expect(await checkIn(accountId)).toBe(5)
    billing.stripe.pay(url)
    await billing.reconcile()
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'free' })
    await letTimePass(accountId)
    await billing.reconcile()
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'developer' })
    expect(await billing.emailsTo(email)).toEqual(['Your Praxidex plan is now Developer'])
  })

  it('a renewal is known minutes after the period, and nothing is written about it', async () => {
    const { accountId, email, subscription } = await billing.subscriber()
    const emails = await billing.emailsTo(email)
    expect(await checkIn(accountId)).toBe(30 * 24 * 60 + 2)
    billing.stripe.renew(subscription)
    await letTimePass(accountId)
    await billing.reconcile()
    const end = new Date((subscription.items.data[0]?.current_period_end ?? 0) * 1000)
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'developer', expiryDate: end.toISOString() })
    expect(await billing.emailsTo(email)).toEqual(emails)
  })

  it('the end of a subscription is known minutes after the period, also where no downgrade was known of', async () => {
    const { accountId, subscription } = await billing.subscriber()
    billing.stripe.end(subscription)
    await letTimePass(accountId)
    await billing.reconcile()
    expect(await billing.planOf(accountId)).toMatchObject({ tier: 'free' })
    expect(await checkIn(accountId)).toBe(5)
  })

  it('an unpaid page is asked about with growing pauses, and not at all after a day', async () => {
    const { accountId } = await billing.newAccount()
    await billing.upgrade(accountId)
    const opened = (ago: string) =>
      sql`update subscriptions set check_at = now(), checkout_at = now() - ${ago}::interval
        where account_id = ${accountId}`.execute(billing.database.db)
    for (const [ago, pause] of [
      ['5 minutes', 5],
      ['2 hours', 60],
      ['24 hours', 12 * 60],
      ['26 hours', null],
    ] as const) {
      await opened(ago)
      await billing.reconcile()
      expect(await checkIn(accountId), ago).toBe(pause)
    }
    const asked = questions()
    await billing.reconcile()
    expect(questions()).toBe(asked)
  })
})

it('an account is asked about once, though several processes look at the same time', async () => {
  const { accountId } = await billing.subscriber()
  await letTimePass(accountId)
  const asked = questions()
  await Promise.all(Array.from({ length: 5 }, billing.reconcile))
  expect(questions()).toBe(asked + 1)
})

it('what fails is tried again later, warned of once, and keeps no other account waiting', async () => {
  const [one, other] = [await billing.subscriber(), await billing.subscriber()]
  for (const { accountId, subscription } of [one, other]) {
    billing.stripe.end(subscription)
    await letTimePass(accountId)
  }
  billing.stripe.next('GET', 503)
  const warnings: string[] = []
  const reconciling = keepReconciling(billing, (sentence) => warnings.push(sentence))
  await eventually(() => expect(warnings).not.toEqual([]))
  await reconciling.close()
  const plans = [await billing.planOf(one.accountId), await billing.planOf(other.accountId)]
  expect(plans.map(({ tier }) => tier).sort()).toEqual(['developer', 'free'])
  expect(warnings).toEqual([expect.stringMatching(/^Subscriptions could not be compared with the payment provider: /)])
})
