/**
 * Payments: who pays for which plan, by `local:` (no money) or `stripe:`. Customers, checkouts and changes are made
 * once per idempotency key. Only `findSubscription`, the provider's present state, changes a plan (server/billing); an
 * event is a reason to ask. Failures are PaymentsAwayError (retry later) or PaymentsRefusedError (the operator must
 * act).
 */
import type { InvoiceState, Tier } from '#contract/plans'
import type { Database } from '../database/database.ts'
import type { Secrets } from '../secrets.ts'
import { type LocalPayments, localPayments } from './local.ts'
import { type StripeChoice, stripePayments } from './stripe.ts'

export type PaymentsChoice = { kind: 'local' } | ({ kind: 'stripe' } & StripeChoice)

/** A plan that can be bought without talking to anybody. */
export type SoldTier = Extract<Tier, 'developer'>

export interface PaidSubscription {
  id: string
  tier: Tier
  periodStart: Date
  periodEnd: Date
  isEnding: boolean
}

/** In the smallest unit of the currency, which is three letters in lower case. */
interface Money {
  amount: number
  currency: string
}

export interface Invoice extends Money {
  id: string
  createdAt: Date
  periodStart: Date
  periodEnd: Date
  state: InvoiceState
  /** A page of the provider. */
  url: string | undefined
}

export interface Charge extends Money {
  at: Date
}

export interface Checkout {
  url: string
  expiresAt: Date
}

export interface PaymentEvent {
  id: string
  type: string
  customerId: string | undefined
}

export interface Delivery {
  body: Buffer
  signature: string | undefined
}

interface Request {
  requestKey: string
}

export interface Payments {
  readonly prices: Readonly<Record<SoldTier, string>>
  createCustomer(request: Request & { accountId: string; email: string }): Promise<string>
  /** Sends the customer's new address; a customer that is gone is no error. */
  setEmail(request: Request & { customerId: string; email: string }): Promise<void>
  /** Deletes the customer and ends its subscription at once; one that is gone already stays so. */
  deleteCustomer(customerId: string): Promise<void>
  startCheckout(request: Request & { accountId: string; customerId: string; tier: SoldTier }): Promise<Checkout>
  setEnding(request: Request & { customerId: string; subscriptionId: string; isEnding: boolean }): Promise<void>
  /** The customer's subscription as the provider knows it now; undefined where none is in force. */
  findSubscription(customerId: string): Promise<PaidSubscription | undefined>
  /** The newest first. */
  listInvoices(customerId: string, count: number): Promise<Invoice[]>
  findNextCharge(customerId: string): Promise<Charge | undefined>
  /** Reads an event; undefined where the signature is missing, wrong, or not of the last minutes. */
  readEvent(delivery: Delivery): PaymentEvent | undefined
}

/** Where the provider sends people after they paid or canceled. */
export interface ReturnUrls {
  success: string
  cancel: string
}

/** The same for everybody: nothing that a caller sends goes into them. */
export function returnUrls(publicUrl: string): ReturnUrls {
  const panel = `${publicUrl}/home?panel=payment`
  return { success: `${panel}&payment=success`, cancel: `${panel}&payment=cancelled` }
}

export type AnyPayments = (LocalPayments & { kind: 'local' }) | (Payments & { kind: 'stripe' })

export async function openPayments(
  choice: PaymentsChoice,
  { database, secrets, publicUrl }: { database: Database; secrets: Secrets; publicUrl: string },
): Promise<AnyPayments> {
  switch (choice.kind) {
    case 'local':
      return { kind: 'local', ...localPayments({ database, secrets, publicUrl }) }
    case 'stripe':
      return { kind: 'stripe', ...(await stripePayments({ ...choice, returnUrls: returnUrls(publicUrl) })) }
  }
}
