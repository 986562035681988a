/**
 * What new files change: of every NPI that they name, all rows there are, old and new, and from these the provider as it is
 * now. Joining the old rows alone as well tells what the version before had counted, so that its counts can be corrected.
 */
import { setImmediate } from 'node:timers/promises'
import type { SourceSummary } from '#registry/format'
import { messageOf } from '#registry/read/thrown'
import { Join, type JoinedFile, type JoinedRange, type RowOutcomes } from '../join.ts'
import type { Batch, BatchCounts, SpareBatch } from '../render/batch.ts'
import { sizeRule } from '../render/batch-writer.ts'
import { ProviderRenderer } from '../render/provider-renderer.ts'
import { rowKinds } from '../sources/layouts.ts'
import { eachRow, piecesOf } from '../staging/rows-file.ts'
import { fileOfRow, kindOfRow, npiOfRow, rowsIn } from '../staging/staged-rows.ts'
import type { Staging } from '../staging/staging.ts'
import { inOrder } from '../threads/in-order.ts'
import type { Workforce } from '../threads/workforce.ts'
import { CannotMergeError } from './cannot-merge.ts'
import type { MergedFile, MergedFiles } from './merged-files.ts'
import { ChangedNpis } from './picked-rows.ts'
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
 * Stages every row about an NPI that the new files change, with the places of the merged files. `onBytes` is told how many more have been
 * looked through. Throws CannotMergeError when a file of old rows is not what was written.
 */
export async function stageChanged(
  { files }: MergedFiles,
  rows: readonly NumberedRows[],
  { staging, workforce }: { staging: Staging; workforce: Pick<Workforce, 'ahead' | 'pick'> },
  onBytes: (bytes: number) => void,
): Promise<void> {
  const changed = await changedNpis(files, rows)
  const pieces = rows.flatMap((file) => piecesOf(file.path, file.kept).map((piece) => ({ file, piece })))
  const pick = async ({ file, piece }: (typeof pieces)[number]) => {
    const { rows, fault } = await workforce.pick({ piece, places: file.kept.sources, changed: changed.words })
    return { file, piece, rows, fault }
  }
  for await (const { file, piece, rows, fault } of inOrder(pieces, workforce.ahead, pick)) {
    if (fault !== undefined) throw damaged(file, fault)
    staging.append(rows)
    onBytes(piece.bytes)
  }
}

/** The NPIs that new rows name, and those of old main files whose release has got one more file. */
async function changedNpis(files: readonly MergedFile[], rows: readonly NumberedRows[]): Promise<ChangedNpis> {
  const changed = new ChangedNpis()
  const isReplaced = releasesWithMore(files)
  for (const file of rows.filter(({ isNew }) => isNew || isReplaced.includes(true))) {
    const { sources } = file.kept
    for (const piece of piecesOf(file.path, file.kept)) {
      // Nothing else would let a signal or a timer in.
      await setImmediate()
      try {
        eachRow(piece, (bytes, at) => {
          const place = sources[fileOfRow(bytes, at)] ?? -1
          const isNamed = file.isNew || (isReplaced[place] && kindOfRow(bytes, at) === mainKind)
          if (place !== -1 && isNamed) changed.add(npiOfRow(bytes, at))
        })
      } catch (error) {
        throw damaged(file, messageOf(error))
      }
    }
  }
  return changed
}

function damaged({ kept, isNew }: NumberedRows, fault: string): Error {
  return isNew
    ? new Error(`${kept.name}: ${fault}`)
    : new CannotMergeError(`one whose build state was damaged: ${kept.name}: ${fault}`)
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
  /** The memory of what was before: of that no more is looked at than what it counts. */
  #spare: SpareBatch | undefined
  readonly #after: Join
  readonly #files: readonly MergedFile[]
  readonly #onTooLarge: (npi: number, file: SourceSummary) => void

  /** `onTooLarge` is told of each provider that is too large now, and of the file of its main row. */
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
    const rows = sorted(range)
    const before = this.#before.range(rows, this.#spare)
    this.#spare = { records: before.batch.records.buffer, details: before.batch.details.buffer }
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
function sorted(range: Buffer): Buffer {
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
