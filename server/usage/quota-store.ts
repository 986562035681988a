/** The SQL of quotas: how many calls are counted in each billing period of an account. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

/** A period of an account, and how many calls may be counted in it. */
export interface QuotaPeriod {
  readonly accountId: string
  readonly startMs: number
  readonly endMs: number
  readonly limit: number
}

/**
 * Counts so many calls by one conditional statement, and answers how many are counted then; undefined, with none counted, when
 * they would reach `mark`, or the limit from above it.
 */
export async function countWithin(
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

/** How many calls are counted. */
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

/** The row of a period, made if it is not there, and locked until the end of the transaction. */
export async function lockPeriod(trx: Transaction<Tables>, { accountId, startMs }: QuotaPeriod) {
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

/** Sets what a locked row says. */
export async function updatePeriod(
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
