/**
 * Stages reviews and surveys by NPI, for lists that are newest first. The same review given twice counts once, and
 * beyond the limit the oldest of a provider are left out.
 */
import { hasOrdinal } from '#registry/search/posting-lists'
import type { AddedReviews } from '../join/additions.ts'
import type { RowOutcomes } from '../join/join.ts'
import { reviewsPerProviderMax } from '../limits.ts'
import type { ReviewEntry } from '../rows/reviews.ts'
import { bareRow, rowAt, rowsIn, type StagedRow } from './staged-rows.ts'
import { Staging } from './staging.ts'

/** In place of the file of a survey, whose rows are counted elsewhere. */
const noFile = 0xffff

export class StagedReviews {
  readonly #path: string
  #staging: Staging | undefined

  constructor(path: string) {
    this.#path = path
  }

  addSurvey(npi: number, entry: ReviewEntry): void {
    this.add(npi, noFile, entry)
  }

  add(npi: number, file: number, { day, tenths, json }: ReviewEntry): void {
    this.#staging ??= new Staging(this.#path)
    this.#staging.append(bareRow({ kind: tenths, file, npi, rank: day }, Buffer.from(json)))
  }

  /**
   * Of the ascending `npis`. Counts each entry in the outcomes of its file; without outcomes (a refused file) it is
   * skipped. Nothing may be added after.
   */
  *byProvider(npis: Uint32Array, outcomes: readonly (RowOutcomes | undefined)[]): Generator<AddedReviews> {
    for (const range of this.#staging?.ranges() ?? []) {
      const rows = rowsIn(range)
        .map((at) => rowAt(range, at))
        .filter(({ file }) => file === noFile || outcomes[file] !== undefined)
        .sort((a, b) => a.npi - b.npi || b.rank - a.rank || compare(range, a, b) || a.file - b.file)
      for (let from = 0; from < rows.length; ) {
        let to = from + 1
        while (to < rows.length && rows[to].npi === rows[from].npi) to++
        const ofProvider = rows.slice(from, to)
        from = to
        if (hasOrdinal(npis, ofProvider[0].npi)) yield listOf(range, ofProvider, outcomes)
        else for (const { file } of ofProvider) count(outcomes, file, 'orphan')
      }
    }
  }

  close(): void {
    this.#staging?.close()
  }
}

function listOf(
  range: Buffer,
  rows: readonly StagedRow[],
  outcomes: readonly (RowOutcomes | undefined)[],
): AddedReviews {
  const entries: Uint8Array[] = []
  let sum = 0
  let rated = 0
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1]
    const isRepeated = before !== undefined && before.rank === row.rank && compare(range, before, row) === 0
    if (isRepeated || entries.length === reviewsPerProviderMax) {
      count(outcomes, row.file, 'superseded')
      continue
    }
    count(outcomes, row.file, 'taken')
    entries.push(range.subarray(row.start, row.end))
    if (row.kind === 0) continue
    sum += row.kind
    rated++
  }
  return { npi: rows[0].npi, entries, averageHundredths: rated === 0 ? 0 : Math.round((sum * 10) / rated) }
}

function compare(range: Buffer, a: StagedRow, b: StagedRow): number {
  return range.compare(range, b.start, b.end, a.start, a.end)
}

function count(outcomes: readonly (RowOutcomes | undefined)[], file: number, outcome: keyof RowOutcomes): void {
  const ofFile = outcomes[file]
  if (ofFile !== undefined) ofFile[outcome]++
}
