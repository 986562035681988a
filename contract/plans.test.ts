import { expect, test } from 'vitest'
import { plans, tiers } from './plans.ts'

const limits = tiers.map((tier) => {
  const { callsPerMonth, requestsPerMinute, requestsPerDay } = plans[tier]
  return [tier, callsPerMonth, requestsPerMinute, requestsPerDay]
})

test('the plans allow what the specification says (section 9)', () => {
  expect(limits).toEqual([
    ['free', 100, 10, 1_000],
    ['developer', 1_000, 100, 10_000],
    ['enterprise', null, null, null],
  ])
  expect(tiers.map((tier) => plans[tier].price)).toEqual(['$0/month', '$2.99/month', 'Contact Sales'])
  expect(tiers.filter((tier) => plans[tier].mostPopular)).toEqual(['developer'])
  expect(plans.developer.cta).toBe('Subscribe Now')
})

test('the card of each plan promises the limits that hold', () => {
  expect(plans.free.features.slice(0, 2)).toEqual(['Up to 100 calls per month', '10 requests per minute'])
  expect(plans.developer.features.slice(0, 2)).toEqual(['Up to 1,000 calls per month', '100 requests per minute'])
  expect(plans.enterprise.features.slice(0, 2)).toEqual(['Unlimited calls', 'Custom rate limits'])
})
