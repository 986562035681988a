/**
 * A plan that the operator grants holds whatever is paid, until the operator ends it. It changes no subscription.
 * A change goes into the audit log and an email, both in its transaction.
 */
import type { Transaction } from 'kysely'
import type { Tier } from '#contract/plans'
import { type AuditAction, recordEvent } from '../audit/record.ts'
import { type PlanChange, planChanged } from '../mail/emails/plan-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import type { Tables } from '../platform/database/tables.ts'
import { subscriptionOf } from './subscription.ts'
import { lockSubscription, setGrant } from './subscription-store.ts'

/** `free` takes back the grant. Answers the plan that holds then: the paid one where there is a subscription. */
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
  if (from !== to) await reportChange(trx, { accountId, email, actor, publicUrl }, { kind: 'changed', from, to })
  return to
}

export interface Notice {
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

export async function reportChange(trx: Transaction<Tables>, notice: Notice, change: PlanChange): Promise<void> {
  await recordChange(trx, notice, change)
  const { email: to, accountId, publicUrl } = notice
  await queueEmail(trx, { to, accountId }, planChanged(change, `${publicUrl}/home?panel=payment`))
}

export async function recordChange(
  trx: Transaction<Tables>,
  { accountId, actor }: Notice,
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
