/**
 * SQLite in process, with R*Tree and FTS5. The third dimension of the trees is the kind, or taxonomy and kind; the
 * exact position is beside the box, since a tree keeps 32 bits of it.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { SearchPlace, SearchQuery } from '#registry/search/query'
import { queryWords } from '#registry/search/words'
import { type Answer, isInTables, kindRange, type Peer, pageOf } from './peer.ts'
import { type Rows, readTable, tableNames, tables } from './rows.ts'

/** SQLite's own code as one native library, without install scripts. Node 20 has no SQLite. */
const libsqlVersion = '0.5.29'

type Value = string | number
interface SqliteDatabase {
  exec(statements: string): void
  prepare(statement: string): { run(values: readonly Value[]): void; raw(): { all(...values: Value[]): Value[][] } }
  close(): void
}

/** Fetches libsql into a folder with npm; undefined where it cannot be fetched. */
export function fetchLibsql(dir: string): string | undefined {
  mkdirSync(dir)
  writeFileSync(join(dir, 'package.json'), '{ "private": true }')
  const install = `install --ignore-scripts --no-audit --no-fund --no-package-lock libsql@${libsqlVersion}`
  const { status } = spawnSync('npm', install.split(' '), { cwd: dir, stdio: 'ignore', timeout: 300_000 })
  return status === 0 ? dir : undefined
}

export async function openSqlite(libsqlDir: string, path: string, rows: Rows): Promise<Peer> {
  const Database: new (path: string) => SqliteDatabase = createRequire(join(libsqlDir, 'index.js'))('libsql')
  const database = new Database(path)
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000')
  database.exec('pragma mmap_size = 68719476736')
  const startedMs = performance.now()
  await load(database, rows)
  const loadSeconds = (performance.now() - startedMs) / 1000
  const prepared = new Map<string, ReturnType<ReturnType<SqliteDatabase['prepare']>['raw']>>()
  const all = (text: string, ...values: Value[]) => {
    const statement = prepared.get(text) ?? database.prepare(text).raw()
    prepared.set(text, statement)
    return statement.all(...values)
  }
  const [[version, bytes]] = all(
    'select sqlite_version(), (page_count - freelist_count) * page_size from pragma_page_count, pragma_freelist_count, pragma_page_size',
  )
  return {
    name: 'SQLite',
    description: `SQLite ${version} in process (libsql ${libsqlVersion}) with R*Tree and FTS5: 1 GB of page cache, memory-mapped, no durability, analyzed after loading`,
    bytes: Number(bytes),
    loadSeconds,
    takes: isInTables,
    answer: (query) => (query.place === undefined ? plain(query, all) : placed(query, query.place, rows, all)),
    async close() {
      database.close()
    },
  }
}

type All = (text: string, ...values: Value[]) => Value[][]

function plain(
  { npis, organizationId, credential, gender, name, resource, offset, limit }: SearchQuery,
  all: All,
): Answer {
  const [first, last] = kindRange[resource]
  if (npis !== undefined) {
    const [row] = all('select npi, record from provider where npi = ? and kind between ? and ?', npis[0], first, last)
    return row === undefined ? { total: 0, npis: [] } : { total: 1, npis: [Number(row[0])], record: String(row[1]) }
  }
  const among = (id: string, source: string, ...values: Value[]) => {
    const [[total]] = all(`select count(*) from ${source}`, ...values)
    const page = all(`select ${id} from ${source} order by ${id} limit ? offset ?`, ...values, limit, offset)
    return { total: Number(total), npis: page.map(([npi]) => Number(npi)) }
  }
  if (name !== undefined)
    return among('rowid', 'provider_words where provider_words match ?', matchText(name, first, last))
  const ofKind = 'kind between ? and ?'
  if (organizationId !== undefined)
    return among('npi', `organization_member where organization = ? and ${ofKind}`, organizationId, first, last)
  if (credential === undefined) return among('npi', `provider where ${ofKind}`, first, last)
  const source = `provider_credential where credential = ? and gender = ? and ${ofKind}`
  return among('npi', source, credential, gender ?? '', first, last)
}

function placed(query: SearchQuery, place: SearchPlace, rows: Rows, all: All): Answer {
  const { taxonomyCodes, name, resource } = query
  const { radiusMiles = Number.POSITIVE_INFINITY, state } = place
  const [first, last] = kindRange[resource]
  const taxonomy = taxonomyCodes === undefined ? 0 : rows.taxonomyNumber(taxonomyCodes[0])
  const tree = taxonomyCodes === undefined ? 'point' : 'point_taxonomy'
  const named = name === undefined ? '' : 'and npi in (select rowid from provider_words where provider_words match ?)'
  const words = name === undefined ? [] : [matchText(name, first, last)]
  const select = `select npi, latitude, longitude from ${tree}`
  const inBox = `${select} where north >= ? and south <= ? and east >= ? and west <= ? and high >= ? and low <= ? ${named}`
  const inState = `${select}_state where state = ? and taxonomy = ? and kind between ? and ? ${named}`
  // The kinds of a resource are next to each other.
  const thirds = [taxonomy * 4 + first, taxonomy * 4 + last]
  const found =
    state === undefined
      ? boxesAround(place, radiusMiles).flatMap((box) => all(inBox, ...box, ...thirds, ...words))
      : all(inState, state, taxonomy, first, last, ...words)
  const points = found.flatMap(([npi, latitude, longitude]) => {
    // Distances by SQLite took it half as long again.
    const miles = milesBetween(place, Number(latitude), Number(longitude))
    return miles <= radiusMiles ? [{ npi: Number(npi), miles }] : []
  })
  return { total: new Set(points.map(({ npi }) => npi)).size, ...pageOf(points, query) }
}

const kindLetters = ' dio'

function matchText(name: string, first: number, last: number): string {
  const ofKind = [...kindLetters.slice(first, last + 1)].join(' OR ')
  const words = queryWords(name).map((word) => ` AND words:${word}*`)
  return `kinds:(${ofKind})${words.join('')}`
}

const earthRadiusMiles = 3958.7613
const radians = Math.PI / 180

/** South, north, west and east of the box around a circle, or of two boxes where it crosses the antimeridian. */
function boxesAround({ latitude, longitude }: SearchPlace, radiusMiles: number): number[][] {
  const reach = radiusMiles / earthRadiusMiles
  const half = Math.asin(Math.min(1, Math.sin(reach) / Math.cos(latitude * radians))) / radians + 1e-6
  const [south, north] = [latitude - reach / radians - 1e-6, latitude + reach / radians + 1e-6]
  const [west, east] = [longitude - half, longitude + half]
  if (west < -180)
    return [
      [south, north, west + 360, 180],
      [south, north, -180, east],
    ]
  if (east > 180)
    return [
      [south, north, west, 180],
      [south, north, -180, east - 360],
    ]
  return [[south, north, west, east]]
}

function milesBetween(place: SearchPlace, latitude: number, longitude: number): number {
  const sinLatitude = Math.sin(((latitude - place.latitude) * radians) / 2)
  const sinLongitude = Math.sin(((longitude - place.longitude) * radians) / 2)
  const cosines = Math.cos(place.latitude * radians) * Math.cos(latitude * radians)
  const haversine = sinLatitude * sinLatitude + cosines * sinLongitude * sinLongitude
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

const finalTables = () => `
  alter table loaded_point add column taxonomy integer default 0;
  create table provider (npi integer primary key, kind integer, record text);
  insert into provider select npi, kind, record from loaded_provider;
  create index provider_kind on provider (kind, npi);
  create virtual table provider_words using fts5
    (words, kinds, content='', columnsize=0, detail=column, prefix='1 2 3', tokenize='unicode61 remove_diacritics 0');
  insert into provider_words (provider_words, rank) values ('automerge', 0), ('hashsize', ${128 << 20});
  insert into provider_words (rowid, words, kinds) select npi, words, substr('${kindLetters}', kind + 1, 1) from loaded_provider;
  insert into provider_words (provider_words) values ('optimize');
  create table provider_credential (credential text, gender text, kind integer, npi integer,
    primary key (credential, gender, kind, npi)) without rowid;
  insert into provider_credential select * from loaded_provider_credential;
  create table organization_member (organization text, kind integer, npi integer,
    primary key (organization, kind, npi)) without rowid;
  insert into organization_member select * from loaded_organization_member;
  ${['point', 'point_taxonomy'].map(treeOf).join('')}
`

/** Near entries are inserted one after the other, which makes better trees in less time. */
function treeOf(table: string): string {
  return `
  create virtual table ${table} using rtree (id, south, north, west, east, low, high, +npi, +latitude, +longitude);
  insert into ${table} select null, latitude, latitude, longitude, longitude, taxonomy * 4 + kind, taxonomy * 4 + kind,
    npi, latitude, longitude from loaded_${table} order by taxonomy, round(latitude * 5), longitude;
  create table ${table}_state as select state, taxonomy, kind, npi, latitude, longitude from loaded_${table};
  create index ${table}_by_state on ${table}_state (state, taxonomy, kind, npi, latitude, longitude);`
}

async function load(database: SqliteDatabase, rows: Rows): Promise<void> {
  const types = new Map(['npi', 'kind', 'taxonomy'].map((column) => [column, 'integer']))
  for (const column of ['latitude', 'longitude']) types.set(column, 'real')
  database.exec('begin')
  for (const table of tableNames) {
    const columns = tables[table]
    database.exec(
      `create table loaded_${table} (${columns.map((column) => `${column} ${types.get(column) ?? 'text'}`)})`,
    )
    const insert = database.prepare(`insert into loaded_${table} values (${columns.map(() => '?')})`)
    for await (const row of readTable(rows, table)) insert.run(row)
  }
  database.exec(finalTables())
  for (const table of tableNames) database.exec(`drop table loaded_${table}`)
  database.exec('commit; analyze')
}
