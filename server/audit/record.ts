/**
 * The audit log: who did what to whom, for as long as the product runs. An event is written in the transaction of what it tells
 * of, so that there is never one without the other. Within a second a chain of keyed hashes runs over it (seal.ts), and from then
 * on whoever has the database alone can neither change nor remove it without being found out (verify.ts). Recording takes no
 * lock, so that it slows nobody down; it fails only as any statement of the transaction does.
 */
import type { Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { uuidv7 } from '../platform/uuid.ts'
import type { AuditAction } from './actions.ts'

export interface AuditEvent {
  /** An account id, `operator`, `payments`, or null for nobody known. */
  actor: string | null
  action: AuditAction
  /** What it was done to: an account id, an id of another kind, or a hidden network (hidden-network.ts). */
  subject: string
  /** Never a secret, and no address in the clear. */
  details?: Readonly<Record<string, string | number | boolean | null>>
}

/** Writes the event, to be kept if and only if the transaction is. */
export async function recordEvent(trx: Transaction<Tables>, event: AuditEvent): Promise<void> {
  const { actor, action, subject, details = {} } = event
  await trx
    .insertInto('audit_events')
    .values({ id: uuidv7(), actor, action, subject, details: JSON.stringify(details) })
    .execute()
}
