/**
 * Writes one snapshot of the registry from providers that come in batches, in ascending order of their NPIs. Records go to
 * disk as they come; only columns of numbers are kept in memory, and sorted and written when the last provider has come.
 *
 * It promises that equal input gives equal bytes, whenever and wherever it runs; that every file is durable and named in the
 * manifest, which is written last; and that a failure leaves no manifest, so that nothing half done can be opened. It fails
 * with a RegistryError when a file cannot be written (a full disk is said to be one), with an Error that names the NPI when
 * the providers do not come as promised, and with whatever the source of providers fails with.
 */
import { setImmediate } from 'node:timers/promises'
import {
  type Counts,
  checksumFile,
  checksumText,
  formatVersion,
  type Manifest,
  manifestFile,
  manifestText,
  type RefusedSummary,
  type SourceSummary,
  type StateCounts,
  versionOf,
} from '#registry/format'
import { inventedNpiMin } from '#registry/npi'
import { Bits } from '#registry/read/bits'
import { flagsInOrder } from '#registry/read/providers'
import { labelOf } from '#registry/read/specialties'
import type { Batch } from '../render/batch.ts'
import { type Additions, noAdditions } from './additions.ts'
import { columnOfU8, columnOfU32 } from './column.ts'
import { writeFacilityTypes } from './facility-type-writer.ts'
import { NameWriter } from './name-writer.ts'
import { type Compared, linkNeighbours, type NeighbourLinks } from './neighbour-links.ts'
import { Neighbours } from './neighbours.ts'
import { PointWriter } from './point-writer.ts'
import { RecordWriter } from './record-writer.ts'
import { writeRatings, writeReviews } from './review-writer.ts'
import { SetWriter, type WrittenSets } from './set-writer.ts'
import { SnapshotFolder } from './snapshot-folder.ts'

/** What a snapshot is made of, and where. */
export interface SnapshotOptions {
  /** An existing, empty folder. */
  dir: string
  /** In ascending order of NPI, rendered with the same `labels`. */
  batches: AsyncIterable<Batch>
  /** The operator's labels of taxonomy codes; may be empty, for we have labels of our own. */
  labels: ReadonlyMap<string, string>
  /** Asked when the last provider has come, for only then it is known. */
  sources: () => SourceSummary[]
  refused: () => RefusedSummary
  /** yyyy-mm-dd */
  sourceDate: string
  /** Who links providers with organizations, which takes long: another thread, or this one when not given. */
  link?: (compared: Compared) => Promise<NeighbourLinks>
  /** Reviews and ratings; none when not given. */
  additions?: Additions
  /** Called now and then with how many providers, deactivated ones included, were written. */
  onProgress?: (written: number) => void
  /** Called with each index when it is written: how large it is, and how long that took. */
  onIndex?: (name: string, bytes: number, ms: number) => void
}

/** Writes the snapshot and answers with its manifest. The folder bears no name of a version yet; the manifest has it. */
export async function writeSnapshot(options: SnapshotOptions): Promise<Manifest> {
  const folder = new SnapshotFolder(options.dir)
  try {
    const writer = new SnapshotWriter(folder, options.labels, options.additions ?? noAdditions)
    let written = 0
    for await (const batch of options.batches) {
      writer.add(batch)
      await folder.keepUp()
      written += batch.npis.length + batch.deactivatedNpis.length
      options.onProgress?.(written)
    }
    await writer.finish(options.link ?? (async (compared) => linkNeighbours(compared)), options.onIndex ?? (() => {}))
    return await writeManifest(folder, {
      formatVersion,
      sourceDate: options.sourceDate,
      isSample: writer.isSample && written > 0,
      counts: writer.counts,
      countsByState: writer.countsOfStates(),
      sources: options.sources(),
      refused: options.refused(),
      files: folder.summaries,
    })
  } finally {
    await folder.abandon()
  }
}

class SnapshotWriter {
  readonly counts: Counts = { individuals: 0, organizations: 0, doctors: 0, deactivated: 0, locations: 0, unplaced: 0 }
  isSample = true
  private readonly countsByState = new Map<string, StateCounts>()
  private readonly folder: SnapshotFolder
  private readonly labels: ReadonlyMap<string, string>
  private readonly additions: Additions
  private readonly npis = columnOfU32()
  private readonly flags = columnOfU8()
  private readonly deactivatedNpis = columnOfU32()
  private readonly deactivatedOn = columnOfU32()
  private readonly records: RecordWriter
  private readonly names = new NameWriter()
  private readonly taxonomies = new SetWriter('taxonomy')
  private readonly credentials = new SetWriter('credential')
  private readonly neighbours = new Neighbours()
  private readonly points = new PointWriter()
  private lastNpi = 0

  constructor(folder: SnapshotFolder, labels: ReadonlyMap<string, string>, additions: Additions) {
    this.folder = folder
    this.labels = labels
    this.additions = additions
    this.records = new RecordWriter(folder, labels)
  }

  add(batch: Batch): void {
    const { npis, flags, deactivatedNpis, maker } = batch
    const firstOrdinal = this.npis.length
    this.expectAscending(npis, this.lastNpi)
    this.expectAscending(deactivatedNpis, this.lastNpi)
    this.lastNpi = Math.max(this.lastNpi, npis.at(-1) ?? 0, deactivatedNpis.at(-1) ?? 0)
    this.npis.append(npis)
    this.flags.append(flags)
    this.deactivatedNpis.append(deactivatedNpis)
    this.deactivatedOn.append(batch.deactivatedOn)
    this.records.add(batch)
    this.names.add(batch)
    this.taxonomies.add(maker, batch.taxonomySets, batch.newTaxonomySets)
    this.credentials.add(maker, batch.credentialSets, batch.newCredentialSets)
    this.neighbours.add(batch)
    this.points.add(batch, firstOrdinal)
    this.additions.see(batch, firstOrdinal)
    this.count(batch)
  }

  /** Writes everything but the records, which are written already. */
  async finish(
    link: (compared: Compared) => Promise<NeighbourLinks>,
    onIndex: NonNullable<SnapshotOptions['onIndex']>,
  ): Promise<void> {
    const { folder } = this
    const index = async <T>(name: string, write: () => T | Promise<T>): Promise<T> => {
      const [bytes, startedMs] = [folder.bytesFinished, performance.now()]
      const written = await write()
      onIndex(name, folder.bytesFinished - bytes, performance.now() - startedMs)
      // Each takes seconds for a whole country, and nothing else would let a signal in.
      await setImmediate()
      return written
    }
    const links = link(this.neighbours.compared())
    // Its failure is told below, after what this thread has to do meanwhile.
    links.catch(() => {})
    this.records.finish(folder)
    const npis = this.npis.whole()
    const flags = this.flags.whole()
    await index('reviews and ratings', () => {
      writeRatings(folder, this.additions.ratings(npis), flags)
      writeReviews(folder, this.additions.reviews(npis), npis, flags)
    })
    await index('providers', () => {
      folder.array('npis', npis)
      this.writeFlags(flags)
      folder.array('deactivated-npis', this.deactivatedNpis.whole())
      folder.array('deactivated-on', this.deactivatedOn.whole())
    })
    await index('names', () => this.names.write(folder))
    const taxonomies = await index('specialties', () => this.writeTaxonomies(flags))
    const credentials = await index('credentials', () => {
      const written = this.credentials.write(folder)
      folder.lines('credentials', written.members)
      return written
    })
    await index('places', () => this.points.write(folder, { taxonomy: taxonomies, credential: credentials }))
    await index('neighbours', async () => this.neighbours.write(folder, await links))
  }

  private writeTaxonomies(flags: Uint8Array): WrittenSets {
    const { folder } = this
    const taxonomies = this.taxonomies.write(folder)
    writeFacilityTypes(folder, flags, taxonomies)
    folder.lines('taxonomy-codes', taxonomies.members)
    folder.lines(
      'taxonomy-labels',
      taxonomies.members.map((code) => labelOf(code, this.labels)),
    )
    return taxonomies
  }

  /** For one provider its flags stand together, for a search of many who has one flag. */
  private writeFlags(flags: Uint8Array): void {
    this.folder.array('flags', flags)
    const stream = this.folder.stream('flag-bits.u32')
    for (const flag of flagsInOrder) {
      const bits = new Bits(flags.length)
      for (let ordinal = 0; ordinal < flags.length; ordinal++) if ((flags[ordinal] & flag) !== 0) bits.put(ordinal)
      stream.write(bits.bytes())
    }
    stream.finish()
  }

  /** Of the states that have any providers. */
  countsOfStates(): Record<string, StateCounts> {
    const states = [...this.countsByState].filter(
      ([, { individuals, organizations }]) => individuals + organizations > 0,
    )
    return Object.fromEntries(states)
  }

  private expectAscending(npis: Uint32Array, after: number): void {
    let last = after
    for (const npi of npis) {
      if (npi <= last) throw new Error(`NPI ${npi}: expected one above ${last}, the one before`)
      last = npi
      this.isSample &&= npi >= inventedNpiMin
    }
  }

  private count({ counts: added, deactivatedNpis }: Batch): void {
    const { counts } = this
    counts.individuals += added.individuals
    counts.organizations += added.organizations
    counts.doctors += added.doctors
    counts.deactivated += deactivatedNpis.length
    counts.locations += added.locations
    counts.unplaced += added.unplaced
    for (const [number, { individuals, organizations }] of added.byState) {
      const state = number === 0 ? 'other' : stateOfNumber(number)
      const ofState = this.countsByState.get(state) ?? { individuals: 0, organizations: 0 }
      ofState.individuals += individuals
      ofState.organizations += organizations
      this.countsByState.set(state, ofState)
    }
  }
}

/** `stateNumber` of registry/read turned round. */
function stateOfNumber(number: number): string {
  return String.fromCharCode(number >> 8, number & 0xff)
}

/** The manifest and its checksum come last: without them nothing can be opened. */
async function writeManifest(folder: SnapshotFolder, unnamed: Omit<Manifest, 'version'>): Promise<Manifest> {
  const manifest = { ...unnamed, files: { ...unnamed.files }, version: versionOf(unnamed) }
  const text = manifestText(manifest)
  await folder.settle()
  folder.bytes(manifestFile, Buffer.from(text))
  folder.bytes(checksumFile, Buffer.from(checksumText(text)))
  await folder.settle()
  return manifest
}
