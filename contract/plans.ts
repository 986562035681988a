/**
 * What each plan costs and allows, and its card: the one home of these limits. Calls per month count successful
 * answers; requests count all with the key but those these limits refuse (specification, section 9;
 * docs/decisions/0018-quotas-keys-and-guesses.md).
 */
import { itemsPerCall } from './limits.ts'

export const tiers = ['free', 'developer', 'enterprise'] as const
export type Tier = (typeof tiers)[number]

export interface Plan {
  name: string
  /** Cents a month; null where sales sets the price. */
  priceCents: number | null
  price: string
  /** Null: no limit. */
  callsPerMonth: number | null
  requestsPerMinute: number | null
  requestsPerDay: number | null
  /** Members of all rosters of an account together. */
  rosterMembers: number
  /** What exports count as: there are none, a call for each hundred rows begun (`callsOfExport`), or nothing. */
  exports: 'none' | 'counted' | 'free'
  description: string
  features: readonly string[]
  cta: string
  mostPopular: boolean
}

export const invoiceStates = ['paid', 'due', 'unpaid', 'void', 'simulated'] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const plans: Readonly<Record<Tier, Plan>> = {
  free: withLimitsOnCard({
    name: 'Free',
    priceCents: 0,
    callsPerMonth: 100,
    requestsPerMinute: 10,
    requestsPerDay: 1_000,
    rosterMembers: 25,
    exports: 'none',
    description: 'For trying the API and small projects.',
    features: ['Every endpoint but exports', 'No credit card required'],
    cta: 'Get Started',
    mostPopular: false,
  }),
  developer: withLimitsOnCard({
    name: 'Developer',
    priceCents: 299,
    callsPerMonth: 1_000,
    requestsPerMinute: 100,
    requestsPerDay: 10_000,
    rosterMembers: 1_000,
    exports: 'counted',
    description: 'For apps in production.',
    features: ['Every endpoint', 'Email support'],
    cta: 'Subscribe Now',
    mostPopular: true,
  }),
  enterprise: withLimitsOnCard({
    name: 'Enterprise',
    priceCents: null,
    callsPerMonth: null,
    requestsPerMinute: null,
    requestsPerDay: null,
    rosterMembers: 1_000_000,
    exports: 'free',
    description: 'For organizations that depend on provider data.',
    features: ['Every endpoint', 'Dedicated support'],
    cta: 'Contact Sales',
    mostPopular: false,
  }),
}

/** Calls that an export of this many rows counts as, on a plan with exports. */
export function callsOfExport(tier: Tier, rows: number): number {
  return plans[tier].exports === 'counted' ? Math.ceil(rows / itemsPerCall) : 0
}

/** What an error says where a plan has no exports of these kinds. */
export function otherPlansWith(tier: Tier, ...kinds: Plan['exports'][]): { plan: string; plans: string[] } {
  const having = Object.values(plans).filter((plan) => kinds.includes(plan.exports))
  return { plan: plans[tier].name, plans: having.map(({ name }) => name) }
}

/** The plan with its price and its limits, the first two features, as its card has them. */
function withLimitsOnCard(plan: Omit<Plan, 'price'>): Plan {
  const { priceCents, callsPerMonth, requestsPerMinute, features } = plan
  const price = priceCents === null ? 'Contact Sales' : `$${priceCents / 100}/month`
  // Without Intl, which is slow on its first use in a browser.
  const grouped = String(callsPerMonth).replace(/\B(?=(?:\d{3})+$)/g, ',')
  const calls = callsPerMonth === null ? 'Unlimited calls' : `Up to ${grouped} calls per month`
  const requests = requestsPerMinute === null ? 'Custom rate limits' : `${requestsPerMinute} requests per minute`
  return { ...plan, price, features: [calls, requests, ...features] }
}
