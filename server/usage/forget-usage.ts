/** Forgets what accounts have used when it is past its time. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../parts/database-tables.ts'

/** How long sums are kept: two years of a month to compare with, and the one that runs. */
const sumsMonths = 25

/** How long the last requests of accounts are kept that make no more. */
const requestsDays = 30

/** Rows that one statement deletes. */
const batchMax = 5_000

/** Deletes all that is too old; answers how many rows. */
export async function forgetOldUsage(db: Kysely<Tables>, now: RawBuilder<Date> = sql`now()`): Promise<number> {
  const months = sql<Date>`${now} - ${sumsMonths} * interval '1 month'`
  const days = sql<Date>`${now} - ${requestsDays} * interval '1 day'`
  const statements = [
    sql`delete from usage_days where (account_id, day, route, status_class) in (
      select account_id, day, route, status_class from usage_days
      where day < ((${months}) at time zone 'utc')::date limit ${batchMax})`,
    sql`delete from quota_periods where (account_id, period_start) in (
      select account_id, period_start from quota_periods where period_start < ${months} limit ${batchMax})`,
    sql`delete from recent_requests where (account_id, id) in (
      select account_id, id from recent_requests where at < ${days} limit ${batchMax})`,
  ]
  let total = 0
  for (const statement of statements) {
    for (let isMore = true; isMore; ) {
      const deleted = Number((await statement.execute(db)).numAffectedRows ?? 0)
      total += deleted
      isMore = deleted === batchMax
    }
  }
  return total
}
