/**
 * The monthly quota of Free and Developer accounts, exact over all processes. A call reserves its place and gives it
 * back unless it succeeds (meter.ts). Calls that come while a reservation is on its way share the next, so an account
 * takes one connection a process. A killed process's places stay reserved.
 */
import { type Kysely, sql, type Transaction } from 'kysely'
import { quota80, quota100 } from '../mail/emails/plan-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

interface Reservation {
  isGranted: boolean
  calls: number
}

export interface Quota {
  reserve(period: QuotaPeriod): Promise<Reservation>
  isFailing(): boolean
}

/** How long a failure counts; refused callers should retry after it. */
const failingMs = 5_000

const warnAt = 0.8

interface Waiting {
  grant(reservation: Reservation): void
  fail(error: unknown): void
}

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

async function count(database: Database, period: QuotaPeriod, asked: number, dashboardUrl: string) {
  const mark = Math.ceil(warnAt * period.limit)
  const calls = await countWithin(database.db, period, asked, mark)
  if (calls !== undefined) return { granted: asked, calls }
  // Refused without a lock.
  const counted = await callsCounted(database.db, period)
  if (counted >= period.limit) return { granted: 0, calls: counted }
  return inTransaction(database, (trx) => countToMark(trx, period, asked, { mark, dashboardUrl }))
}

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

export interface QuotaPeriod {
  readonly accountId: string
  readonly startMs: number
  readonly endMs: number
  readonly limit: number
}

/** Counts by one statement; undefined, and none counted, when that would reach `mark`, or the limit from above it. */
async function countWithin(
  db: Kysely<Tables>,
  { accountId, startMs, limit }: QuotaPeriod,
  calls: number,
  mark: number,
): Promise<number | undefined> {
  if (calls >= mark) return undefined
  const row = await db
    .insertInto('quota_periods')
    .values({ account_id: accountId, period_start: new Date(startMs), calls })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'period_start'])
        .doUpdateSet({ calls: sql<number>`quota_periods.calls + ${calls}` })
        .where(sql<boolean>`quota_periods.calls + ${calls} < ${mark}
          or (quota_periods.calls >= ${mark} and quota_periods.calls + ${calls} < ${limit})`),
    )
    .returning(sql<number>`calls::float8`.as('calls'))
    .executeTakeFirst()
  return row?.calls
}

export async function callsCounted(
  db: Kysely<Tables>,
  { accountId, startMs }: Pick<QuotaPeriod, 'accountId' | 'startMs'>,
): Promise<number> {
  const row = await db
    .selectFrom('quota_periods')
    .select(sql<number>`calls::float8`.as('calls'))
    .where('account_id', '=', accountId)
    .where('period_start', '=', new Date(startMs))
    .executeTakeFirst()
  return row?.calls ?? 0
}

/** Made if it is not there, and locked until the end of the transaction. */
async function lockPeriod(trx: Transaction<Tables>, { accountId, startMs }: QuotaPeriod) {
  await trx
    .insertInto('quota_periods')
    .values({ account_id: accountId, period_start: new Date(startMs), calls: 0 })
    .onConflict((conflict) => conflict.columns(['account_id', 'period_start']).doNothing())
    .execute()
  return trx
    .selectFrom('quota_periods')
    .innerJoin('accounts', 'accounts.id', 'quota_periods.account_id')
    .select([
      sql<number>`calls::float8`.as('calls'),
      'is_warned as isWarned',
      'is_told_used_up as isToldUsedUp',
      'accounts.email',
    ])
    .where('account_id', '=', accountId)
    .where('period_start', '=', new Date(startMs))
    .forUpdate('quota_periods')
    .executeTakeFirstOrThrow()
}

async function updatePeriod(
  trx: Transaction<Tables>,
  { accountId, startMs }: QuotaPeriod,
  row: { calls: number; isWarned: boolean; isToldUsedUp: boolean },
): Promise<void> {
  await trx
    .updateTable('quota_periods')
    .set({ calls: row.calls, is_warned: row.isWarned, is_told_used_up: row.isToldUsedUp })
    .where('account_id', '=', accountId)
    .where('period_start', '=', new Date(startMs))
    .execute()
}
