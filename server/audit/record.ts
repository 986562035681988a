/**
 * The audit log: who did what to whom. An event is written in the transaction it records. Within a second a keyed chain
 * covers it (seal.ts); then the database alone cannot change or remove it unseen.
 */
import type { Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { uuidv7 } from '../platform/uuid.ts'

export interface AuditEvent {
  /** An account id, `operator`, `payments`, or null. */
  actor: string | null
  action: AuditAction
  /** An account id, another id, or a hidden network (count-refusal.ts). */
  subject: string
  /** Never a secret or an address in the clear. */
  details?: Readonly<Record<string, string | number | boolean | null>>
}

export async function recordEvent(trx: Transaction<Tables>, event: AuditEvent): Promise<void> {
  const { actor, action, subject, details = {} } = event
  await trx
    .insertInto('audit_events')
    .values({ id: uuidv7(), actor, action, subject, details: JSON.stringify(details) })
    .execute()
}

/** Actions of the audit log. A recorded action keeps its meaning. */
export type AuditAction =
  | 'account.signed_up'
  | 'account.signed_in'
  | 'account.sign_in_failed'
  | 'account.signed_out'
  | 'account.second_factor_failed'
  | 'account.factor_added'
  | 'account.factor_removed'
  | 'account.factors_reset'
  | 'account.recovery_codes_made'
  | 'account.session_ended'
  | 'account.password_changed'
  | 'account.reset_asked'
  | 'account.password_reset'
  | 'account.email_verified'
  | 'account.email_change_asked'
  | 'account.email_changed'
  | 'account.phone_changed'
  | 'account.admin_granted'
  | 'account.admin_revoked'
  | 'account.deleted'
  | 'key.created'
  | 'key.changed'
  | 'key.replaced'
  | 'key.revoked'
  | 'key.reported'
  | 'webhook.created'
  | 'webhook.changed'
  | 'webhook.secret_rotated'
  | 'webhook.enabled'
  | 'webhook.deleted'
  | 'plan.changed'
  | 'plan.downgrade_scheduled'
  | 'plan.downgrade_undone'
  | 'exclusions.loaded'
  | 'licenses.loaded'
  | 'medicare.loaded'
  | 'sources.rolled_back'
  | 'secret.changed'
  | 'backup.restored'
  | 'image.viewed'
  | 'verification.submitted'
  | 'verification.withdrawn'
  | 'verification.viewed'
  | 'verification.list_refused'
  | 'verification.review_refused'
  | 'verification.decision_refused'
  | 'verification.claim_refused'
  | 'verification.approved'
  | 'verification.rejected'
  | 'verification.revoked'
  | 'verification.marked'
  | 'verification.unmarked'
  | 'verification.kept'
  | 'share.created'
  | 'share.opened'
  | 'share.refused'
  | 'share.revoked'
