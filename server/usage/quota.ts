/**
 * The monthly quota of Free and Developer accounts, exact over any number of processes. A call reserves its place before it is
 * worked on and gives it back when its answer is no success (meter.ts), so the calls that succeed in a period are never more than
 * the quota, and every place that a failure frees can be used again. Calls of one account that come while a
 * reservation is on its way wait for the next, which then is one for all of them: however many come at once, an account takes
 * one connection of the database in each process. When the database does not answer, reserving fails as any call on it. Places stay
 * reserved that nobody uses where a process is killed over its calls, or a reservation is written and its answer never comes.
 */
import type { Transaction } from 'kysely'
import { quota80, quota100 } from '../mail/emails/plan-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { callsCounted, countWithin, lockPeriod, type QuotaPeriod, updatePeriod } from './quota-store.ts'

interface Reservation {
  isGranted: boolean
  /** Calls counted in the period, this one included. */
  calls: number
}

export interface Quota {
  /** Reserves the place of one call. */
  reserve(period: QuotaPeriod): Promise<Reservation>
  /** Whether the last reservation failed, lately: until it is known to be over, calls with a quota fail. */
  isFailing(): boolean
}

/** Milliseconds after which a failure no longer says anything: a caller that was refused is told to come back by then. */
const failingMs = 5_000

/** The share of the quota at which the account is warned. */
const warnAt = 0.8

interface Waiting {
  grant(reservation: Reservation): void
  fail(error: unknown): void
}

/** The quotas in this database; emails about them lead to the dashboard below `publicUrl`. */
export function openQuota({ database, publicUrl }: { database: Database; publicUrl: string }): Quota {
  const dashboardUrl = `${publicUrl}/home?panel=payment`
  const lines = new Map<string, Waiting[]>()
  let failedAtMs = Number.NEGATIVE_INFINITY

  async function serve(name: string, period: QuotaPeriod, line: Waiting[]): Promise<void> {
    while (line.length > 0) {
      const served = line.splice(0)
      try {
        const { granted, calls } = await count(database, period, served.length, dashboardUrl)
        failedAtMs = Number.NEGATIVE_INFINITY
        for (const [place, { grant }] of served.entries()) {
          grant(place < granted ? { isGranted: true, calls: calls - granted + place + 1 } : { isGranted: false, calls })
        }
      } catch (error) {
        failedAtMs = performance.now()
        for (const { fail } of served) fail(error)
      }
    }
    lines.delete(name)
  }

  return {
    isFailing: () => performance.now() - failedAtMs < failingMs,
    reserve(period) {
      const name = `${period.accountId}|${period.startMs}|${period.limit}`
      return new Promise((grant, fail) => {
        const line = lines.get(name)
        if (line !== undefined) line.push({ grant, fail })
        else {
          const first = [{ grant, fail }]
          lines.set(name, first)
          void serve(name, period, first)
        }
      })
    },
  }
}

/** Counts as many of the calls as the quota still has; answers how many of them, and how many are counted then. */
async function count(database: Database, period: QuotaPeriod, asked: number, dashboardUrl: string) {
  const mark = Math.ceil(warnAt * period.limit)
  const calls = await countWithin(database.db, period, asked, mark)
  if (calls !== undefined) return { granted: asked, calls }
  // Calls past the quota are told so without a lock.
  const counted = await callsCounted(database.db, period)
  if (counted >= period.limit) return { granted: 0, calls: counted }
  return inTransaction(database, (trx) => countToMark(trx, period, asked, { mark, dashboardUrl }))
}

/** Counts what reaches the mark or the limit, with the email about it: one of each kind in a period. */
async function countToMark(
  trx: Transaction<Tables>,
  period: QuotaPeriod,
  asked: number,
  { mark, dashboardUrl }: { mark: number; dashboardUrl: string },
) {
  const { calls: before, isWarned, isToldUsedUp, email } = await lockPeriod(trx, period)
  const granted = Math.max(0, Math.min(asked, period.limit - before))
  const calls = before + granted
  const [isHigh, isUsedUp] = [calls >= mark, calls >= period.limit]
  const addressee = { to: email, accountId: period.accountId }
  const use = { calls, limit: period.limit, nextPeriodMs: period.endMs, dashboardUrl }
  if (isUsedUp && !isToldUsedUp) await queueEmail(trx, addressee, quota100(use))
  else if (isHigh && !isWarned) await queueEmail(trx, addressee, quota80(use))
  await updatePeriod(trx, period, {
    calls,
    isWarned: isWarned || isHigh,
    isToldUsedUp: isToldUsedUp || isUsedUp,
  })
  return { granted, calls }
}
