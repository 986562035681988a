/**
 * The audit log: who did what to whom. An event is written in the transaction that it records. Within a second a
 * chain of keyed hashes covers it (seal.ts), and from then on the database alone is not enough to change or remove it
 * unseen.
 */
import type { Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { uuidv7 } from '../platform/uuid.ts'
import type { AuditAction } from './actions.ts'

export interface AuditEvent {
  /** An account id, `operator`, `payments`, or null. */
  actor: string | null
  action: AuditAction
  /** An account id, another id, or a hidden network (hidden-network.ts). */
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
