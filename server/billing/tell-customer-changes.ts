/**
 * Tells the payment provider of customers whose address has changed, and has it delete those whose account is gone, which ends their
 * subscription. What is to be told was noted in the transaction of the change, so nothing gets lost while the provider is away or
 * a process dies: it is told at least once, and again after pauses that grow until the provider has taken it.
 */
import type { Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { reasonOf } from '../platform/error-code.ts'
import type { Payments } from '../platform/payments/payments.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import { type CustomerChange, claimChanges, noteChangeOf, settleChange } from './customer-change-store.ts'
import type { BillingParts } from './take-over.ts'

/** How often to look, in milliseconds, and how many customers to tell of at once. */
const intervalMs = 5_000
const batchMax = 20

/**
 * Notes that the provider is to be told of the account's customer, if it has one: of its address or, once the account is gone,
 * that it is. One that is being told of right now is told of again afterwards.
 */
export async function noteCustomerChange(trx: Transaction<Tables>, accountId: string): Promise<void> {
  const stored = await trx
    .selectFrom('subscriptions')
    .select('customer_id')
    .where('account_id', '=', accountId)
    // Whoever has just made the customer is waited for.
    .forUpdate()
    .executeTakeFirst()
  if (stored?.customer_id) await noteChangeOf(trx, stored.customer_id)
}

/** Looks now and from now on, until closed. */
export function keepTellingCustomerChanges(parts: BillingParts, warn: (sentence: string) => void): Repeating {
  return keepDoing(() => tellCustomerChanges(parts), {
    everyMs: intervalMs,
    onAway: (reason) => warn(`The payment provider is told of deleted accounts and new addresses later: ${reason}.`),
  })
}

/** Tells of what is due; answers whether there may be more. Throws the first failure, after the others were tried. */
export async function tellCustomerChanges({ database, payments }: BillingParts): Promise<boolean> {
  const changes = await claimChanges(database.db, batchMax)
  const failures: Error[] = []
  for (const change of changes) {
    try {
      await tell(payments, change)
      await settleChange(database.db, change)
    } catch (error) {
      failures.push(new Error(`${reasonOf(error)} (customer ${change.customerId})`, { cause: error }))
    }
  }
  if (failures[0] !== undefined) throw failures[0]
  return changes.length === batchMax
}

function tell(payments: Payments, { customerId, revision, attempts, email }: CustomerChange): Promise<void> {
  if (email === undefined) return payments.deleteCustomer(customerId)
  // The provider answers a request that failed with the same failure for a day, so each try has a key of its own.
  const requestKey = [customerId, 'email', revision, attempts].join('|')
  return payments.setEmail({ requestKey, customerId, email })
}
