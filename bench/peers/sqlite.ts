/**
 * SQLite in process, with R*Tree for places and FTS5 for names. The trees have a third dimension, the kind or the taxonomy with
 * the kind, so that one box asks for both; the exact position stands beside the box, because a tree keeps 32 bits of it.
 */

import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SearchPlace, SearchQuery } from '#registry/search/query'
import { wordsAsked } from '#registry/search/words'
import { runOwn } from '../child.ts'
import { type Rows, taxonomyNumbers } from '../rows.ts'
import { type Answer, isInRows, kindRange, type Peer, type PlacedRow, pageOf } from './peer.ts'
import {
  kindLetters,
  type Loading,
  openDatabase,
  type PreparedStatement,
  type SqliteDatabase,
  taxonomyKey,
  type Value,
} from './sqlite-database.ts'

/** The version that the bench fetches: SQLite's own code with an interface for Node, in one native library. */
export const libsqlVersion = '0.5.29'

const loader = fileURLToPath(new URL('../sqlite-loader/main.ts', import.meta.url))

/** Megabytes of heap that the loader may have: it packs the trees of millions of points in memory. */
const loaderHeapMegabytes = 8_000

/** `packageDir` has libsql in its node_modules; the data go into `dir`, which must not exist. */
export async function openSqlite(packageDir: string, dir: string, rows: Rows): Promise<Peer> {
  mkdirSync(dir)
  const path = join(dir, 'sqlite.db')
  // By a program of its own, so that whoever loads beside it is not kept waiting.
  const { seconds: loadSeconds } = await runOwn(
    [loader, JSON.stringify({ packageDir, path, rows } satisfies Loading)],
    { NODE_OPTIONS: `--max-old-space-size=${loaderHeapMegabytes}` },
  )
  const database = openDatabase(packageDir, path)
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
    const isPlain = query.taxonomyCodes === undefined
    const { condition, values } = named(query)
    const rows = this.all(
      `select npi, latitude, longitude from ${isPlain ? 'state_point' : 'state_taxonomy'}
       where state = ? and ${isPlain ? '' : 'taxonomy = ? and '} kind between ? and ? ${condition}`,
      place.state ?? '',
      ...(isPlain ? [] : [this.numberOf(query)]),
      first,
      last,
      ...values,
    )
    return answerOf(rows, place, Number.POSITIVE_INFINITY, query)
  }

  private around(query: SearchQuery, place: SearchPlace, radiusMiles: number): Answer {
    const [first, last] = kindRange[query.resource]
    const isPlain = query.taxonomyCodes === undefined
    const low = isPlain ? first : taxonomyKey(this.numberOf(query), first)
    const high = isPlain ? last : taxonomyKey(this.numberOf(query), last)
    const { condition, values } = named(query)
    const rows = boxesAround(place, radiusMiles).flatMap((bounds) =>
      this.all(
        `select npi, latitude, longitude from ${isPlain ? 'point' : 'point_taxonomy'}
         where north >= ? and south <= ? and east >= ? and west <= ? and high >= ? and low <= ? ${condition}`,
        ...bounds,
        low,
        high,
        ...values,
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

/** Asks for the words of a name beside a place. */
function named({ name, resource }: SearchQuery): { condition: string; values: string[] } {
  if (name === undefined) return { condition: '', values: [] }
  const [first, last] = kindRange[resource]
  return {
    condition: 'and npi in (select rowid from provider_words where provider_words match ?)',
    values: [matchText(name, first, last)],
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
