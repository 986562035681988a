/** Forgets what accounts have used when it is past its time. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { recentRequestsDays } from '#contract/limits'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'

/** How long sums are kept: two years of a month to compare with, and the one that runs. */
const sumsMonths = 25

/** Deletes all that is too old; answers how many rows. */
export async function forgetOldUsage(db: Kysely<Tables>, now: RawBuilder<Date> = sql`now()`): Promise<number> {
  const months = sql<Date>`${now} - ${sumsMonths} * interval '1 month'`
  const days = sql<Date>`${now} - ${recentRequestsDays} * interval '1 day'`
  const past = [
    {
      table: 'usage_days',
      key: ['account_id', 'day', 'route', 'status_class'],
      condition: sql`day < ((${months}) at time zone 'utc')::date`,
    },
    { table: 'quota_periods', key: ['account_id', 'period_start'], condition: sql`period_start < ${months}` },
    { table: 'recent_requests', key: ['account_id', 'id'], condition: sql`at < ${days}` },
  ] as const
  let total = 0
  for (const rows of past) total += await deleteInBatches(db, rows)
  return total
}
