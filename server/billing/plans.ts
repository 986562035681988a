/** The cards of the plans, with the prices that the payments go by. */
import type { Api } from '#contract/api'
import { plans, tiers } from '#contract/plans'
import type { Verb } from '../http/verb.ts'
import type { Payments } from '../platform/payments/payments.ts'

/** The verb that lists the plans. */
export function listPlans({ payments }: { payments: Payments }): Verb<Api['listPlans']> {
  const prices: Readonly<Record<string, string | undefined>> = payments.prices
  const cards = tiers.map((id) => {
    const { name, price, description, features, cta, mostPopular } = plans[id]
    const priceId = prices[id]
    const card = { id, name, price, description, features: [...features], cta, mostPopular }
    return priceId === undefined ? card : { ...card, priceId }
  })
  return async () => ({ output: { plans: cards } })
}
