/**
 * Makes of the staged rows of each NPI one provider or one tombstone. The main row with the newest Last Update Date
 * holds; of equal ones, the one read last. A reported deactivation holds unless the main row says that the NPI was
 * reactivated on that day or later. Secondary locations, other names and endpoints come as whole sets, from the newest
 * file with rows for the NPI, unless the main row comes from a newer release with a file of that kind: then there are
 * none. A file without a date is older than any other. A provider too large for a record is refused with its main row.
 * Every staged row is counted in the outcomes of its file.
 */
import type { SourceSummary } from '#registry/format'
import { BuildError } from '../build-error.ts'
import { type RowKind, rowKinds } from '../sources/layouts.ts'
import { fileOfRow, npiOfRow, rowAt, rowsIn, type StagedRow } from '../stage/staged-rows.ts'
import type { RenderedBatch, SpareBatch } from './batch.ts'
import type { ProviderRenderer } from './providers.ts'

export interface JoinedFile {
  kind: SourceSummary['kind']
  /** yyyy-mm-dd */
  date: string | undefined
  isRefused: boolean
}

export interface RowOutcomes {
  taken: number
  /** Replaced by a newer row about the same NPI, or repeated. */
  superseded: number
  /** About an NPI without an active row in a main file. */
  orphan: number
}

export interface JoinedRange {
  batch: RenderedBatch
  outcomes: RowOutcomes[]
  /** The providers too large for a record, each with the file of its main row. */
  tooLarge: { npi: number; file: number }[]
}

export class Join {
  readonly #files: readonly JoinedFile[]
  readonly #renderer: ProviderRenderer
  readonly #datesRead: ReadonlyMap<string, ReadonlySet<string>>
  #outcomes: RowOutcomes[] = []
  #tooLarge: JoinedRange['tooLarge'] = []

  /** `files` in the order of their numbers in the staging. */
  constructor(files: readonly JoinedFile[], renderer: ProviderRenderer) {
    this.#files = files
    this.#renderer = renderer
    this.#datesRead = datesRead(files)
  }

  /** Joins one range, each NPI once. `spare` is the memory of a batch that is no longer used. */
  range(range: Buffer, spare?: SpareBatch): JoinedRange {
    this.#outcomes = this.#files.map(() => ({ taken: 0, superseded: 0, orphan: 0 }))
    this.#tooLarge = []
    const places = rowsIn(range)
    const keys = this.#keysOf(range, places)
    for (let from = 0; from < keys.length; ) {
      const npi = npiOfKey(keys[from])
      let to = from + 1
      while (to < keys.length && npiOfKey(keys[to]) === npi) to++
      const first = rowAt(range, places[keys[from] % placeSpan])
      if (to === from + 1 && first.kind === kinds.main) {
        this.#joinAlone(range, first)
      } else {
        const rows = [first]
        for (let next = from + 1; next < to; next++) rows.push(rowAt(range, places[keys[next] % placeSpan]))
        this.#join(range, rows)
      }
      from = to
    }
    return { batch: this.#renderer.take(spare), outcomes: this.#outcomes, tooLarge: this.#tooLarge }
  }

  /** By NPI, then place: one number per row sorts many times faster than a comparing function. */
  #keysOf(range: Buffer, places: readonly number[]): Float64Array {
    if (places.length > placeSpan) {
      throw new BuildError([`expected at most ${placeSpan} rows in one range of NPIs; got ${places.length}`])
    }
    const keys = new Float64Array(places.length)
    let count = 0
    for (let place = 0; place < places.length; place++) {
      const at = places[place]
      if (this.#files[fileOfRow(range, at)]?.isRefused === false)
        keys[count++] = npiOfRow(range, at) * placeSpan + place
    }
    return keys.subarray(0, count).sort()
  }

  /** Most NPIs have only a row of a main file. */
  #joinAlone(range: Buffer, main: StagedRow): void {
    const state = this.#renderer.stateOf(range, main)
    if (state.kind === 'active') this.#active(range, noRows, main)
    else this.#tombstone(range, main, state.deactivatedOn, undefined)
  }

  #join(range: Buffer, rows: readonly StagedRow[]): void {
    const main = this.#newest(rows, kinds.main)
    const reported = this.#newest(rows, kinds.deactivations)
    const state = main === undefined ? undefined : this.#renderer.stateOf(range, main)
    if (
      main !== undefined &&
      state?.kind === 'active' &&
      (reported === undefined || state.reactivatedOn >= reported.rank)
    ) {
      if (reported !== undefined) this.#count(reported, 'superseded')
      this.#active(range, rows, main)
      return
    }
    for (const row of rows) {
      if (row.kind !== kinds.main && row.kind !== kinds.deactivations) this.#count(row, 'orphan')
    }
    this.#tombstone(range, main, state?.kind === 'deactivated' ? state.deactivatedOn : 0, reported)
  }

  #active(range: Buffer, rows: readonly StagedRow[], main: StagedRow): void {
    const secondaryLocations = this.#newestSet(range, rows, 'secondaryLocations', main)
    const otherNames = this.#newestSet(range, rows, 'otherNames', main)
    const endpoints = this.#newestSet(range, rows, 'endpoints', main)
    const isFit = this.#renderer.active(range, { npi: main.npi, main, secondaryLocations, otherNames, endpoints })
    if (isFit) this.#count(main, 'taken')
    else this.#tooLarge.push({ npi: main.npi, file: main.file })
    for (const set of [secondaryLocations, otherNames, endpoints]) {
      for (const row of set) this.#count(row, isFit ? 'taken' : 'orphan')
    }
  }

  /** The later of the two dates holds; of equal ones, that of the main file. */
  #tombstone(range: Buffer, main: StagedRow | undefined, day: number, reported: StagedRow | undefined): void {
    const isMainNewer = main !== undefined && day >= (reported?.rank ?? 0)
    const [winner, loser] = isMainNewer ? [main, reported] : [reported, main]
    if (loser !== undefined) this.#count(loser, 'superseded')
    if (winner === undefined) return
    this.#count(winner, 'taken')
    this.#renderer.deactivated(winner.npi, isMainNewer ? day : winner.rank, range, main)
  }

  #newest(rows: readonly StagedRow[], kind: number): StagedRow | undefined {
    let newest: StagedRow | undefined
    for (const row of rows) {
      if (row.kind !== kind) continue
      const isNewer = newest === undefined || row.rank >= newest.rank
      const older = isNewer ? newest : row
      if (older !== undefined) this.#count(older, 'superseded')
      if (isNewer) newest = row
    }
    return newest
  }

  /** The rows of a kind from the newest files that have any, each once. */
  #newestSet(range: Buffer, rows: readonly StagedRow[], kind: RowKind, main: StagedRow): readonly StagedRow[] {
    const ofKind = rows.length === 0 ? noRows : rows.filter((row) => row.kind === kinds[kind])
    if (ofKind.length === 0) return noRows
    const release = this.#dateOf(main)
    let newest = this.#datesRead.get(kind)?.has(release) ? release : ''
    for (const row of ofKind) {
      const date = this.#dateOf(row)
      if (date > newest) newest = date
    }
    const distinct = new DistinctRows(range)
    for (const row of ofKind) {
      const holds = this.#dateOf(row) === newest && distinct.add(row)
      if (!holds) this.#count(row, 'superseded')
    }
    return distinct.rows
  }

  #dateOf(row: StagedRow): string {
    return this.#files[row.file]?.date ?? ''
  }

  #count(row: StagedRow, outcome: keyof RowOutcomes): void {
    const outcomes = this.#outcomes[row.file]
    if (outcomes !== undefined) outcomes[outcome]++
  }
}

const noRows: readonly StagedRow[] = []

const kinds: Readonly<Record<RowKind, number>> = {
  main: rowKinds.indexOf('main'),
  secondaryLocations: rowKinds.indexOf('secondaryLocations'),
  otherNames: rowKinds.indexOf('otherNames'),
  endpoints: rowKinds.indexOf('endpoints'),
  deactivations: rowKinds.indexOf('deactivations'),
}

/** Above the rows of any range, and small enough for exact keys. */
const placeSpan = 2 ** 21

function npiOfKey(key: number): number {
  return Math.floor(key / placeSpan)
}

function datesRead(files: readonly JoinedFile[]): Map<string, Set<string>> {
  const dates = new Map<string, Set<string>>()
  for (const { kind, date, isRefused } of files) {
    if (isRefused || date === undefined) continue
    const ofKind = dates.get(kind) ?? new Set()
    dates.set(kind, ofKind.add(date))
  }
  return dates
}

/** From this many rows, looking content up is faster than comparing it with each. */
const manyRows = 16

class DistinctRows {
  readonly rows: StagedRow[] = []
  readonly #range: Buffer
  readonly #contents = new Set<string>()

  constructor(range: Buffer) {
    this.#range = range
  }

  add(row: StagedRow): boolean {
    const isThere = this.rows.length < manyRows ? this.rows.some((one) => this.#areSame(one, row)) : this.#isKnown(row)
    if (!isThere) this.rows.push(row)
    return !isThere
  }

  #areSame(one: StagedRow, other: StagedRow): boolean {
    if (one.end - one.start !== other.end - other.start) return false
    return this.#range.compare(this.#range, one.start, one.end, other.start, other.end) === 0
  }

  #isKnown(row: StagedRow): boolean {
    if (this.#contents.size === 0) for (const one of this.rows) this.#contents.add(this.#contentOf(one))
    const content = this.#contentOf(row)
    const isKnown = this.#contents.has(content)
    this.#contents.add(content)
    return isKnown
  }

  #contentOf({ start, end }: StagedRow): string {
    return this.#range.toString('latin1', start, end)
  }
}
