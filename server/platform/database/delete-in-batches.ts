/** Deletes many rows in statements that each stay within the time limit of a call. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

const batchMax = 5_000

/** Deletes the rows that meet the condition; `key` names the primary key's columns. Answers how many. */
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
