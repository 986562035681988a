import type { Transaction } from 'kysely'
import type { Tier } from '#contract/plans'
import type { AuditAction } from '../audit/actions.ts'
import { recordEvent } from '../audit/record.ts'
import { type PlanChange, planChanged } from '../mail/emails/plan-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import type { Tables } from '../platform/database/tables.ts'
import { subscriptionOf } from './subscription.ts'
import { lockSubscription, setGrant } from './subscription-store.ts'

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

/** Whom to tell, who changed it, and the address of the web app for the email's link. */
export interface Telling {
  accountId: string
  email: string
  /** An account id, `operator` or `payments`. */
  actor: string
  publicUrl: string
}

const actions = {
  changed: 'plan.changed',
  ends: 'plan.downgrade_scheduled',
  'goes-on': 'plan.downgrade_undone',
} as const satisfies Record<PlanChange['kind'], AuditAction>

/** Records the change and writes to the account. */
export async function tellChange(trx: Transaction<Tables>, telling: Telling, change: PlanChange): Promise<void> {
  await recordChange(trx, telling, change)
  const { email: to, accountId, publicUrl } = telling
  await queueEmail(trx, { to, accountId }, planChanged(change, `${publicUrl}/home?panel=payment`))
}

/** Records the change alone. */
export async function recordChange(
  trx: Transaction<Tables>,
  { accountId, actor }: Telling,
  change: PlanChange,
): Promise<void> {
  await recordEvent(trx, { actor, action: actions[change.kind], subject: accountId, details: detailsOf(change) })
}

function detailsOf(change: PlanChange): Record<string, string> {
  switch (change.kind) {
    case 'changed':
      return { from: change.from, to: change.to }
    case 'ends':
      return { tier: change.tier, at: change.at.toISOString() }
    case 'goes-on':
      return { tier: change.tier }
  }
}
