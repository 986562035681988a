import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tier } from '#contract/plans'
import { startTestAccounts, type TestAccounts } from '../../test/support/accounts/test-accounts.ts'
import { inTransaction } from '../platform/database/database.ts'
import { setPlan } from './set-plan.ts'
import { effectivePlan, subscriptionOf } from './subscription.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

const publicUrl = 'https://praxidex.example'
const grant = (accountId: string, tier: Tier) =>
  inTransaction(accounts.database, (trx) => setPlan(trx, accountId, tier, { actor: 'operator', publicUrl }))
const planOf = (accountId: string) => subscriptionOf(accounts.database.db, accountId)

/** As the payment provider's event would have made it. */
async function paidUntil(accountId: string, end: string, isPendingDowngrade = false) {
  await sql`insert into subscriptions (account_id, tier, period_start, period_end, is_pending_downgrade)
    values (${accountId}, 'developer', now() - interval '1 day', now() + ${end}::interval, ${isPendingDowngrade})`.execute(
    accounts.database.db,
  )
}

const eventsOf = (accountId: string) =>
  accounts.database.db
    .selectFrom('audit_events')
    .select(['actor', 'action', 'details'])
    .where('subject', '=', accountId)
    .where('action', 'like', 'plan.%')
    .orderBy('id')
    .execute()
const emailsTo = (email: string) =>
  accounts.database.db
    .selectFrom('letters')
    .select('subject')
    .where('recipient', '=', email)
    .where('kind', '=', 'plan-changed')
    .orderBy('id')
    .execute()

const free = { tier: 'free', periodStart: null, periodEnd: null, isPendingDowngrade: false, isGranted: false }

describe('the plan of an account', () => {
  it('is the free one until it subscribes, also in the queries of others', async () => {
    const { accountId } = await accounts.newAccount()
    expect(await planOf(accountId)).toEqual(free)
    const { tier, periodStart, isPendingDowngrade } = effectivePlan
    const joined = await accounts.database.db
      .selectFrom('accounts')
      .leftJoin('subscriptions', 'subscriptions.account_id', 'accounts.id')
      .select([tier.as('tier'), periodStart.as('periodStart'), isPendingDowngrade.as('isPendingDowngrade')])
      .where('accounts.id', '=', accountId)
      .executeTakeFirst()
    expect(joined).toEqual({ tier: 'free', periodStart: null, isPendingDowngrade: false })
  })

  it('is kept until the end of the period after a downgrade, and is the free one from then on though no job ran', async () => {
    const [before, after] = [await accounts.newAccount(), await accounts.newAccount()]
    await paidUntil(before.accountId, '1 minute', true)
    await paidUntil(after.accountId, '0 seconds', true)
    expect(await planOf(before.accountId)).toMatchObject({ tier: 'developer', isPendingDowngrade: true })
    expect(await planOf(after.accountId)).toEqual(free)
  })

  it('goes on past the end of the period while the event of the next one is late', async () => {
    const { accountId } = await accounts.newAccount()
    await paidUntil(accountId, '-1 hour')
    expect(await planOf(accountId)).toMatchObject({ tier: 'developer', periodEnd: expect.any(Date) })
  })
})

describe('a plan that the operator grants', () => {
  it('holds until it is taken back, with an audit event and an email for each change and none for the same again', async () => {
    const { accountId, email } = await accounts.newAccount()
    expect(await grant(accountId, 'enterprise')).toBe('enterprise')
    expect(await grant(accountId, 'enterprise')).toBe('enterprise')
    expect(await planOf(accountId)).toEqual({ ...free, tier: 'enterprise', isGranted: true })
    expect(await grant(accountId, 'free')).toBe('free')
    expect(await planOf(accountId)).toEqual(free)
    expect(await eventsOf(accountId)).toEqual([
      { actor: 'operator', action: 'plan.changed', details: { from: 'free', to: 'enterprise' } },
      { actor: 'operator', action: 'plan.changed', details: { from: 'enterprise', to: 'free' } },
    ])
    expect(await emailsTo(email)).toEqual([
      { subject: 'Your Praxidex plan is now Enterprise' },
      { subject: 'Your Praxidex plan is now Free' },
    ])
  })

  it('overrides one that is paid for, even when that one is canceled, and leaves it when it is taken back', async () => {
    const { accountId } = await accounts.newAccount()
    await paidUntil(accountId, '1 day', true)
    expect(await grant(accountId, 'enterprise')).toBe('enterprise')
    expect(await planOf(accountId)).toMatchObject({ tier: 'enterprise', isPendingDowngrade: false })
    expect(await grant(accountId, 'free')).toBe('developer')
    expect(await planOf(accountId)).toMatchObject({ tier: 'developer', isPendingDowngrade: true, isGranted: false })
  })

  it('is neither kept nor emailed when the transaction fails', async () => {
    const { accountId, email } = await accounts.newAccount()
    const undone = inTransaction(accounts.database, async (trx) => {
      await setPlan(trx, accountId, 'enterprise', { actor: 'operator', publicUrl })
      throw new Error('on the way')
    })
    await expect(undone).rejects.toThrow('on the way')
    expect(await planOf(accountId)).toEqual(free)
    expect(await eventsOf(accountId)).toEqual([])
    expect(await emailsTo(email)).toEqual([])
  })
})
