/** The plan of an account, as its owner sees it. */
import type { Api } from '#contract/api'
import type { Verb } from '../http/verb.ts'
import type { Database } from '../parts/database.ts'
import { subscriptionOf } from './subscription-store.ts'

/** The verb that shows the plan that holds now. */
export function subscription({ database: { db } }: { database: Database }): Verb<Api['subscription']> {
  return async ({ caller: { accountId } }) => {
    const { tier, isPendingDowngrade, periodEnd } = await subscriptionOf(db, accountId)
    return {
      output: { tier, pendingDowngrade: isPendingDowngrade, expiryDate: periodEnd?.toISOString() ?? null },
    }
  }
}
