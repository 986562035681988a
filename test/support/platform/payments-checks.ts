/** What every implementation of payments has to do; each runs this list over its own. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Delivery, Payments } from '../../../server/platform/payments/payments.ts'

/** Payments to check, with what somebody does at the provider. */
export interface PaymentsUnderCheck {
  payments: Payments
  /** Pays on the page, and answers news of it as they are sent. */
  pay(url: string): Promise<Delivery>
  close(): Promise<void>
}

const dayMs = 24 * 3600 * 1000

/** Declares the checks; `open` is called once. */
export function checkPayments(name: string, open: () => Promise<PaymentsUnderCheck>): void {
  let opened: PaymentsUnderCheck
  let payments: Payments
  let count = 0
  beforeAll(async () => {
    opened = await open()
    payments = opened.payments
  })
  afterAll(() => opened.close())
  afterEach(() => void vi.useRealTimers())

  const newCustomer = async () => {
    const accountId = `account-${++count}`
    const request = { requestKey: `${accountId}|customer`, accountId, email: `${accountId}@example.org` }
    return { accountId, request, customerId: await payments.createCustomer(request) }
  }
  const pageOf = ({ accountId, customerId }: { accountId: string; customerId: string }, key = 'upgrade') =>
    payments.startCheckout({ requestKey: `${accountId}|${key}`, accountId, customerId, tier: 'developer' })
  const subscribed = async () => {
    const customer = await newCustomer()
    const news = await opened.pay((await pageOf(customer)).url)
    const subscription = (await payments.findSubscription(customer.customerId)) ?? expect.unreachable()
    return { ...customer, news, subscription }
  }

  describe(`payments by ${name}`, () => {
    it('make one customer of an account, however often one is asked for', async () => {
      const [one, other] = [await newCustomer(), await newCustomer()]
      expect(await payments.createCustomer(one.request)).toBe(one.customerId)
      expect(other.customerId).not.toBe(one.customerId)
    })

    it('have one page to pay on for each request, that can be paid on for a day', async () => {
      const customer = await newCustomer()
      const [page, again, another] = [await pageOf(customer), await pageOf(customer), await pageOf(customer, 'next')]
      expect(again).toEqual(page)
      expect(another.url).not.toBe(page.url)
      const lasts = page.expiresAt.getTime() - Date.now()
      expect(lasts).toBeGreaterThan(dayMs - 60_000)
      expect(lasts).toBeLessThan(dayMs + 60_000)
    })

    it('know of no subscription before one is paid for, nor of one of a customer that nobody knows', async () => {
      const customer = await newCustomer()
      await pageOf(customer)
      expect(await payments.findSubscription(customer.customerId)).toBeUndefined()
      expect(await payments.findSubscription('nobody')).toBeUndefined()
    })

    it('know of a subscription as soon as it is paid for, with the month that is paid', async () => {
      const { subscription } = await subscribed()
      const { periodStart, periodEnd } = subscription
      expect(subscription).toMatchObject({ tier: 'developer', isEnding: false })
      expect(periodStart.getTime()).toBeLessThanOrEqual(Date.now())
      expect(periodStart.getTime()).toBeGreaterThan(Date.now() - 60_000)
      const days = (periodEnd.getTime() - periodStart.getTime()) / dayMs
      expect(days).toBeGreaterThanOrEqual(28)
      expect(days).toBeLessThanOrEqual(31)
    })

    it('let a subscription end with its period or go on after all, also when asked twice', async () => {
      const { customerId, subscription } = await subscribed()
      const change = { customerId, subscriptionId: subscription.id }
      for (const isEnding of [true, false, true]) {
        const requestKey = `${customerId}|${++count}`
        await payments.setEnding({ ...change, requestKey, isEnding })
        await payments.setEnding({ ...change, requestKey, isEnding })
        expect(await payments.findSubscription(customerId)).toEqual({ ...subscription, isEnding })
      }
    })

    it('list what was charged with the month it is for, and the next charge until the subscription ends', async () => {
      const nobody = await newCustomer()
      expect(await payments.listInvoices(nobody.customerId, 10)).toEqual([])
      expect(await payments.findNextCharge(nobody.customerId)).toBeUndefined()
      const { customerId, subscription } = await subscribed()
      const { id: subscriptionId, periodStart, periodEnd } = subscription
      const [invoice, ...others] = await payments.listInvoices(customerId, 10)
      expect(invoice).toMatchObject({ amount: 299, currency: 'usd', periodStart, periodEnd })
      expect(others).toEqual([])
      expect(await payments.findNextCharge(customerId)).toEqual({ at: periodEnd, amount: 299, currency: 'usd' })
      await payments.setEnding({ requestKey: `${customerId}|${++count}`, customerId, subscriptionId, isEnding: true })
      expect(await payments.findNextCharge(customerId)).toBeUndefined()
      expect(await payments.listInvoices(customerId, 10)).toEqual([invoice])
    })

    it('know of nothing any more once a customer is deleted, also when asked twice, and take no address of it', async () => {
      const { customerId, accountId } = await subscribed()
      const page = await pageOf({ accountId, customerId }, 'again')
      await payments.setEmail({ requestKey: `${customerId}|${++count}`, customerId, email: 'new@example.org' })
      await payments.deleteCustomer(customerId)
      await payments.deleteCustomer(customerId)
      expect(await payments.findSubscription(customerId)).toBeUndefined()
      await payments.setEmail({ requestKey: `${customerId}|${++count}`, customerId, email: 'late@example.org' })
      await expect(opened.pay(page.url)).rejects.toThrow()
      expect(await payments.findSubscription(customerId)).toBeUndefined()
    })

    it('tell of a payment by news that name the customer and bear a signature', async () => {
      const { customerId, news } = await subscribed()
      expect(payments.readEvent(news)).toEqual({
        id: expect.any(String),
        type: 'checkout.session.completed',
        customerId,
      })
    })

    it('E3: believe no news that were changed, are not signed, or were signed with another secret', async () => {
      const { news } = await subscribed()
      const { body, signature = '' } = news
      const changed = Buffer.from(body)
      changed[changed.length - 3] = 0x20
      const forged: Delivery[] = [
        { body: changed, signature },
        { body, signature: undefined },
        { body, signature: '' },
        { body: Buffer.alloc(0), signature },
        { body, signature: signature.replace(/v1=./, 'v1=g') },
        { body, signature: signature.replace('v1=', 'v0=') },
        { body, signature: signature.replace(/^t=\d+,/, '') },
        { body, signature: signature.replace(/^t=(\d+)/, (_, time) => `t=${Number(time) + 1}`) },
        { body, signature: `t=${Math.floor(Date.now() / 1000)},${signature}` },
        { body, signature: `t=abc,v1=${'0'.repeat(64)}` },
      ]
      for (const delivery of forged) expect(payments.readEvent(delivery), delivery.signature).toBeUndefined()
    })

    it('E3: believe no news that were signed more than 300 seconds ago, or for later than in 300 seconds', async () => {
      const { news } = await subscribed()
      const signedAt = Number(/t=(\d+)/.exec(news.signature ?? '')?.[1])
      const readAt = (seconds: number) => {
        vi.useFakeTimers({ toFake: ['Date'], now: (signedAt + seconds) * 1000 })
        return payments.readEvent(news) !== undefined
      }
      expect([-301, -300, 0, 300, 301].map(readAt)).toEqual([false, true, true, true, false])
    })
  })
}
