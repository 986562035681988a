import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../test/support/eventually.ts'
import { startTestBilling, type TestBilling } from '../../test/support/test-billing.ts'
import { setVerifiedEmail } from '../accounts/account-store.ts'
import { deleteAccount } from '../accounts/delete-account.ts'
import { inTransaction } from '../platform/database/database.ts'
import { localPayments } from '../platform/payments/local.ts'
import { keepSendingCustomerChanges, noteCustomerChange, sendCustomerChanges } from './customer-changes.ts'

let billing: TestBilling
beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(() => billing.close())
beforeEach(() => sql`delete from customer_changes`.execute(billing.database.db))

const remove = (accountId: string) =>
  inTransaction(billing.database, (trx) => deleteAccount(trx, billing, { accountId, actor: accountId }))
const move = (accountId: string, email: string) =>
  inTransaction(billing.database, async (trx) => {
    await setVerifiedEmail(trx, accountId, email)
    await noteCustomerChange(trx, accountId)
  })
const waiting = () => billing.database.db.selectFrom('customer_changes').selectAll().execute()
const callsAbout = (customer: string) =>
  billing.stripe.seen.map(({ call }) => call).filter((call) => call.endsWith(`/v1/customers/${customer}`))
const letTimePass = () => sql`update customer_changes set due_at = now()`.execute(billing.database.db)

describe('an account that is deleted', () => {
  it('is no customer of the payment provider any more, and its subscription ends at once', async () => {
    const { accountId, subscription } = await billing.subscriber()
    await remove(accountId)
    await sendCustomerChanges(billing)
    expect(billing.stripe.emailOf(subscription.customer)).toBeUndefined()
    expect(subscription.status).toBe('canceled')
    expect(await waiting()).toEqual([])
  })

  it('has no part in the events that follow, which are accepted silently', async () => {
    const { accountId, email } = await billing.subscriber()
    const from = billing.stripe.events.length
    await remove(accountId)
    await sendCustomerChanges(billing)
    expect(billing.stripe.events.length).toBeGreaterThan(from)
    await billing.deliver()
    expect(await billing.emailsTo(email)).toEqual(['Your account was deleted'])
  })

  it.each([
    ['is away', 503],
    ['does not answer', 'silence'],
    ['takes no more calls', 429],
  ] as const)('is deleted there later when the provider %s, and that is warned of once', async (_, fate) => {
    const { accountId, subscription } = await billing.subscriber()
    await remove(accountId)
    billing.stripe.next('DELETE', fate)
    const warnings: string[] = []
    const telling = keepSendingCustomerChanges(billing, (sentence) => warnings.push(sentence))
    await eventually(() => expect(warnings).toHaveLength(1))
    await telling.close()
    expect(subscription.status).toBe('active')
    expect(await sendCustomerChanges(billing)).toBe(false)
    expect(subscription.status).toBe('active')
    await letTimePass()
    await sendCustomerChanges(billing)
    expect(subscription.status).toBe('canceled')
    expect(await waiting()).toEqual([])
  })

  it('keeps no other customer waiting when it fails', async () => {
    const [one, other] = [await billing.subscriber(), await billing.subscriber()]
    for (const { accountId } of [one, other]) await remove(accountId)
    billing.stripe.next('DELETE', 500)
    await expect(sendCustomerChanges(billing)).rejects.toThrow(/customer cus_/)
    expect([one, other].map(({ subscription }) => subscription.status).sort()).toEqual(['active', 'canceled'])
  })

  it('is deleted there soon, though telling of its address has failed for so long that it is tried once a day', async () => {
    const { accountId } = await billing.subscriber()
    await move(accountId, `new-${accountId}@example.org`)
    await sql`update customer_changes set attempts = 12, due_at = now() + interval '1 day'`.execute(billing.database.db)
    await remove(accountId)
    const soon = await billing.database.db
      .selectFrom('customer_changes')
      .select('attempts')
      .where('due_at', '<=', sql<Date>`now() + interval '5 minutes'`)
      .execute()
    expect(soon).toEqual([{ attempts: 0 }])
  })

  it('while payments are only tried out is deleted at the provider once that is back', async () => {
    const { accountId, subscription } = await billing.subscriber()
    await remove(accountId)
    const tryingOut = localPayments({ ...billing, publicUrl: 'http://localhost:3000' })
    await expect(sendCustomerChanges({ ...billing, payments: tryingOut })).rejects.toThrow(/another payment provider/)
    await letTimePass()
    await sendCustomerChanges(billing)
    expect(subscription.status).toBe('canceled')
    expect(await waiting()).toEqual([])
  })

  it('while its customer is being made leaves none behind', async () => {
    const { accountId } = await billing.newAccount()
    const { asked, release } = billing.stripe.holdNext()
    const upgrade = billing.upgrade(accountId)
    await asked
    await remove(accountId)
    release()
    await expect(upgrade).rejects.toMatchObject({ code: 'session_invalid' })
    const [made] = await waiting()
    await sendCustomerChanges(billing)
    expect(callsAbout(made?.customer_id ?? '')).toEqual([`DELETE /v1/customers/${made?.customer_id}`])
  })

  it('that never paid leaves nothing to report', async () => {
    const { accountId } = await billing.newAccount()
    await remove(accountId)
    expect(await waiting()).toEqual([])
  })
})

describe('an address that changes', () => {
  it('is passed on to the payment provider', async () => {
    const { accountId, subscription } = await billing.subscriber()
    await move(accountId, `new-${accountId}@example.org`)
    await sendCustomerChanges(billing)
    expect(billing.stripe.emailOf(subscription.customer)).toBe(`new-${accountId}@example.org`)
    expect(subscription.status).toBe('active')
  })

  it('is passed on by one of several processes', async () => {
    const { accountId, subscription } = await billing.subscriber()
    await move(accountId, `new-${accountId}@example.org`)
    await Promise.all(Array.from({ length: 5 }, () => sendCustomerChanges(billing)))
    expect(callsAbout(subscription.customer)).toHaveLength(1)
  })

  it('again while it is being passed on is passed on afterwards, so that the last one stays', async () => {
    const { accountId, subscription } = await billing.subscriber()
    await move(accountId, `second-${accountId}@example.org`)
    const { asked, release } = billing.stripe.holdNext()
    const telling = sendCustomerChanges(billing)
    await asked
    await move(accountId, `third-${accountId}@example.org`)
    await sendCustomerChanges(billing)
    expect(billing.stripe.emailOf(subscription.customer)).toBe(`second-${accountId}@example.org`)
    release()
    await telling
    await sendCustomerChanges(billing)
    expect(billing.stripe.emailOf(subscription.customer)).toBe(`third-${accountId}@example.org`)
  })
})
