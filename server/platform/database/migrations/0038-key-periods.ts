import type { Kysely } from 'kysely'

/** For retention, which looks for the oldest. */
export async function indexKeyPeriods(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('key_periods_start').on('key_periods').column('period_start').execute()
}
