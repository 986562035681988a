/**
 * SQLite in process, with R*Tree for places and FTS5 for names. The trees have a third dimension, the kind or the taxonomy with
 * the kind, so that one box asks for both; the exact position stands beside the box, because a tree keeps 32 bits of it.
 */

import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { SearchPlace, SearchQuery } from '#registry/read/query'
import { wordsAsked } from '#registry/read/words'
import { type Rows, readTable, type Table, taxonomyNumbers } from '../rows.ts'
import { type Answer, isInRows, kindRange, type Peer, type PlacedRow, pageOf } from './peer.ts'

/** The version that the bench fetches: SQLite's own code with an interface for Node, in one native library. */
export const libsqlVersion = '0.5.29'

/** `packageDir` has libsql in its node_modules; the data go into `dir`. */
export async function openSqlite(packageDir: string, dir: string, rows: Rows): Promise<Peer> {
  const path = join(dir, 'sqlite.db')
  const database = openDatabase(packageDir, path)
  const startedMs = performance.now()
  await load(database, rows)
  const loadSeconds = (performance.now() - startedMs) / 1000
  const version = database.prepare('select sqlite_version()').raw().get()
  const search = new SqliteSearch(database)
  return {
    name: 'SQLite',
    description: `SQLite ${version?.[0]} in process (libsql ${libsqlVersion}) with R*Tree and FTS5: 1 GB of page cache, memory-mapped, no durability, analysed after loading`,
    bytes: statSync(path).size,
    loadSeconds,
    takes: isInRows,
    answer: (query) => search.answer(query),
    async close() {
      database.close()
    },
  }
}

type Value = string | number
interface PreparedStatement {
  run(...values: Value[]): void
  raw(): { get(...values: Value[]): Value[] | undefined; all(...values: Value[]): Value[][] }
}
interface SqliteDatabase {
  exec(statements: string): void
  prepare(statement: string): PreparedStatement
  close(): void
}

function openDatabase(packageDir: string, path: string): SqliteDatabase {
  const Database = libsqlIn(packageDir)
  const database = new Database(path)
  database.exec(
    'pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000; pragma mmap_size = 68719476736',
  )
  return database
}

/** The package has the interface of better-sqlite3, of which the above is a part; the version fetched is a fixed one. */
function libsqlIn(packageDir: string): new (path: string) => SqliteDatabase {
  return createRequire(join(packageDir, 'index.js'))('libsql')
}

const schema = `
  create table provider (npi integer primary key, kind integer, record text);
  create virtual table provider_words using fts5
    (words, kinds, content='', columnsize=0, detail=column, prefix='1 2 3', tokenize='unicode61 remove_diacritics 0');
  create table provider_credential (credential text, gender text, kind integer, npi integer,
    primary key (credential, gender, kind, npi)) without rowid;
  create table organization_member (organization text, kind integer, npi integer,
    primary key (organization, kind, npi)) without rowid;
  create virtual table point using rtree
    (id, south, north, west, east, low, high, +npi, +is_only, +state, +latitude, +longitude);
  create virtual table point_taxonomy using rtree
    (id, south, north, west, east, low, high, +npi, +is_only, +latitude, +longitude);
  create table state_taxonomy (state text, taxonomy integer, kind integer, npi integer, latitude real, longitude real);
`

/** Taxonomy and kind as one number; the kinds of a resource stay next to each other. */
function taxonomyKey(taxonomy: number, kind: number): number {
  return taxonomy * 4 + kind
}

/** The letter that stands for a kind in the index of words. */
const kindLetters = ['', 'd', 'i', 'o']

async function load(database: SqliteDatabase, rows: Rows): Promise<void> {
  database.exec(schema)
  const each = async (table: Table, add: (columns: string[], id: number) => void) => {
    let id = 0
    database.exec('begin')
    for await (const columns of readTable(rows, table)) add(columns, ++id)
    database.exec('commit')
  }
  const provider = database.prepare('insert into provider values (?, ?, ?)')
  const words = database.prepare('insert into provider_words (rowid, words, kinds) values (?, ?, ?)')
  await each('provider', ([npi, kind, text, record]) => {
    provider.run(Number(npi), Number(kind), record)
    words.run(Number(npi), text, kindLetters[Number(kind)])
  })
  const credential = database.prepare('insert into provider_credential values (?, ?, ?, ?)')
  await each('provider_credential', ([form, gender, kind, npi]) =>
    credential.run(form, gender, Number(kind), Number(npi)),
  )
  const member = database.prepare('insert into organization_member values (?, ?, ?)')
  await each('organization_member', ([id, kind, npi]) => member.run(id, Number(kind), Number(npi)))
  const point = database.prepare('insert into point values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  await each('point', ([npi, kind, isOnly, state, latitude, longitude], id) =>
    point.run(
      id,
      ...box(Number(latitude), Number(longitude), Number(kind)),
      Number(npi),
      Number(isOnly),
      state,
      Number(latitude),
      Number(longitude),
    ),
  )
  const taxonomyPoint = database.prepare('insert into point_taxonomy values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const stateTaxonomy = database.prepare('insert into state_taxonomy values (?, ?, ?, ?, ?, ?)')
  await each('point_taxonomy', ([taxonomy, npi, kind, isOnly, state, latitude, longitude], id) => {
    const position = [Number(latitude), Number(longitude)] as const
    const key = taxonomyKey(Number(taxonomy), Number(kind))
    taxonomyPoint.run(id, ...box(...position, key), Number(npi), Number(isOnly), ...position)
    stateTaxonomy.run(state, Number(taxonomy), Number(kind), Number(npi), ...position)
  })
  database.exec(`create index by_state on state_taxonomy (state, taxonomy, kind, npi, latitude, longitude);
    create index by_kind on provider (kind, npi);
    insert into provider_words (provider_words) values ('optimize');
    analyze;`)
}

function box(latitude: number, longitude: number, third: number) {
  return [latitude, latitude, longitude, longitude, third, third] as const
}

class SqliteSearch {
  private readonly database: SqliteDatabase
  private readonly prepared = new Map<string, ReturnType<PreparedStatement['raw']>>()

  constructor(database: SqliteDatabase) {
    this.database = database
  }

  answer(query: SearchQuery): Answer {
    if (query.place === undefined) return this.plain(query)
    if (query.place.radiusMiles === undefined) return this.inState(query, query.place)
    return this.around(query, query.place, query.place.radiusMiles)
  }

  private plain(query: SearchQuery): Answer {
    const { npis, organizationId, credential, gender, name, resource } = query
    const [first, last] = kindRange[resource]
    if (npis !== undefined) {
      const [row] = this.all(
        'select npi, record from provider where npi = ? and kind between ? and ?',
        npis[0],
        first,
        last,
      )
      return row === undefined ? { total: 0, npis: [] } : { total: 1, npis: [Number(row[0])], record: String(row[1]) }
    }
    if (organizationId !== undefined)
      return this.among(
        query,
        'organization_member where organization = ? and kind between ? and ?',
        organizationId,
        first,
        last,
      )
    if (credential !== undefined) {
      const where = 'provider_credential where credential = ? and gender = ? and kind between ? and ?'
      return this.among(query, where, credential, gender ?? '', first, last)
    }
    if (name !== undefined) {
      const text = matchText(name, first, last)
      const total = this.all('select count(*) from provider_words where provider_words match ?', text)[0][0]
      const page = this.all(
        'select rowid from provider_words where provider_words match ? order by rowid limit ? offset ?',
        text,
        query.limit,
        query.offset,
      )
      return { total: Number(total), npis: page.map(([npi]) => Number(npi)) }
    }
    return this.among(query, 'provider where kind between ? and ?', first, last)
  }

  private among({ offset, limit }: SearchQuery, source: string, ...values: Value[]): Answer {
    const total = this.all(`select count(*) from ${source}`, ...values)[0][0]
    const page = this.all(`select npi from ${source} order by npi limit ? offset ?`, ...values, limit, offset)
    return { total: Number(total), npis: page.map(([npi]) => Number(npi)) }
  }

  private inState(query: SearchQuery, place: SearchPlace): Answer {
    const [first, last] = kindRange[query.resource]
    const rows = this.all(
      `select npi, latitude, longitude from state_taxonomy where state = ? and taxonomy = ? and kind between ? and ?`,
      place.state ?? '',
      this.numberOf(query),
      first,
      last,
    )
    return answerOf(rows, place, Number.POSITIVE_INFINITY, query)
  }

  private around(query: SearchQuery, place: SearchPlace, radiusMiles: number): Answer {
    const [first, last] = kindRange[query.resource]
    const isPlain = query.taxonomyCodes === undefined
    const low = isPlain ? first : taxonomyKey(this.numberOf(query), first)
    const high = isPlain ? last : taxonomyKey(this.numberOf(query), last)
    const named =
      query.name === undefined ? '' : 'and npi in (select rowid from provider_words where provider_words match ?)'
    const names = query.name === undefined ? [] : [matchText(query.name, first, last)]
    const rows = boxesAround(place, radiusMiles).flatMap((bounds) =>
      this.all(
        `select npi, latitude, longitude from ${isPlain ? 'point' : 'point_taxonomy'}
         where north >= ? and south <= ? and east >= ? and west <= ? and high >= ? and low <= ? ${named}`,
        ...bounds,
        low,
        high,
        ...names,
      ),
    )
    return answerOf(rows, place, radiusMiles, query)
  }

  private numberOf({ taxonomyCodes }: SearchQuery): number {
    return taxonomyNumbers.get(taxonomyCodes?.[0] ?? '') ?? 0
  }

  private all(text: string, ...values: Value[]): Value[][] {
    const statement = this.prepared.get(text) ?? this.database.prepare(text).raw()
    this.prepared.set(text, statement)
    return statement.all(...values)
  }
}

function matchText(name: string, first: number, last: number): string {
  const kindLetter = kindLetters.slice(first, last + 1).join(' OR ')
  const words = wordsAsked(name).map((word) => `words:${word}*`)
  return `kinds:(${kindLetter}) AND ${words.join(' AND ')}`
}

const earthRadiusMiles = 3958.7613
const radians = Math.PI / 180

/** South, north, west and east of one box around a circle, or of two where it crosses the antimeridian. */
function boxesAround({ latitude, longitude }: SearchPlace, radiusMiles: number): [number, number, number, number][] {
  const reach = radiusMiles / earthRadiusMiles
  const half = Math.asin(Math.min(1, Math.sin(reach) / Math.cos(latitude * radians))) / radians + 1e-6
  const south = latitude - reach / radians - 1e-6
  const north = latitude + reach / radians + 1e-6
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

/** Distances are reckoned here rather than by SQLite: that took it half as long again. */
function answerOf(rows: readonly Value[][], place: SearchPlace, radiusMiles: number, query: SearchQuery): Answer {
  const found: PlacedRow[] = []
  const npis = new Set<number>()
  for (const [npi, latitude, longitude] of rows) {
    const miles = milesBetween(place, Number(latitude), Number(longitude))
    if (miles > radiusMiles) continue
    found.push({ npi: Number(npi), miles })
    npis.add(Number(npi))
  }
  found.sort((a, b) => a.miles - b.miles || a.npi - b.npi)
  return { total: npis.size, ...pageOf(found, query) }
}

function milesBetween(place: SearchPlace, latitude: number, longitude: number): number {
  const sinLatitude = Math.sin(((latitude - place.latitude) * radians) / 2)
  const sinLongitude = Math.sin(((longitude - place.longitude) * radians) / 2)
  const cosines = Math.cos(place.latitude * radians) * Math.cos(latitude * radians)
  const haversine = sinLatitude * sinLatitude + cosines * sinLongitude * sinLongitude
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(haversine)))
}
