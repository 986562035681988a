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

test.each(tiers)('the card of %s promises the limits that hold', (tier) => {
  const { callsPerMonth, requestsPerMinute, features } = plans[tier]
  const calls =
    callsPerMonth === null ? 'Unlimited calls' : `Up to ${callsPerMonth.toLocaleString('en-US')} calls per month`
  const requests = requestsPerMinute === null ? 'Custom rate limits' : `${requestsPerMinute} requests per minute`
  expect(features).toEqual(expect.arrayContaining([calls, requests]))
})
