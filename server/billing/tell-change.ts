/** Tells of a change of plan: in the audit log and in an email, both in the transaction of the change. */
import type { Transaction } from 'kysely'
import type { AuditAction } from '../audit/actions.ts'
import { recordEvent } from '../audit/record.ts'
import { type PlanChange, planChanged } from '../mail/emails/plan-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import type { Tables } from '../platform/database/tables.ts'

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
