/**
 * The plans: what each costs, what it allows, and the words of its card. Pricing cards, limits and documentation all
 * read this table, so that none can promise what another refuses. The two kinds of limit hold together: calls per
 * month count answers of success, requests per minute and per day count every request that bears the key but those
 * that these limits themselves refuse (specification, section 9; docs/decisions/0018-quotas-keys-and-guesses.md).
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
  free: {
    name: 'Free',
    price: '$0/month',
    callsPerMonth: 100,
    requestsPerMinute: 10,
    requestsPerDay: 1_000,
    description: 'For trying the API and for small projects.',
    features: ['Up to 100 calls per month', '10 requests per minute', 'Every endpoint', 'Documentation with try-it'],
    cta: 'Get Started',
    mostPopular: false,
  },
  developer: {
    name: 'Developer',
    price: '$2.99/month',
    callsPerMonth: 1_000,
    requestsPerMinute: 100,
    requestsPerDay: 10_000,
    description: 'For products with users of their own.',
    features: ['Up to 1,000 calls per month', '100 requests per minute', 'Every endpoint', 'Support by email'],
    cta: 'Subscribe Now',
    mostPopular: true,
  },
  enterprise: {
    name: 'Enterprise',
    price: 'Contact Sales',
    callsPerMonth: null,
    requestsPerMinute: null,
    requestsPerDay: null,
    description: 'For organizations that depend on provider data.',
    features: ['Unlimited calls', 'Custom rate limits', 'Every endpoint', 'Support by people who know your setup'],
    cta: 'Contact Sales',
    mostPopular: false,
  },
}
