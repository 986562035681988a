/** Deletes or changes many rows in statements that each stay within the time limit of a call. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

const batchMax = 5_000

interface Rows {
  table: keyof Tables
  /** Columns of the primary key. */
  key: readonly string[]
  condition: RawBuilder<unknown>
}

/** Deletes the rows that meet the condition; answers how many. */
export function deleteInBatches(db: Kysely<Tables>, rows: Rows): Promise<number> {
  return inBatches(db, rows, sql`delete from ${sql.table(rows.table)}`)
}

/** Sets columns of the rows that meet the condition, after which none of them meets it; answers how many. */
export function updateInBatches(db: Kysely<Tables>, rows: Rows, set: RawBuilder<unknown>): Promise<number> {
  return inBatches(db, rows, sql`update ${sql.table(rows.table)} set ${set}`)
}

async function inBatches(
  db: Kysely<Tables>,
  { table, key, condition }: Rows,
  change: RawBuilder<unknown>,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const statement = sql`${change} where (${columns}) in (
    select ${columns} from ${sql.table(table)} where ${condition} limit ${batchMax})`
  let total = 0
  for (;;) {
    const changed = Number((await statement.execute(db)).numAffectedRows ?? 0)
    total += changed
    if (changed < batchMax) return total
  }
}
