/** Deletes many rows in statements that each take no longer than a call may. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Rows that one statement deletes. */
const batchMax = 5_000

/** Deletes the rows of a table that meet the condition; `key` are the columns of its primary key. Answers how many. */
export async function deleteInBatches(
  db: Kysely<Tables>,
  { table, key, condition }: { table: keyof Tables; key: readonly string[]; condition: RawBuilder<unknown> },
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const from = sql.table(table)
  const statement = sql`delete from ${from} where (${columns}) in (
    select ${columns} from ${from} where ${condition} limit ${batchMax})`
  let total = 0
  for (;;) {
    const deleted = Number((await statement.execute(db)).numAffectedRows ?? 0)
    total += deleted
    if (deleted < batchMax) return total
  }
}
