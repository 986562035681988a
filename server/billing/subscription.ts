/** The plans, and the plan of an account: what holds now by the database's clock, whether or not any job has run. */
import { type Kysely, sql } from 'kysely'
import type { Api } from '#contract/api'
import { plans, type Tier, tiers } from '#contract/plans'
import type { Verb } from '../http/verb.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Payments } from '../platform/payments/payments.ts'

export interface Subscription {
  tier: Tier
  /** Null for a plan that is not paid for. */
  periodStart: Date | null
  periodEnd: Date | null
  isPendingDowngrade: boolean
  /** The account cannot change a plan that the operator granted. */
  isGranted: boolean
}

const isOver = sql<boolean>`subscriptions.is_pending_downgrade and subscriptions.period_end <= now()`
const isPaid = sql<boolean>`subscriptions.tier <> 'free' and not (${isOver})`

/** For a query with `subscriptions` joined. A period that is over stays while the next one's event is late. */
export const effectivePlan = {
  tier: sql<Tier>`coalesce(subscriptions.granted_tier, case when ${isPaid} then subscriptions.tier end, 'free')`,
  periodStart: sql<Date | null>`case when ${isPaid} then subscriptions.period_start end`,
  periodEnd: sql<Date | null>`case when ${isPaid} then subscriptions.period_end end`,
  isPendingDowngrade: sql<boolean>`coalesce(
    ${isPaid} and subscriptions.is_pending_downgrade and subscriptions.granted_tier is null, false)`,
}

export async function subscriptionOf(db: Kysely<Tables>, accountId: string): Promise<Subscription> {
  return db
    .selectFrom('accounts')
    .leftJoin('subscriptions', 'subscriptions.account_id', 'accounts.id')
    .select([
      effectivePlan.tier.as('tier'),
      effectivePlan.periodStart.as('periodStart'),
      effectivePlan.periodEnd.as('periodEnd'),
      effectivePlan.isPendingDowngrade.as('isPendingDowngrade'),
      sql<boolean>`subscriptions.granted_tier is not null`.as('isGranted'),
    ])
    .where('accounts.id', '=', accountId)
    .executeTakeFirstOrThrow()
}

export function subscription({ database: { db } }: { database: Database }): Verb<Api['subscription']> {
  return async ({ caller: { accountId } }) => {
    const { tier, isPendingDowngrade, periodEnd } = await subscriptionOf(db, accountId)
    return {
      output: { tier, pendingDowngrade: isPendingDowngrade, expiryDate: periodEnd?.toISOString() ?? null },
    }
  }
}

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
