/**
 * The end of approvals: owners get an email 60, 30 and 7 days before, once each, and on the day itself the account
 * loses the credential, whether or not the process slept through any of these days.
 */
import { sql, type Transaction } from 'kysely'
import { hoursOfLastDay } from '#contract/days'
import { reminderDays } from '#contract/limits'
import { claim, type Queue } from '../jobs/queue.ts'
import { verificationExpiringEmail } from '../mail/emails/verification-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import { type NewEvent, recordEvents } from '../watch/events.ts'
import { refreshHeld } from './account-verifications.ts'

const intervalMs = 60_000
const takenMax = 50

/** From when at most these days are left, as screens count them. */
const isWithin = (days: number) =>
  sql`expires_at < now() + ${days} * interval '1 day' + ${hoursOfLastDay} * interval '1 hour'`

/** The reminder that is due, in days before the end; 0 at the end itself. `reminderDays` ascends. */
const dueDays = sql<number | null>`case when expires_at <= now() then 0 ${sql.join(
  reminderDays.map((days) => sql`when ${isWithin(days)} then ${days}::int`),
  sql` `,
)} end`

/**
 * Only the latest reminder is due, so that after a long sleep no owner gets three at once. The conditions agree with
 * the index of 0016-due-indexes.ts.
 */
const queue: Queue<'verifications', { email: string | null; now: Date }> = {
  table: 'verifications',
  key: ['account_id', 'id'],
  isDue: sql`status = 'approved' and is_personal and coalesce(reminded_days, 1) > 0
    and ${isWithin(reminderDays.at(-1) ?? 0)}
    and ${dueDays} < coalesce(reminded_days, 1000000)`,
  orderBy: sql`expires_at`,
  onClaim: sql`reminded_days = ${dueDays}`,
  extra: sql`(select email from accounts where accounts.id = verifications.account_id) as email, now() as now`,
}

interface ExpiryParts {
  database: Database
  publicUrl: string
}

export function watchExpiry(parts: ExpiryParts & { warn(sentence: string): void }): Repeating {
  const onAway = (reason: string) => parts.warn(`Approvals that end wait: ${reason}.`)
  return keepDoing(async () => (await endApprovals(parts)) === takenMax, {
    name: 'ends of approvals',
    everyMs: intervalMs,
    onAway,
  })
}

export async function endApprovals({ database, publicUrl }: ExpiryParts): Promise<number> {
  return inTransaction(database, async (trx) => {
    const due = await claimExpiring(trx)
    const events: NewEvent[] = []
    for (const { account_id: accountId, npi, credential, expires_at: expiresAt, reminded_days: days, ...row } of due) {
      const { email, provider_name: name, now } = row
      if (days === 0) await refreshHeld(trx, accountId)
      else if (expiresAt !== null && days !== null && email !== null) {
        const reminder = verificationExpiringEmail({ publicUrl, name, npi, credential, expiresAt, now })
        await queueEmail(trx, { to: email, accountId }, reminder)
      }
      if (days !== null && days > 0 && expiresAt !== null) {
        const ends = expiresAt.toISOString()
        const data = { verificationId: row.id, npi, credential, expiresAt: ends, days }
        const cause = `approval ${row.id} ${ends} ${days}`
        events.push({ accountId, type: 'approval.expiring', npi: Number(npi), data, cause })
      }
    }
    await recordEvents(trx, events)
    return due.length
  })
}

export function claimExpiring(trx: Transaction<Tables>) {
  return claim(trx, queue, takenMax)
}
