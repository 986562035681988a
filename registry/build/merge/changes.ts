/**
 * What new files change: of every NPI that they name, all rows there are, old and new, and from these the provider as it is
 * now. Joining the old rows alone as well tells what the version before had counted, so that its counts can be corrected.
 */
import type { SourceSummary } from '#registry/format'
import { Bits } from '#registry/read/bits'
import { messageOf } from '#registry/read/thrown'
import { BuildError } from '../build-error.ts'
import { Join, type JoinedFile, type JoinedRange, type RowOutcomes } from '../join.ts'
import type { Batch, BatchCounts } from '../render/batch.ts'
import { sizeRule } from '../render/batch-writer.ts'
import { ProviderRenderer } from '../render/provider-renderer.ts'
import { rowKinds } from '../sources/layouts.ts'
import { eachRow, type VisitRow } from '../staging/rows-file.ts'
import { fileOfRow, kindOfRow, npiOfRow, rowsIn, setFileOfRow } from '../staging/staged-rows.ts'
import type { Staging } from '../staging/staging.ts'
import { CannotMergeError } from './cannot-merge.ts'
import type { MergedFile, MergedFiles } from './merged-files.ts'
import type { KeptRows } from './state.ts'

/** A file of rows; the numbers of files in it stand for `kept.sources`, places among the merged files. */
export interface NumberedRows {
  path: string
  kept: KeptRows
  isNew: boolean
}

/** NPIs, ascending, with their providers and tombstones as they are now; there is neither of some. */
export interface Change {
  npis: Uint32Array
  /** What it counts is what there is more of than before, or fewer where negative. */
  batch: Batch
}

/**
 * Stages every row about an NPI that the new files change, with the places of the merged files. `onBytes` is told how far it is.
 * Throws CannotMergeError when a file of old rows is not what was written.
 */
export async function stageChanged(
  { files }: MergedFiles,
  rows: readonly NumberedRows[],
  staging: Staging,
  onBytes: (done: number, total: number) => void,
): Promise<void> {
  const changed = new ChangedNpis()
  const isReplaced = releasesWithMore(files)
  const naming = rows.filter(({ isNew }) => isNew || isReplaced.includes(true))
  const total = [...naming, ...rows].reduce((sum, { kept }) => sum + kept.bytes, 0)
  let done = 0
  const onRead = (bytes: number) => {
    done += bytes
    onBytes(done, total)
  }
  for (const file of naming) {
    await eachTaken(file, onRead, (bytes, at, place) => {
      if (file.isNew || (isReplaced[place] && kindOfRow(bytes, at) === mainKind)) changed.add(npiOfRow(bytes, at))
    })
  }
  for (const file of rows) {
    await eachTaken(file, onRead, (bytes, at, place, end) => {
      if (!changed.has(npiOfRow(bytes, at))) return
      setFileOfRow(bytes, at, place)
      staging.append(bytes.subarray(at, end))
    })
  }
}

/** Visits the rows of files that were not refused, with the place of their file. */
async function eachTaken(
  { path, kept, isNew }: NumberedRows,
  onRead: (bytes: number) => void,
  visit: (bytes: Buffer, at: number, place: number, end: number) => void,
): Promise<void> {
  try {
    const visitTaken: VisitRow = (bytes, at, end) => {
      const place = kept.sources[fileOfRow(bytes, at)] ?? -1
      if (place !== -1) visit(bytes, at, place, end)
    }
    await eachRow(path, kept, visitTaken, onRead)
  } catch (error) {
    if (isNew || error instanceof BuildError) throw error
    throw new CannotMergeError(`one whose build state was damaged: ${kept.name}: ${messageOf(error)}`)
  }
}

/** Who made the batches tells their vocabularies from those of others; here there are none. */
const maker = 0

/** Joins the staged rows, range by range. */
export class Changes {
  /** What became of the rows of each file, beyond what the version before had counted. */
  readonly outcomes: RowOutcomes[]
  /** How many main rows of each file were refused because their provider is too large, likewise. */
  readonly tooLarge: number[]
  readonly #before: Join
  readonly #after: Join
  readonly #files: readonly MergedFile[]
  readonly #onTooLarge: (npi: number, file: SourceSummary) => void

  /**
   * `maker` numbers the vocabularies of the batches; `onTooLarge` is told of each provider that is too large now, and of the file of
   * its main row.
   */
  constructor(
    { files }: MergedFiles,
    labels: ReadonlyMap<string, string>,
    onTooLarge: (npi: number, file: SourceSummary) => void,
  ) {
    this.#files = files
    this.#onTooLarge = onTooLarge
    const joined = (isPassedOver: (file: MergedFile) => boolean) =>
      files.map((file): JoinedFile => {
        const { kind, date } = file.summary
        return { kind, date: date ?? undefined, isRefused: isPassedOver(file) }
      })
    this.#before = new Join(
      joined(({ record }) => record !== undefined),
      new ProviderRenderer(labels, maker),
    )
    this.#after = new Join(
      joined(() => false),
      new ProviderRenderer(labels, maker),
    )
    this.outcomes = files.map(() => ({ taken: 0, superseded: 0, orphan: 0 }))
    this.tooLarge = files.map(() => 0)
  }

  /** Rows refused beyond those that the version before had counted, fewer where negative, by the rule that they broke. */
  get refusedRows(): ReadonlyMap<string, number> {
    return new Map([[sizeRule, this.tooLarge.reduce((sum, rows) => sum + rows, 0)]])
  }

  /** The changes of one range of staged rows. */
  of(range: Buffer): Change {
    const rows = inOrder(range)
    const before = this.#before.range(rows)
    this.#count(before, -1)
    const after = this.#after.range(rows)
    this.#count(after, 1)
    this.#tell(after)
    return { npis: npisOf(rows), batch: { ...after.batch, counts: less(after.batch.counts, before.batch.counts) } }
  }

  #tell({ tooLarge }: JoinedRange): void {
    for (const { npi, file } of tooLarge) {
      const merged = this.#files[file]
      if (merged !== undefined) this.#onTooLarge(npi, merged.summary)
    }
  }

  #count({ outcomes, tooLarge }: JoinedRange, sign: 1 | -1): void {
    for (const { file } of tooLarge) this.tooLarge[file] += sign
    for (const [file, sum] of this.outcomes.entries()) {
      for (const kind of outcomeKinds) sum[kind] += sign * (outcomes[file]?.[kind] ?? 0)
    }
  }
}

const mainKind = rowKinds.indexOf('main')
const setKinds = ['secondaryLocations', 'otherNames', 'endpoints'] as const
const outcomeKinds = ['taken', 'superseded', 'orphan'] as const

/** NPIs, told by their nine digits before the check digit. */
class ChangedNpis {
  readonly #bits = new Bits(nineDigits)

  add(npi: number): void {
    this.#bits.put(placeOf(npi))
  }

  has(npi: number): boolean {
    return this.#bits.has(placeOf(npi))
  }
}

const nineDigitsMin = 100_000_000
const nineDigits = 200_000_000

function placeOf(npi: number): number {
  return Math.floor(npi / 10) - nineDigitsMin
}

/**
 * By the place of a file, whether it is an old main file whose release has got one more file: of the providers that have
 * their main row from it, the older sets of that kind hold no longer (registry/build/join.ts), though no new row names them.
 */
function releasesWithMore(files: readonly MergedFile[]): boolean[] {
  const datesOf = (isNew: boolean, kind: SourceSummary['kind']) =>
    files
      .filter(({ record, summary }) => (record !== undefined) === isNew && summary.kind === kind)
      .map(({ summary }) => summary.date)
  const datesWithMore = new Set(
    setKinds.flatMap((kind) =>
      datesOf(true, kind).filter((date) => date !== null && !datesOf(false, kind).includes(date)),
    ),
  )
  return files.map(
    ({ summary, record }) => record === undefined && summary.kind === 'main' && datesWithMore.has(summary.date),
  )
}

/** The rows by NPI, and those of one NPI in the order of the files, in which a build from all files would read them. */
function inOrder(range: Buffer): Buffer {
  const places = rowsIn(range)
  const ends = new Map(places.map((at, index) => [at, places[index + 1] ?? range.length]))
  const compare = (a: number, b: number) =>
    npiOfRow(range, a) - npiOfRow(range, b) || fileOfRow(range, a) - fileOfRow(range, b) || a - b
  return Buffer.concat(places.sort(compare).map((at) => range.subarray(at, ends.get(at))))
}

/** The NPIs of rows that are in their order, each once. */
function npisOf(rows: Buffer): Uint32Array {
  return Uint32Array.from(new Set(rowsIn(rows).map((at) => npiOfRow(rows, at))))
}

function less(after: BatchCounts, before: BatchCounts): BatchCounts {
  const byState: BatchCounts['byState'] = new Map()
  const add = (counts: BatchCounts, sign: 1 | -1) => {
    for (const [state, { individuals, organizations }] of counts.byState) {
      const sum = byState.get(state) ?? { individuals: 0, organizations: 0 }
      byState.set(state, {
        individuals: sum.individuals + sign * individuals,
        organizations: sum.organizations + sign * organizations,
      })
    }
  }
  add(after, 1)
  add(before, -1)
  return {
    individuals: after.individuals - before.individuals,
    organizations: after.organizations - before.organizations,
    doctors: after.doctors - before.doctors,
    locations: after.locations - before.locations,
    unplaced: after.unplaced - before.unplaced,
    byState,
  }
}
