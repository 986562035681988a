/**
 * Refusals that a stranger can cause at will: by role, and failed sign-ins. The first of an hour is recorded at once;
 * more of its kind and subject become one row at the end of the hour. So no caller fills the log.
 */
import { sql, type Transaction } from 'kysely'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import type { Secrets } from '../platform/secrets.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { type AuditAction, recordEvent } from './record.ts'

interface Refusal {
  actor: string | null
  action: AuditAction
  subject: string
}

const window = '1 hour'

const intervalMs = 60_000
const batchMax = 500

/** One statement, whatever the subject, so that timing reveals nothing. */
export async function countRefusal(trx: Transaction<Tables>, { actor, action, subject }: Refusal): Promise<void> {
  await sql`
    with counted as (
      insert into refusal_counts (action, subject, actor, count) values (${action}, ${subject}, ${actor}, 0)
      on conflict (action, subject) do update set count = refusal_counts.count + 1
      returning action, subject, actor, count
    )
    insert into audit_events (id, actor, action, subject, details)
    select ${uuidv7()}, actor, action, subject, '{}' from counted where count = 0`.execute(trx)
}

export function keepRecordingRefusals(parts: { database: Database; warn(sentence: string): void }): Repeating {
  return keepDoing(() => recordCounts(parts.database), {
    name: 'refusals',
    everyMs: intervalMs,
    onAway: (reason) => parts.warn(`Refusals are counted, but not recorded in the audit log yet: ${reason}.`),
  })
}

/** Answers whether there may be more. */
export async function recordCounts(database: Database): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const { rows } = await sql<Refusal & { count: number; since: Date }>`
      delete from refusal_counts using (
        select action, subject from refusal_counts where since <= now() - ${window}::interval
        order by since limit ${batchMax} for update skip locked
      ) as due
      where refusal_counts.action = due.action and refusal_counts.subject = due.subject
      returning refusal_counts.*`.execute(trx)
    for (const { actor, action, subject, count, since } of rows) {
      if (count > 0) await recordEvent(trx, { actor, action, subject, details: { count, since: since.toISOString() } })
    }
    return rows.length === batchMax
  })
}

/** A network in the audit log: distinct from others, but unreadable. */

/** 96 bits. */
const hashLength = 16

export function hiddenNetwork(secrets: Secrets, network: string): string {
  return `network:${secrets.lookupHash(`network|${network}`).toString('base64url').slice(0, hashLength)}`
}
