/** Tables as JSON lines in the order of their primary keys: equal tables give equal texts. */
import { createReadStream } from 'node:fs'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

/** More than are given between a backup and its restoration. */
const numbersBehindBackup = 1_000_000_000

const rowsAtOnce = 500

/** Each may have a file of 10 MB, which is twice as long as text. */
const emailsAtOnce = 4

const migrationTables = ['kysely_migration', 'kysely_migration_lock']

/**
 * Sessions, links and second steps end with a restore, and exports are made again. Every other table is backed up,
 * whatever a migration adds.
 */
export const leftOut: readonly string[] = [
  'sessions',
  'reset_requests',
  'reset_tokens',
  'email_proofs',
  'factor_challenges',
  'exports',
]

export const isBackedUp = (table: string) => !leftOut.includes(table)

/** Each before those that refer to it. */
export async function tablesInOrder(trx: Transaction<Tables>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`.execute(trx)
  const { rows: references } = await sql<{ from: string; to: string }>`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`.execute(trx)
  const left = new Set(tables.map(({ name }) => name).filter((name) => !migrationTables.includes(name)))
  const ordered: string[] = []
  while (left.size > 0) {
    const next = [...left].filter((name) => !references.some(({ from, to }) => from === name && left.has(to)))
    if (next.length === 0)
      throw new Error(`expected tables that do not refer to each other in a circle; got ${[...left]}`)
    for (const name of next) left.delete(name)
    ordered.push(...next)
  }
  return ordered
}

export async function migrationsOf(trx: Transaction<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx)
  return rows.map(({ name }) => name)
}

export async function* linesOf(trx: Transaction<Tables>, table: string): AsyncGenerator<string[]> {
  const key = await primaryKey(trx, table)
  const cursor = sql.raw('backup_cursor')
  const count = table === 'letters' ? emailsAtOnce : rowsAtOnce
  // The same text whatever the server's settings.
  await sql`set local time zone 'UTC'`.execute(trx)
  await sql`declare ${cursor} no scroll cursor for
    select row_to_json(t)::text as line from ${sql.table(table)} t order by ${key}`.execute(trx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(count))} from ${cursor}`.execute(trx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close ${cursor}`.execute(trx)
}

export async function insertLines(
  trx: Transaction<Tables>,
  table: string,
  pieces: AsyncIterable<readonly string[]>,
): Promise<void> {
  for await (const lines of pieces) {
    for (let from = 0; from < lines.length; from += rowsAtOnce) {
      const rows = `[${lines.slice(from, from + rowsAtOnce).join(',')}]`
      await sql`insert into ${sql.table(table)} overriding system value
        select * from json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`.execute(trx)
    }
  }
}

/**
 * Has the database count on behind the rows that were inserted, and behind numbers that it gave after the backup:
 * clients that remember such a one as where they are in the feed of events miss nothing then.
 */
export async function countOn(trx: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(trx)
  for (const { table, column } of rows) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      ${numbersBehindBackup} + (select coalesce(max(${sql.ref(column)}), 0) from ${sql.table(table)}))`.execute(trx)
  }
}

async function primaryKey(trx: Transaction<Tables>, table: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`select a.attname as name from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = ${table}::regclass and i.indisprimary order by array_position(i.indkey, a.attnum)`.execute(trx)
  if (rows.length === 0) throw new Error(`expected a table with a primary key; got ${table}`)
  return sql.join(rows.map(({ name }) => sql.ref(`t.${name}`)))
}

/** The lines of a file of any size. Node's readline also splits at U+2028, which a row may contain. */

const pieceBytes = 1024 * 1024

export async function* linesOfFile(path: string): AsyncGenerator<string[]> {
  let begun = ''
  for await (const piece of createReadStream(path, { encoding: 'utf8', highWaterMark: pieceBytes })) {
    const lines = `${begun}${piece}`.split('\n')
    begun = lines.pop() ?? ''
    yield lines
  }
}
