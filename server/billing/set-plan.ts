/**
 * What the operator grants: a plan by agreement, such as Enterprise, which holds whatever is paid and until it is taken back. It
 * neither starts nor ends a subscription at the payment provider; a plan that is paid for ends there.
 */
import type { Transaction } from 'kysely'
import type { Tier } from '#contract/plans'
import type { Tables } from '../platform/database/tables.ts'
import { subscriptionOf } from './subscription.ts'
import { lockSubscription, setGrant } from './subscription-store.ts'
import { tellChange } from './tell-change.ts'

/**
 * Grants the account a plan; `free` takes back what was granted. Answers the plan that holds then, which is not the free one where
 * a subscription is paid for. Tells the account if its plan has changed.
 */
export async function setPlan(
  trx: Transaction<Tables>,
  accountId: string,
  tier: Tier,
  { actor, publicUrl }: { actor: string; publicUrl: string },
): Promise<Tier> {
  const stored = await lockSubscription(trx, accountId)
  if (stored === undefined) throw new Error('The account was deleted a moment ago, so it has no plan.')
  const { email } = stored
  const { tier: from } = await subscriptionOf(trx, accountId)
  await setGrant(trx, accountId, tier === 'free' ? null : tier)
  const { tier: to } = await subscriptionOf(trx, accountId)
  if (from !== to) await tellChange(trx, { accountId, email, actor, publicUrl }, { kind: 'changed', from, to })
  return to
}
