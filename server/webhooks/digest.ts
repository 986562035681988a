/**
 * The weekly email that counts an account's events by type. An account is looked at once a week, in the transaction
 * that queues its email, so it gets one however many processes there are and whatever is killed.
 */
import { type Kysely, sql } from 'kysely'
import { eventSummaries } from '#contract/event-words'
import { weeklyDigestEmail } from '../mail/emails/webhook-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import type { Secrets } from '../platform/secrets.ts'
import { minuteSeconds } from '../platform/times.ts'
import { unsubscribeToken } from './unsubscribe.ts'

const intervalMs = 10 * minuteSeconds * 1000
const takenMax = 50

interface DigestParts {
  database: Database
  secrets: Secrets
  publicUrl: string
}

export function keepSendingDigests(parts: DigestParts & { warn(sentence: string): void }): Repeating {
  return keepDoing(async () => (await sendDigests(parts)) === takenMax, {
    name: 'weekly emails',
    everyMs: intervalMs,
    onAway: (reason) => parts.warn(`Weekly emails wait: ${reason}.`),
  })
}

/** Answers how many accounts were looked at. */
export function sendDigests({ database, secrets, publicUrl }: DigestParts): Promise<number> {
  return inTransaction(database, async (trx) => {
    const due = await trx
      .selectFrom('accounts')
      .select(['id', 'email', 'digest_at as since'])
      .select(sql<boolean>`is_emailed_weekly and email_verified_at is not null`.as('isEmailed'))
      .where('digest_at', '<=', sql<Date>`now() - interval '7 days'`)
      .orderBy('digest_at')
      .limit(takenMax)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, email, since, isEmailed } of due) {
      const counts = isEmailed ? await countsOf(trx, id, since) : []
      if (counts.length === 0) continue
      const secret = { value: unsubscribeToken(secrets, id), secrets }
      await queueEmail(trx, { to: email, accountId: id }, weeklyDigestEmail({ publicUrl, counts }), secret)
    }
    const ids = due.map(({ id }) => id)
    if (ids.length > 0) {
      await trx.updateTable('accounts').set({ digest_at: sql<Date>`now()` }).where('id', 'in', ids).execute()
    }
    return due.length
  })
}

/** In the order of the documentation. Times do not go back from one position to the next (watch/events.ts). */
async function countsOf(db: Kysely<Tables>, accountId: string, since: Date) {
  const rows = await db
    .selectFrom('watch_events')
    .select(['type', sql<string>`count(*)`.as('count')])
    .where('account_id', '=', accountId)
    .where(
      'position',
      '>=',
      sql<string>`(
      select position from watch_events where at > ${since} order by at, position limit 1)`,
    )
    .groupBy('type')
    .execute()
  const counted = new Map<string, number>(rows.map(({ type, count }) => [type, Number(count)]))
  return Object.entries(eventSummaries).flatMap(([type, summary]) => {
    const count = counted.get(type)
    return count === undefined ? [] : [{ summary, count }]
  })
}
