/**
 * Changing the plan. An upgrade leads to a checkout page, a downgrade ends the subscription with its period; then the
 * provider's state is taken over. Requests of a double click have the same key. If the provider fails, the caller gets
 * the error and nothing changes.
 */
import type { Api } from '#contract/api'
import { checkoutsPerHourMax } from '#contract/limits'
import { plans, type Tier } from '#contract/plans'
import { type AttemptParts, takeAttempt } from '../accounts/attempts.ts'
import { type Fail, fail as failWith, type Verb } from '../http/verb.ts'
import { inTransaction } from '../platform/database/database.ts'
import { PaymentsAwayError, PaymentsRefusedError } from '../platform/payments/errors.ts'
import { type Checkout, returnUrls } from '../platform/payments/payments.ts'
import { hourSeconds } from '../platform/times.ts'
import { noteChangeOf } from './customer-changes.ts'
import { subscriptionOf } from './subscription.ts'
import {
  findCustomer,
  lockSubscription,
  nextRequest,
  type StoredCustomer,
  setCheckout,
  setCustomer,
} from './subscription-store.ts'
import { type BillingParts, takeOver } from './take-over.ts'

type CheckoutFail = Fail<'plan_already' | 'plan_agreed'>

export const checkoutRule = {
  name: 'checkouts',
  what: 'changes of plan',
  limit: checkoutsPerHourMax,
  windowSeconds: hourSeconds,
}

/** A page that expires sooner than this is replaced by a new one. */
const pageLastsMsMin = 10 * 60 * 1000

export function checkout(parts: BillingParts & AttemptParts): Verb<Api['checkout']> {
  return async ({ caller: { accountId }, body, fail }) => {
    await takeAttempt(parts, checkoutRule, accountId, fail)
    if (body.action === 'downgrade') {
      await downgrade(parts, accountId, fail)
      return { output: {} }
    }
    const price = parts.payments.prices.developer
    if (body.priceId !== price) {
      return fail('invalid_input', {
        parameter: 'priceId',
        expected: `${price}, the price of the ${plans.developer.name} plan`,
        got: 'another one',
      })
    }
    return { output: { url: await upgrade(parts, accountId, fail) } }
  }
}

/** The checkout page or, where nothing is to be paid, the dashboard. */
async function upgrade(parts: BillingParts, accountId: string, fail: CheckoutFail): Promise<string> {
  const { payments, database, publicUrl } = parts
  const plan = await subscriptionOf(database.db, accountId)
  refuseGranted(plan, fail)
  if (plan.tier !== 'free' && !plan.isPendingDowngrade) refuseSame(plan.tier, fail)

  const customer = await customerOf(parts, accountId)
  // The event of a payment may be on its way: no account is to pay twice.
  const paid = await takeOver(parts, accountId)
  if (paid === undefined) return openPage(parts, accountId, customer)
  if (!paid.isEnding) refuseSame(paid.tier, fail)
  const requestKey = keyOf(accountId, 'resume', paid.id, customer)
  const change = { requestKey, customerId: customer.id, subscriptionId: paid.id, isEnding: false }
  await request(parts, accountId, () => payments.setEnding(change))
  await takeOverNow(parts, accountId)
  return returnUrls(publicUrl).success
}

async function downgrade(parts: BillingParts, accountId: string, fail: CheckoutFail): Promise<void> {
  const { payments, database } = parts
  const plan = await subscriptionOf(database.db, accountId)
  refuseGranted(plan, fail)
  if (plan.tier === 'free') refuseSame(plan.tier, fail)
  if (plan.isPendingDowngrade) return

  // Read before the question, so that the later of two clicks sends the same number.
  const customer = await customerOf(parts, accountId)
  const paid = await takeOver(parts, accountId)
  if (paid === undefined || paid.isEnding) return
  const requestKey = keyOf(accountId, 'downgrade', paid.periodEnd.toISOString(), customer)
  const change = { requestKey, customerId: customer.id, subscriptionId: paid.id, isEnding: true }
  await request(parts, accountId, () => payments.setEnding(change))
  await takeOverNow(parts, accountId)
}

function refuseGranted({ isGranted, tier }: { isGranted: boolean; tier: Tier }, fail: CheckoutFail): void {
  if (isGranted) fail('plan_agreed', { plan: plans[tier].name })
}

function refuseSame(tier: Tier, fail: CheckoutFail): never {
  return fail('plan_already', { plan: plans[tier].name })
}

async function customerOf(parts: BillingParts, accountId: string): Promise<StoredCustomer> {
  const { database, payments } = parts
  const known = await findCustomer(database.db, accountId)
  if (known !== undefined) return known
  const before = await inTransaction(database, (trx) => lockSubscription(trx, accountId))
  if (before === undefined) return accountGone()
  const requestKey = keyOf(accountId, 'customer', '', { requestNumber: before.request_number })
  const { email } = before
  const id = await request(parts, accountId, () => payments.createCustomer({ requestKey, accountId, email }))
  const customer = await inTransaction(database, async (trx) => {
    const stored = await lockSubscription(trx, accountId)
    if (stored === undefined) return noteChangeOf(trx, id)
    if (stored.customer_id === null) await setCustomer(trx, accountId, id)
    return { id: stored.customer_id ?? id, revision: stored.revision, requestNumber: stored.request_number }
  })
  return customer ?? accountGone()
}

function accountGone(): never {
  return failWith('session_invalid', undefined)
}

async function openPage(parts: BillingParts, accountId: string, customer: StoredCustomer): Promise<string> {
  const { payments, database } = parts
  const start = (requestNumber: number): Promise<Checkout> => {
    const requestKey = keyOf(accountId, 'upgrade', payments.prices.developer, { requestNumber })
    const page = { requestKey, accountId, customerId: customer.id, tier: 'developer' } as const
    return request(parts, accountId, () => payments.startCheckout(page))
  }
  let page = await start(customer.requestNumber)
  if (page.expiresAt.getTime() - Date.now() < pageLastsMsMin) {
    await nextRequest(database.db, accountId)
    page = await start(customer.requestNumber + 1)
  }
  await setCheckout(database.db, accountId)
  return page.url
}

function keyOf(accountId: string, action: string, what: string, { requestNumber }: { requestNumber: number }): string {
  return [accountId, action, what, requestNumber].join('|')
}

/** The provider repeats a failure under the same key for a day, so the next request gets another key. */
async function request<T>({ database }: BillingParts, accountId: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    await nextRequest(database.db, accountId)
    throw error
  }
}

/** The plan follows later where the provider's state cannot be had now. */
async function takeOverNow(parts: BillingParts, accountId: string): Promise<void> {
  try {
    await takeOver(parts, accountId)
  } catch (error) {
    if (!(error instanceof PaymentsAwayError || error instanceof PaymentsRefusedError)) throw error
  }
}
