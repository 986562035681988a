/**
 * Payments: who pays for which plan. `local:` has books of its own in the database and moves no money; `stripe:` is Stripe. Both
 * promise the same: a customer, a page to pay on and a change are made once per request key, however often they are asked for;
 * `findSubscription` tells what holds at the provider now, and what it tells is the only thing that changes a plan
 * (server/billing); an event is believed only with its signature. Where the provider does not answer, or not in
 * time, a call fails with a PaymentsAwayError; what it refuses is a PaymentsRefusedError, which is for the operator to mend.
 */
import type { Tier } from '#contract/plans'
import type { Database } from '../database/database.ts'
import type { Secrets } from '../secrets.ts'
import { type LocalPayments, localPayments } from './local.ts'
import { type StripeChoice, stripePayments } from './stripe.ts'

/** Who takes the payments: a page of our own that moves no money, or Stripe. */
export type PaymentsChoice = { kind: 'local' } | ({ kind: 'stripe' } & StripeChoice)

/** A plan that can be bought without talking to anybody. */
export type SoldTier = Extract<Tier, 'developer'>

/** A subscription in force. */
export interface PaidSubscription {
  id: string
  tier: Tier
  /** The period that is paid. */
  periodStart: Date
  periodEnd: Date
  /** It ends with this period. */
  isEnding: boolean
}

/** A page to pay on, and until when it can be paid on. */
export interface Checkout {
  url: string
  expiresAt: Date
}

/** News of the provider whose signature was right. */
export interface PaymentEvent {
  id: string
  type: string
  /** Whom it is about; undefined where it is about no customer. */
  customerId: string | undefined
}

/** What arrives as news: the bytes as they came, and the header with the signature. */
export interface Delivery {
  body: Buffer
  signature: string | undefined
}

/** What changes something at the provider; two requests under one key are the same one. */
interface Request {
  requestKey: string
}

export interface Payments {
  /** The price at the provider for each plan that is sold. */
  readonly prices: Readonly<Record<SoldTier, string>>
  /** Makes a customer of the account and answers its id. */
  createCustomer(request: Request & { accountId: string; email: string }): Promise<string>
  /** Tells of the customer's new address; one that is gone need not know. */
  setEmail(request: Request & { customerId: string; email: string }): Promise<void>
  /** Deletes the customer and ends its subscription at once; one that is gone already stays so. */
  deleteCustomer(customerId: string): Promise<void>
  /** Makes a page on which the customer can subscribe. */
  startCheckout(request: Request & { accountId: string; customerId: string; tier: SoldTier }): Promise<Checkout>
  /** Lets the subscription end with its period, or go on after all. */
  setEnding(request: Request & { customerId: string; subscriptionId: string; isEnding: boolean }): Promise<void>
  /** The customer's subscription as the provider knows it now; undefined where none is in force. */
  findSubscription(customerId: string): Promise<PaidSubscription | undefined>
  /** Reads news; undefined where the signature is missing, wrong, or not of the last minutes. */
  readEvent(delivery: Delivery): PaymentEvent | undefined
}

/** Where the provider sends whoever paid, or would not pay. */
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

/** Opens the payments that the settings name. */
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
