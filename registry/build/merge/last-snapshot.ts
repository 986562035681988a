/**
 * A snapshot read back as the batches it was written from, but for the providers whose rows have changed: what a merge copies
 * instead of rendering it again. Every file is compared with its checksum before anything is taken from it. Opening fails with
 * CannotMergeError.
 */
import { join } from 'node:path'
import type { FileSummary, Manifest } from '#registry/format'
import { stateNumber } from '#registry/read/area'
import { type Lists, lowerBound } from '#registry/read/lists'
import { hasRatingFlag, hasReviewsFlag } from '#registry/read/providers'
import { detailsPerBlock, recordAlignment } from '#registry/read/records'
import { openSnapshotFiles, type SnapshotFiles } from '#registry/read/snapshot-files'
import { messageOf } from '#registry/read/thrown'
import type { Batch, BatchCounts } from '../render/batch.ts'
import { BatchWriter } from '../render/batch-writer.ts'
import { CannotMergeError } from './cannot-merge.ts'
import { LastSpots } from './last-spots.ts'
import { setLines, wordsOf } from './last-vocabularies.ts'
import { type State, stateFolder } from './state.ts'
import { Window } from './window.ts'

/** The files that batches are made of, without the endings; the others are made anew of these. Some are copied by ordinal … */
const filesByOrdinal = [
  ...['npis', 'flags', 'deactivated-npis', 'deactivated-on', 'records', 'record-starts', 'details', 'detail-starts'],
  ...['taxonomy-sets', 'credential-sets'],
]

/** … and some are turned into what batches have, or stay as they are to be turned batch by batch. */
const filesTurned = [
  ...['taxonomy-set-starts', 'taxonomy-set-members', 'taxonomy-codes'],
  ...['credential-set-starts', 'credential-set-members', 'credentials'],
  ...['name-words', 'name-word-starts', 'name-bearer-starts', 'name-bearers'],
  ...['provider-spots', 'spread-starts', 'spread-spots', 'spread-locations', 'spot-positions', 'spot-states'],
]

/** So many providers are read back at a time. */
const batchLength = 4096

const newline = 0x0a

/** Opens the snapshot in a folder with the state beside it; `maker` numbers its vocabularies. */
export async function openLastSnapshot(
  versionDir: string,
  manifest: Manifest,
  state: State,
  maker: number,
): Promise<LastSnapshot> {
  const filesOf = (names: readonly string[]) => {
    const files = Object.entries(manifest.files).filter(([name]) => names.includes(name.replace(/\.[^.]*$/, '')))
    return openSnapshotFiles(versionDir, Object.fromEntries<FileSummary>(files))
  }
  const opened: SnapshotFiles[] = []
  const keepOpen = (files: SnapshotFiles) => {
    opened.push(files)
    return files
  }
  try {
    const turned = turn(await filesOf(filesTurned), manifest, maker)
    const byOrdinal = keepOpen(await filesOf(filesByOrdinal))
    const beside = keepOpen(await openSnapshotFiles(join(versionDir, stateFolder), state.files))
    return new LastSnapshot(byOrdinal, beside, turned, maker)
  } catch (error) {
    for (const files of opened) files.close()
    throw new CannotMergeError(`one that was damaged: ${messageOf(error)}`)
  }
}

/** What is made of files that batches do not have as they are. */
interface Turned {
  vocabularies: Batch
  words: Lists
  spots: LastSpots
}

function turn(files: SnapshotFiles, manifest: Manifest, maker: number): Turned {
  try {
    const { individuals, organizations } = manifest.counts
    const vocabularies = {
      ...new BatchWriter(maker).take(),
      counts: countsOf(manifest),
      newWords: files.utf8('name-words'),
      newWordEnds: files.u32('name-word-starts').subarray(1),
      newTaxonomySets: setLines(files, 'taxonomy', 'taxonomy-codes'),
      newCredentialSets: setLines(files, 'credential', 'credentials'),
    }
    return { vocabularies, words: wordsOf(files, individuals + organizations), spots: new LastSpots(files) }
  } finally {
    files.close()
  }
}

/** Providers come in ascending order of NPI, each once. */
export class LastSnapshot {
  /** A batch without providers, which has to come first: the vocabularies of the others, and what was counted of all. */
  readonly vocabularies: Batch
  readonly #files: SnapshotFiles
  readonly #maker: number
  readonly #npis: Uint32Array
  readonly #flags: Uint8Array
  readonly #deactivatedNpis: Uint32Array
  readonly #deactivatedOn: Uint32Array
  readonly #recordStarts: Uint32Array
  readonly #records: Window
  readonly #detailStarts: Float64Array
  readonly #details: Window
  readonly #taxonomySets: Uint32Array
  readonly #credentialSets: Uint32Array
  readonly #words: Lists
  readonly #spots: LastSpots
  readonly #addressHashes: Float64Array
  readonly #phoneHashes: Float64Array
  readonly #numberedProviders: Uint32Array
  readonly #medicareNumbers: readonly string[]
  #provider = 0
  #deactivated = 0

  constructor(files: SnapshotFiles, beside: SnapshotFiles, { vocabularies, words, spots }: Turned, maker: number) {
    this.vocabularies = vocabularies
    this.#words = words
    this.#spots = spots
    this.#files = files
    this.#maker = maker
    this.#npis = files.u32('npis')
    // Who has reviews and ratings is found out anew.
    this.#flags = files.u8('flags').map((flags) => flags & ~(hasReviewsFlag | hasRatingFlag))
    this.#deactivatedNpis = files.u32('deactivated-npis')
    this.#deactivatedOn = files.u32('deactivated-on')
    this.#recordStarts = files.u32('record-starts')
    this.#records = new Window(files.onDisk('records', 'bin'), (this.#recordStarts.at(-1) ?? 0) * recordAlignment)
    this.#detailStarts = files.f64('detail-starts')
    this.#details = new Window(files.onDisk('details', 'bin'), this.#detailStarts.at(-1) ?? 0)
    this.#taxonomySets = files.u32('taxonomy-sets')
    this.#credentialSets = files.u32('credential-sets')
    this.#addressHashes = beside.f64('address-hashes')
    this.#phoneHashes = beside.f64('phone-hashes')
    this.#numberedProviders = beside.u32('numbered-providers')
    this.#medicareNumbers = beside.lines('medicare-numbers')
  }

  /** The providers and deactivated NPIs that have not come yet and are below an NPI. A batch holds until the next one comes. */
  *below(npi: number): Generator<Batch> {
    const end = lowerBound(this.#npis, npi, this.#provider, this.#npis.length)
    for (let from = this.#provider; from < end; from += batchLength) {
      const to = Math.min(end, from + batchLength)
      yield this.#batch(from, to, to === end ? npi : this.#npis[to])
    }
    this.#provider = end
    if (this.#deactivatedEnd(npi) > this.#deactivated) yield this.#batch(end, end, npi)
  }

  /** Passes over an NPI, if it is the next. */
  skip(npi: number): void {
    if (this.#npis[this.#provider] === npi) this.#provider++
    if (this.#deactivatedNpis[this.#deactivated] === npi) this.#deactivated++
  }

  close(): void {
    this.#files.close()
  }

  #deactivatedEnd(npi: number): number {
    return lowerBound(this.#deactivatedNpis, npi, this.#deactivated, this.#deactivatedNpis.length)
  }

  /** The providers from one ordinal up to another, and the deactivated NPIs below an NPI. */
  #batch(from: number, to: number, npi: number): Batch {
    const deactivatedFrom = this.#deactivated
    this.#deactivated = this.#deactivatedEnd(npi)
    return {
      ...noNews,
      maker: this.#maker,
      npis: this.#npis.subarray(from, to),
      flags: this.#flags.subarray(from, to),
      ...this.#recordsOf(from, to),
      ...this.#detailsOf(from, to),
      wordStarts: fromFirst(this.#words.starts.subarray(from, to + 1)),
      words: this.#words.members.subarray(this.#words.starts[from], this.#words.starts[to]),
      taxonomySets: this.#taxonomySets.subarray(from, to),
      credentialSets: this.#credentialSets.subarray(from, to),
      addressHashes: this.#addressHashes.subarray(from, to),
      phoneHashes: this.#phoneHashes.subarray(from, to),
      ...this.#spots.of(from, to),
      ...this.#numbersOf(from, to),
      deactivatedNpis: this.#deactivatedNpis.subarray(deactivatedFrom, this.#deactivated),
      deactivatedOn: this.#deactivatedOn.subarray(deactivatedFrom, this.#deactivated),
    }
  }

  #recordsOf(from: number, to: number): Pick<Batch, 'records' | 'recordStarts'> {
    const starts = this.#recordStarts
    const records = this.#records.bytes(starts[from] * recordAlignment, starts[to] * recordAlignment)
    return { records, recordStarts: fromFirst(starts.subarray(from, to)) }
  }

  #numbersOf(from: number, to: number): Pick<Batch, 'numberedProviders' | 'medicareNumbers'> {
    const all = this.#numberedProviders
    const [start, end] = [from, to].map((ordinal) => lowerBound(all, ordinal, 0, all.length))
    const numbers = this.#medicareNumbers.slice(start, end)
    return {
      numberedProviders: all.subarray(start, end).map((ordinal) => ordinal - from),
      medicareNumbers: numbers.map((number) => `${number}\n`).join(''),
    }
  }

  /** Only where every block of them begins is known, so their lines are looked for. */
  #detailsOf(from: number, to: number): Pick<Batch, 'details' | 'detailStarts'> {
    const firstBlock = Math.floor(from / detailsPerBlock)
    const blockStart = this.#detailStarts[firstBlock]
    const bytes = this.#details.bytes(blockStart, this.#detailStarts[Math.ceil(to / detailsPerBlock)])
    const detailStarts = new Uint32Array(to - from)
    let at = 0
    for (let skip = from % detailsPerBlock; skip > 0; skip--) at = bytes.indexOf(newline, at) + 1
    const start = at
    for (let index = 0; index < to - from; index++) {
      detailStarts[index] = at - start
      at = bytes.indexOf(newline, at) + 1
    }
    return { details: bytes.subarray(start, at), detailStarts }
  }
}

/** What a batch brings that is no provider: nothing. */
const noNews = {
  newWords: new Uint8Array(0),
  newWordEnds: new Uint32Array(0),
  newTaxonomySets: '',
  newCredentialSets: '',
  counts: { individuals: 0, organizations: 0, doctors: 0, locations: 0, unplaced: 0, byState: new Map() },
} satisfies Partial<Batch>

function countsOf({ counts, countsByState }: Manifest): BatchCounts {
  const { individuals, organizations, doctors, locations, unplaced } = counts
  const states = Object.entries(countsByState).map(([state, count]) => [stateNumber(state), { ...count }] as const)
  return { individuals, organizations, doctors, locations, unplaced, byState: new Map(states) }
}

function fromFirst(starts: Uint32Array): Uint32Array {
  const [first = 0] = starts
  return starts.map((start) => start - first)
}
