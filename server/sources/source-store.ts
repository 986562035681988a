/**
 * The SQL of lists. A version is loaded whole in one transaction that also makes it count, so a reader sees one whole
 * list or the one before.
 */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { AnyList, SourceKind } from './source-list.ts'

export interface LoadedVersion {
  version: number
  list: string
  kind: SourceKind
  state: string | null
  sourceDate: string
  dateFrom: DateFrom
  rows: number
  refused: number
  isSample: boolean
  loadedAt: Date | null
}

/** Lists that are held in memory (samples-in-memory.ts), asked as those of the database are. */
export interface ListsInMemory {
  versions(): Promise<LoadedVersion[]>
  find(sought: Sought): Promise<FoundRow[]>
  findByKey(sought: Pick<Sought, 'kinds' | 'keys' | 'countMax'>): Promise<(FoundRow & { key: string })[]>
}

export type DateFrom = Tables['source_versions']['date_from']

const columns = [
  'source_versions.version',
  'source_versions.list',
  'kind',
  'source_versions.state',
  'source_date as sourceDate',
  'date_from as dateFrom',
  'rows',
  'refused',
  'is_sample as isSample',
  'loaded_at as loadedAt',
] as const

/** The lists that are loaded, by name. */
export function currentVersions(db: Kysely<Tables> | ListsInMemory): Promise<LoadedVersion[]> {
  if ('versions' in db) return db.versions()
  return db
    .selectFrom('source_lists')
    .innerJoin('source_versions', 'source_versions.version', 'source_lists.version')
    .select(columns)
    .orderBy('source_versions.list')
    .execute()
}

/** Whether any list was ever loaded. */
export async function hasVersions(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('source_lists').select('list').limit(1).executeTakeFirst()) !== undefined
}

const numberTriesMax = 20

/** A number for a new version, which no reader sees yet. */
export async function beginVersion(db: Kysely<Tables>, { name, kind, state }: AnyList): Promise<number> {
  await db
    .insertInto('source_lists')
    .values({ list: name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (let tries = 0; tries < numberTriesMax; tries++) {
    const { rows } = await sql<{ version: number }>`
      insert into source_versions (version, list, kind, state, source_date, date_from, rows, refused, is_sample)
      select coalesce(max(version), 0) + 1, ${name}, ${kind}, ${state}, '', 'today', 0, 0, false from source_versions
      on conflict do nothing returning version`.execute(db)
    if (rows[0] !== undefined) return rows[0].version
  }
  throw new Error('Other loads kept taking the number of this one; try again.')
}

export async function removeVersion(db: Kysely<Tables>, version: number): Promise<void> {
  await db.deleteFrom('source_versions').where('version', '=', version).execute()
}

/** Fails with 55P03 while another transaction has the list. */
export async function lockList(trx: Transaction<Tables>, list: string) {
  const found = await trx
    .selectFrom('source_lists')
    .select(['version', 'previous'])
    .where('list', '=', list)
    .forUpdate()
    .noWait()
    .executeTakeFirst()
  return { version: found?.version ?? null, previous: found?.previous ?? null }
}

export function findVersion(db: Kysely<Tables>, version: number): Promise<LoadedVersion | undefined> {
  return db.selectFrom('source_versions').select(columns).where('version', '=', version).executeTakeFirst()
}

/** Writes the keys of the version's rows after `row`, in their order, which an index takes much faster. */
export async function insertKeys(trx: Transaction<Tables>, version: number, row: number): Promise<void> {
  await sql`set local work_mem = '256MB'`.execute(trx)
  await sql`insert into source_keys (version, key, row)
    select distinct version, key, row from source_rows, unnest(keys) as key
    where version = ${version} and row > ${row} order by key, row`.execute(trx)
}

/** Not in a transaction, and as the owner of the tables. */
export async function refreshKeys(owner: Kysely<Tables>): Promise<void> {
  await sql`vacuum (analyze) source_keys`.execute(owner)
  await sql`analyze source_rows`.execute(owner)
}

/** Copies the rows of another version whose place no row of this one takes, with numbers above `offset`. */
export async function copyOtherRows(
  trx: Transaction<Tables>,
  { version, from, offset }: { version: number; from: number; offset: number },
): Promise<number> {
  const { numAffectedRows } = await sql`insert into source_rows (version, row, fields, keys)
    select ${version}, row + ${offset}, fields, keys from source_rows old where version = ${from} and not exists (
      select 1 from unnest(old.keys) as key join source_keys on source_keys.version = ${version}
        and source_keys.key = key.key where key.key like 's%')`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

export async function serveVersion(
  trx: Transaction<Tables>,
  { version, list, sourceDate, dateFrom, rows, refused, isSample }: Omit<LoadedVersion, 'loadedAt' | 'kind' | 'state'>,
): Promise<void> {
  await trx
    .updateTable('source_versions')
    .set({
      source_date: sourceDate,
      date_from: dateFrom,
      rows,
      refused,
      is_sample: isSample,
      loaded_at: sql<Date>`now()`,
    })
    .where('version', '=', version)
    .execute()
  await trx
    .updateTable('source_lists')
    .set({ previous: sql<number>`version`, version })
    .where('list', '=', list)
    .execute()
  if (!isSample) await queueRecheck(trx, list)
}

/** Requests that are being compared with the list before are stored by then. */
const recheckAfter = sql<Date>`clock_timestamp() + interval '1 minute'`

/** Has verifications compared with the list that counts now (server/verifications/recheck.ts), from the first on. */
async function queueRecheck(trx: Transaction<Tables>, list: string): Promise<void> {
  await trx
    .insertInto('source_rechecks')
    .values({ list, due_at: recheckAfter, done_to: '' })
    .onConflict((conflict) => conflict.column('list').doUpdateSet({ due_at: recheckAfter, done_to: '' }))
    .execute()
}

/** The invented lists of a kind, which have no file of a publisher, count until one does. */
export async function endSamples(trx: Transaction<Tables>, kind: SourceKind): Promise<void> {
  await sql`delete from source_lists where list like 'sample-%' and version in (
    select version from source_versions where kind = ${kind} and is_sample)`.execute(trx)
}

export async function swapVersions(trx: Transaction<Tables>, list: string): Promise<void> {
  await trx
    .updateTable('source_lists')
    .set({ previous: sql<number>`version`, version: sql<number>`previous` })
    .where('list', '=', list)
    .execute()
  await queueRecheck(trx, list)
}

/** Removes versions of the list, and of lists that ended, that neither count nor are the one before. */
export async function removeOldVersions(db: Kysely<Tables>, list: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockList(trx, list)
    const old = sql`select version from source_versions where loaded_at is not null
      and (list = ${list} or list not in (select list from source_lists))
      and not exists (select 1 from source_lists
        where source_versions.version in (source_lists.version, source_lists.previous))`
    for (const table of ['source_keys', 'source_rows', 'source_versions']) {
      await sql`delete from ${sql.table(table)} where version in (${old})`.execute(trx)
    }
  })
}

/** Rows of a version with any of these texts in them, by their numbers, after `row`. */
export function findRowsWith(
  db: Kysely<Tables>,
  { version, row, texts, countMax }: { version: number; row: number; texts: readonly string[]; countMax: number },
): Promise<{ row: number; fields: string }[]> {
  return db
    .selectFrom('source_rows')
    .select(['row', 'fields'])
    .where('version', '=', version)
    .where('row', '>', row)
    .where(({ or }) => or(texts.map((text) => sql<boolean>`strpos(fields, ${text}) > 0`)))
    .orderBy('row')
    .limit(countMax)
    .execute()
}

/** Among the lists of some kinds that count. */
export interface Sought {
  kinds: readonly SourceKind[]
  keys: readonly string[]
  /** Keys that only lists of one state, and those of several states, are asked for. */
  ofStates?: readonly { key: string; state: string }[]
  state?: string
  lists?: readonly string[]
  countMax: number
}

export type FoundRow = Pick<LoadedVersion, 'list' | 'kind' | 'state' | 'sourceDate' | 'isSample'> & { fields: string }

/** Rows with any of the keys; of one state's lists, and of those of several states, where it is given. */
export async function findRows(db: Kysely<Tables> | ListsInMemory, sought: Sought): Promise<FoundRow[]> {
  if ('versions' in db) return db.find(sought)
  const { kinds, keys, ofStates = [], state, lists, countMax } = sought
  return db
    .selectFrom('source_lists')
    .innerJoin('source_versions', 'source_versions.version', 'source_lists.version')
    .innerJoin('source_keys', 'source_keys.version', 'source_lists.version')
    .innerJoin('source_rows', (join) =>
      join.onRef('source_rows.version', '=', 'source_keys.version').onRef('source_rows.row', '=', 'source_keys.row'),
    )
    .select([
      'source_lists.list',
      'kind',
      'source_versions.state',
      'source_date as sourceDate',
      'is_sample as isSample',
      'fields',
      'source_rows.row',
    ])
    .distinct()
    .where('kind', 'in', kinds)
    .where('source_keys.key', 'in', [...keys, ...ofStates.map(({ key }) => key)])
    .$if(ofStates.length > 0, (query) =>
      query.where(({ eb, or, and }) =>
        or([
          ...(keys.length === 0 ? [] : [eb('source_keys.key', 'in', keys)]),
          ...ofStates.map((one) =>
            and([
              eb('source_keys.key', '=', one.key),
              or([eb('source_versions.state', 'is', null), eb('source_versions.state', '=', one.state)]),
            ]),
          ),
        ]),
      ),
    )
    .$if(state !== undefined, (query) =>
      query.where(sql<boolean>`coalesce(source_versions.state, ${state}) = ${state}`),
    )
    .$if(lists !== undefined, (query) => query.where('source_lists.list', 'in', lists ?? []))
    .limit(countMax)
    .execute()
}

/** Rows with each of the keys, `countMax` at most of each list, whatever rows others of the keys have. */
export async function findRowsByKey(
  db: Kysely<Tables> | ListsInMemory,
  sought: Pick<Sought, 'kinds' | 'keys' | 'countMax'>,
): Promise<(FoundRow & { key: string })[]> {
  if ('versions' in db) return db.findByKey(sought)
  const { kinds, keys, countMax } = sought
  const { rows } = await sql<FoundRow & { key: string }>`
    select asked.key, versions.list, kind, versions.state, source_date as "sourceDate", is_sample as "isSample", fields
    from source_lists join source_versions as versions on versions.version = source_lists.version
    cross join unnest(${keys}::text[]) as asked (key)
    cross join lateral (select row from source_keys
      where version = versions.version and source_keys.key = asked.key order by row limit ${countMax}) as found
    join source_rows on source_rows.version = versions.version and source_rows.row = found.row
    where kind = any(${kinds}::text[])`.execute(db)
  return rows
}

/** The same of one version, whether it counts or not. */
export async function findRowsOfVersion(
  db: Kysely<Tables>,
  { version, keys, countMax }: { version: number; keys: readonly string[]; countMax: number },
): Promise<{ key: string; fields: string }[]> {
  const { rows } = await sql<{ key: string; fields: string }>`
    select asked.key, fields from unnest(${keys}::text[]) as asked (key)
    cross join lateral (select row from source_keys
      where version = ${version} and source_keys.key = asked.key order by row limit ${countMax}) as found
    join source_rows on source_rows.version = ${version} and source_rows.row = found.row`.execute(db)
  return rows
}
