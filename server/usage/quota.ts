/**
 * The monthly quota of Free and Developer accounts, exact over all processes. A call reserves its place, or places,
 * and gives them back unless it succeeds (meter.ts). Calls that come while a reservation is on its way share the next,
 * so an account takes one connection a process. A killed process's places stay reserved.
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
  /** All of the places, or none; as part of a transaction, which then holds the period, or by itself. */
  reserve(period: QuotaPeriod, places?: number, trx?: Transaction<Tables>): Promise<Reservation>
  isFailing(): boolean
}

/** How long a failure counts; refused callers should retry after it. */
const failingMs = 5_000

const warnAt = 0.8

interface Waiting {
  places: number
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
        const asked = served.map(({ places }) => places)
        const { granted, calls } = await count(database, period, asked, dashboardUrl)
        failedAtMs = Number.NEGATIVE_INFINITY
        let counted = calls - sumOf(granted)
        for (const [index, { grant, places }] of served.entries()) {
          const isGranted = granted[index] === places
          if (isGranted) counted += places
          grant({ isGranted, calls: isGranted ? counted : calls })
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
    reserve(period, places = 1, trx) {
      if (trx !== undefined) {
        const counting = countToMark(trx, period, [places], dashboardUrl)
        return counting.then(({ granted, calls }) => ({ isGranted: granted[0] === places, calls }))
      }
      const name = `${period.accountId}|${period.startMs}|${period.limit}`
      return new Promise((grant, fail) => {
        const line = lines.get(name)
        const waiting = { places, grant, fail }
        if (line !== undefined) line.push(waiting)
        else {
          const first = [waiting]
          lines.set(name, first)
          void serve(name, period, first)
        }
      })
    },
  }
}

/** The places that each call gets, all that it asked for or 0, and what is counted then. */
async function count(database: Database, period: QuotaPeriod, asked: readonly number[], dashboardUrl: string) {
  const calls = await countWithin(database.db, period, sumOf(asked), markOf(period))
  if (calls !== undefined) return { granted: asked, calls }
  // Refused without a lock.
  const counted = await callsCounted(database.db, period)
  if (counted >= period.limit) return { granted: asked.map(() => 0), calls: counted }
  return inTransaction(database, (trx) => countToMark(trx, period, asked, dashboardUrl))
}

function markOf({ limit }: QuotaPeriod): number {
  return Math.ceil(warnAt * limit)
}

async function countToMark(
  trx: Transaction<Tables>,
  period: QuotaPeriod,
  asked: readonly number[],
  dashboardUrl: string,
) {
  const { calls: before, isWarned, isToldUsedUp, email, isEmailed } = await lockPeriod(trx, period)
  const granted = fitting(asked, period.limit - before)
  const calls = before + sumOf(granted)
  const [isHigh, isUsedUp] = [calls >= markOf(period), calls >= period.limit]
  const addressee = { to: email, accountId: period.accountId }
  const use = { calls, limit: period.limit, nextPeriodMs: period.endMs, dashboardUrl }
  const isDue = isUsedUp ? !isToldUsedUp : isHigh && !isWarned
  if (isDue && isEmailed) await queueEmail(trx, addressee, isUsedUp ? quota100(use) : quota80(use))
  await updatePeriod(trx, period, {
    calls,
    isWarned: isWarned || isHigh,
    isToldUsedUp: isToldUsedUp || isUsedUp,
  })
  return { granted, calls }
}

/** In their order: one that does not fit gets nothing, and smaller ones behind it may. */
function fitting(asked: readonly number[], room: number): number[] {
  const granted: number[] = []
  let left = room
  for (const places of asked) {
    const given = places <= left ? places : 0
    left -= given
    granted.push(given)
  }
  return granted
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** Gives back what work counted that was not done after all. */
export async function giveBackCalls(
  trx: Transaction<Tables>,
  { accountId, startMs, calls }: Pick<QuotaPeriod, 'accountId' | 'startMs'> & { calls: number },
): Promise<void> {
  await trx
    .updateTable('quota_periods')
    .set({ calls: sql<number>`greatest(0, calls - ${calls})` })
    .where('account_id', '=', accountId)
    .where('period_start', '=', new Date(startMs))
    .execute()
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
      'accounts.is_emailed_on_quota as isEmailed',
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
