/**
 * What each plan costs and allows, and its card: the one home of these limits. Calls per month count successful
 * answers; requests count all with the key but those these limits refuse (specification, section 9;
 * docs/decisions/0018-quotas-keys-and-guesses.md).
 */

export const tiers = ['free', 'developer', 'enterprise'] as const
export type Tier = (typeof tiers)[number]

export interface Plan {
  name: string
  price: string
  /** Null: no limit. */
  callsPerMonth: number | null
  requestsPerMinute: number | null
  requestsPerDay: number | null
  description: string
  features: readonly string[]
  cta: string
  mostPopular: boolean
}

export const plans: Readonly<Record<Tier, Plan>> = {
  free: withLimitsOnCard({
    name: 'Free',
    price: '$0/month',
    callsPerMonth: 100,
    requestsPerMinute: 10,
    requestsPerDay: 1_000,
    description: 'For trying the API and for small projects.',
    features: ['Every endpoint', 'Documentation with try-it'],
    cta: 'Get Started',
    mostPopular: false,
  }),
  developer: withLimitsOnCard({
    name: 'Developer',
    price: '$2.99/month',
    callsPerMonth: 1_000,
    requestsPerMinute: 100,
    requestsPerDay: 10_000,
    description: 'For products with users of their own.',
    features: ['Every endpoint', 'Support by email'],
    cta: 'Subscribe Now',
    mostPopular: true,
  }),
  enterprise: withLimitsOnCard({
    name: 'Enterprise',
    price: 'Contact Sales',
    callsPerMonth: null,
    requestsPerMinute: null,
    requestsPerDay: null,
    description: 'For organizations that depend on provider data.',
    features: ['Every endpoint', 'Support by people who know your setup'],
    cta: 'Contact Sales',
    mostPopular: false,
  }),
}

/** The plan with its limits as the first two features of its card. */
function withLimitsOnCard(plan: Plan): Plan {
  const { callsPerMonth, requestsPerMinute, features } = plan
  // Without Intl, which is slow on its first use in a browser.
  const grouped = String(callsPerMonth).replace(/\B(?=(?:\d{3})+$)/g, ',')
  const calls = callsPerMonth === null ? 'Unlimited calls' : `Up to ${grouped} calls per month`
  const requests = requestsPerMinute === null ? 'Custom rate limits' : `${requestsPerMinute} requests per minute`
  return { ...plan, features: [calls, requests, ...features] }
}
