import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestBilling, type TestBilling } from '../../test/support/test-billing.ts'
import { receiveEvent } from './webhook.ts'

let billing: TestBilling
beforeAll(async () => {
  billing = await startTestBilling()
})
afterAll(() => billing.close())
afterEach(() => void vi.useRealTimers())

/** A payment event, taken over while each question takes so long that something else is written meanwhile. */
async function newsWithSlowAnswers(questionMs: number) {
  const { accountId } = await billing.newAccount()
  const { url = '' } = await billing.upgrade(accountId)
  const from = billing.stripe.events.length
  billing.stripe.pay(url)
  const [event = expect.unreachable()] = billing.stripe.events.slice(from)
  const delivery = billing.stripe.signed(event)
  const asked = { questions: 0 }
  const findSubscription = async () => {
    asked.questions++
    await sql`update subscriptions set revision = revision + 1 where account_id = ${accountId}`.execute(
      billing.database.db,
    )
    vi.advanceTimersByTime(questionMs)
    return undefined
  }
  const receive = receiveEvent({ ...billing, payments: { ...billing.payments, findSubscription } })
  return { accountId, delivery, asked, receive: () => receive(delivery) }
}

describe('E3: events wait for the provider', () => {
  it.each([
    [2_500, 1],
    [1_400, 2],
    [450, 5],
    [200, 8],
  ])(
    'two seconds in all, and are to come again then: at %i ms an answer, after %i questions',
    async (ms, questions) => {
      const { accountId, delivery, asked, receive } = await newsWithSlowAnswers(ms)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
      await expect(receive()).rejects.toMatchObject({ name: 'PaymentsAwayError' })
      vi.useRealTimers()
      expect(asked.questions).toBe(questions)
      expect(await billing.planOf(accountId)).toMatchObject({ tier: 'free' })
      await billing.receive(delivery)
      expect(await billing.planOf(accountId)).toMatchObject({ tier: 'developer' })
    },
  )
})
