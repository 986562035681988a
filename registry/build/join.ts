/**
 * The second half of a build: from the staged rows of each NPI, chosen by what is newest, one provider or one tombstone.
 *
 * The main row with the newest Last Update Date holds; of equally new ones, the one read last. A deactivation in the report
 * holds unless the main row says that the NPI was reactivated on that day or later.
 *
 * Secondary locations, other names and endpoints come as whole sets, and CMS dates the files of one release alike. The set of
 * the newest file that has rows for the NPI holds, unless the main row comes from a newer release of which a file of that kind
 * was read: then that file had nothing to say of the NPI because nothing is left, and the older set no longer holds. Where no
 * file of that kind was read beside the main file, the older set is the newest there is. A file whose date nobody knows is
 * older than any other.
 *
 * Every staged row ends up counted in the record of its file. Rows of refused files are passed over.
 */
import { setImmediate } from 'node:timers/promises'
import { BuildError } from './build-error.ts'
import type { FileRecord } from './file-record.ts'
import type { Built } from './provider.ts'
import { isoOfDay } from './rows/dates.ts'
import type { ProviderMaker, Span } from './rows/provider-of.ts'
import { type RowKind, rowKinds } from './sources/layouts.ts'
import type { StagedRange, StagedRow, Staging } from './staging/staging.ts'

/** The files of one build, all read by now, and what makes providers of their rows. */
export class Join {
  readonly #files: readonly FileRecord[]
  readonly #maker: ProviderMaker
  /** The dates of the files that were read, by their kind. */
  readonly #datesRead: ReadonlyMap<string, ReadonlySet<string>>

  /** `files` in the order of their numbers in the staging. */
  constructor(files: readonly FileRecord[], maker: ProviderMaker) {
    this.#files = files
    this.#maker = maker
    this.#datesRead = datesRead(files)
  }

  /** All providers and tombstones, in ascending order of NPI, each NPI once. */
  async *built(staging: Staging): AsyncGenerator<Built> {
    for (const range of staging.ranges()) {
      // Everything here is in memory, so nothing else would let a signal or a timer in for minutes.
      await setImmediate()
      const rows = sortedByNpi(range.rows.filter((row) => this.#files[row.file]?.refusal === undefined))
      for (let from = 0; from < rows.length; ) {
        const npi = rows[from]?.npi
        let to = from + 1
        while (rows[to]?.npi === npi) to++
        const built = this.#join(range, rows.slice(from, to))
        if (built !== undefined) yield built
        from = to
      }
    }
  }

  #join(range: StagedRange, rows: readonly StagedRow[]): Built | undefined {
    const main = this.#newest(rows, 'main')
    const reported = this.#newest(rows, 'deactivations')
    const state = main === undefined ? undefined : this.#maker.stateOf(range.bytes, main)
    if (
      main !== undefined &&
      state?.kind === 'active' &&
      (reported === undefined || state.reactivatedOn >= reported.rank)
    ) {
      if (reported !== undefined) this.#count(reported, 'superseded')
      this.#count(main, 'taken')
      return this.#maker.make(range.bytes, {
        npi: main.npi,
        main,
        secondaryLocations: this.#newestSet(range, rows, 'secondaryLocations', main),
        otherNames: this.#newestSet(range, rows, 'otherNames', main),
        endpoints: this.#newestSet(range, rows, 'endpoints', main),
      })
    }
    for (const row of rows) {
      if (isOf(row, 'secondaryLocations') || isOf(row, 'otherNames') || isOf(row, 'endpoints'))
        this.#count(row, 'orphan')
    }
    const deactivated = state?.kind === 'deactivated' ? state.deactivatedOn : 0
    return this.#tombstone(main, deactivated, reported)
  }

  /** The later of the two dates holds, of equal ones that of the main file; a row the other overrides is superseded. */
  #tombstone(main: StagedRow | undefined, day: number, reported: StagedRow | undefined): Built | undefined {
    const isMainNewer = main !== undefined && day >= (reported?.rank ?? 0)
    const [winner, loser] = isMainNewer ? [main, reported] : [reported, main]
    if (loser !== undefined) this.#count(loser, 'superseded')
    if (winner === undefined) return undefined
    this.#count(winner, 'taken')
    return { kind: 'deactivated', npi: winner.npi, deactivatedOn: isoOfDay(isMainNewer ? day : winner.rank) }
  }

  /** The row of a kind that holds; the others are counted. */
  #newest(rows: readonly StagedRow[], kind: RowKind): StagedRow | undefined {
    let newest: StagedRow | undefined
    for (const row of rows) {
      if (!isOf(row, kind)) continue
      const isNewer = newest === undefined || row.rank >= newest.rank
      const older = isNewer ? newest : row
      if (older !== undefined) this.#count(older, 'superseded')
      if (isNewer) newest = row
    }
    return newest
  }

  /** The rows of a kind from the newest files that have any, each once; none when the release of the main row took them back. */
  #newestSet(range: StagedRange, rows: readonly StagedRow[], kind: RowKind, main: StagedRow): Span[] {
    const release = this.#dateOf(main)
    let newest = this.#datesRead.get(kind)?.has(release) ? release : ''
    for (const row of rows) {
      const date = this.#dateOf(row)
      if (isOf(row, kind) && date > newest) newest = date
    }
    const taken = new Map<string, StagedRow>()
    for (const row of rows) {
      if (!isOf(row, kind)) continue
      const content = range.bytes.toString('latin1', row.start, row.end)
      const holds = this.#dateOf(row) === newest && !taken.has(content)
      if (holds) taken.set(content, row)
      this.#count(row, holds ? 'taken' : 'superseded')
    }
    return [...taken.values()]
  }

  #dateOf(row: StagedRow): string {
    return this.#files[row.file]?.date ?? ''
  }

  #count(row: StagedRow, outcome: 'taken' | 'superseded' | 'orphan'): void {
    const file = this.#files[row.file]
    if (file !== undefined) file[outcome]++
  }
}

function datesRead(files: readonly FileRecord[]): Map<string, Set<string>> {
  const dates = new Map<string, Set<string>>()
  for (const { kind, date, refusal } of files) {
    if (refusal !== undefined || date === undefined) continue
    const ofKind = dates.get(kind) ?? new Set()
    dates.set(kind, ofKind.add(date))
  }
  return dates
}

/** Sorted by NPI; the rows of one NPI keep their order. */
function sortedByNpi(rows: readonly StagedRow[]): StagedRow[] {
  // One number each, the NPI above and the place below, sorts many times faster than a comparing function.
  const placeSpan = 2 ** 21
  if (rows.length > placeSpan) {
    throw new BuildError([`expected at most ${placeSpan} rows in one range of NPIs; got ${rows.length}`])
  }
  const keys = new Float64Array(rows.length)
  for (const [place, row] of rows.entries()) keys[place] = row.npi * placeSpan + place
  keys.sort()
  const sorted: StagedRow[] = []
  for (const key of keys) {
    const row = rows[key % placeSpan]
    if (row !== undefined) sorted.push(row)
  }
  return sorted
}

function isOf(row: StagedRow, kind: RowKind): boolean {
  return rowKinds[row.kind] === kind
}
