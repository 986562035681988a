/**
 * Writes one snapshot from batches of providers in ascending order of their NPIs. Records go to disk as they come; only
 * columns of numbers stay in memory, and are sorted and written when the last provider has come. Equal input gives
 * equal bytes. Every file is durable and named in the manifest, which is written last, so that a failure leaves nothing
 * that opens. Fails with a RegistryError when a file cannot be written, with an Error that names the NPI when providers
 * come out of order, and with what the source of batches fails with.
 */
import { setImmediate } from 'node:timers/promises'
import type { Manifest, RefusedSummary, SourceSummary } from '#registry/format'
import { inventedNpiMin } from '#registry/npi'
import { type Additions, noAdditions } from '../join/additions.ts'
import type { Batch } from '../join/batch.ts'
import { U8Column, U32Column } from '../memory/column.ts'
import type { PlacedCities } from '../rows/city-tally.ts'
import { CityWriter } from './cities.ts'
import { Counting, writeProviderColumns } from './columns.ts'
import { NameWriter } from './names.ts'
import { type Compared, linkNeighbors, type NeighborLinks, Neighbors, writeNeighbors } from './neighbors.ts'
import { type EachPoint, groupsOf, PointCollector, pointsOf, Spread, writeGroups, writePlaces } from './places.ts'
import { RecordWriter } from './records.ts'
import { writeRatings, writeReviews } from './reviews.ts'
import { SetCollector, type WrittenSets, writeCredentials, writeTaxonomies } from './sets.ts'
import { SnapshotFolder, writeManifest } from './snapshot-folder.ts'

export interface SnapshotOptions {
  /** An existing, empty folder. */
  dir: string
  /** In ascending order of NPI, rendered with the same `labels`. */
  batches: AsyncIterable<Batch>
  /** The operator's labels of taxonomy codes. */
  labels: ReadonlyMap<string, string>
  /** How the rows write their cities, as the batches were rendered with it. */
  cities?: PlacedCities
  /** The operator's descriptions of taxonomy codes. */
  descriptions?: ReadonlyMap<string, string>
  /** Called when the last provider has come: only then it is known. */
  sources: () => SourceSummary[]
  refused: () => RefusedSummary
  /** yyyy-mm-dd */
  sourceDate: string
  link?: (compared: Compared) => Promise<NeighborLinks>
  additions?: Additions
  /** Counts deactivated providers too. */
  onProgress?: (written: number) => void
  onIndex?: OnIndex | undefined
}

/** Returns the manifest, which has the version's name. */
export async function writeSnapshot(options: SnapshotOptions): Promise<Manifest> {
  const folder = new SnapshotFolder(options.dir)
  try {
    const writer = new SnapshotWriter(folder, options.labels, options.additions ?? noAdditions)
    let written = 0
    for await (const batch of options.batches) {
      writer.add(batch)
      written += batch.npis.length + batch.deactivatedNpis.length
      options.onProgress?.(written)
    }
    const {
      cities = { names: [], positions: new Int32Array() },
      descriptions = new Map(),
      link = async (compared: Compared) => linkNeighbors(compared),
      onIndex,
    } = options
    await writer.finish(link, { cities, descriptions }, onIndex)
    return await writeManifest(folder, {
      sourceDate: options.sourceDate,
      isSample: writer.isSample && written > 0,
      counts: writer.counting.counts,
      countsByState: writer.counting.countsOfStates(),
      sources: options.sources(),
      refused: options.refused(),
    })
  } finally {
    folder.abandon()
  }
}

class SnapshotWriter {
  readonly counting = new Counting()
  isSample = true
  private readonly folder: SnapshotFolder
  private readonly labels: ReadonlyMap<string, string>
  private readonly additions: Additions
  private readonly npis = new U32Column()
  private readonly flags = new U8Column()
  private readonly deactivatedNpis = new U32Column()
  private readonly deactivatedOn = new U32Column()
  private readonly replacementNpis = new U32Column()
  private readonly records: RecordWriter
  private readonly names = new NameWriter()
  private readonly taxonomies = new SetCollector()
  private readonly credentials = new SetCollector()
  private readonly neighbors = new Neighbors()
  private readonly points = new PointCollector()
  private readonly cities = new CityWriter()
  private lastNpi = 0

  constructor(folder: SnapshotFolder, labels: ReadonlyMap<string, string>, additions: Additions) {
    this.folder = folder
    this.labels = labels
    this.additions = additions
    this.records = new RecordWriter(folder, labels)
  }

  add(batch: Batch): void {
    const { npis, flags, deactivatedNpis, workerId } = batch
    const firstOrdinal = this.npis.length
    this.expectAscending(npis, this.lastNpi)
    this.expectAscending(deactivatedNpis, this.lastNpi)
    this.lastNpi = Math.max(this.lastNpi, npis.at(-1) ?? 0, deactivatedNpis.at(-1) ?? 0)
    this.npis.append(npis)
    this.flags.append(flags)
    this.deactivatedNpis.append(deactivatedNpis)
    this.deactivatedOn.append(batch.deactivatedOn)
    this.replacementNpis.append(batch.replacementNpis)
    this.records.add(batch)
    this.names.add(batch)
    this.taxonomies.add(workerId, batch.taxonomySets, batch.newTaxonomySets)
    this.credentials.add(workerId, batch.credentialSets, batch.newCredentialSets)
    this.neighbors.add(batch)
    this.points.add(batch, firstOrdinal)
    this.cities.add(batch, firstOrdinal)
    this.additions.see(batch, firstOrdinal)
    this.counting.add(batch.counts, deactivatedNpis.length)
  }

  async finish(
    link: (compared: Compared) => Promise<NeighborLinks>,
    { cities, descriptions }: { cities: PlacedCities; descriptions: ReadonlyMap<string, string> },
    onIndex: OnIndex | undefined,
  ): Promise<void> {
    const { folder } = this
    const index = indexSteps(folder, onIndex)
    const links = link(this.neighbors.compared())
    // Thrown below, where it is awaited.
    links.catch(() => {})
    this.records.finish(folder)
    const npis = this.npis.whole()
    const flags = this.flags.whole()
    await index('reviews and ratings', () => {
      writeRatings(folder, this.additions.ratings(npis), flags)
      writeReviews(folder, this.additions.reviews(npis), npis, flags)
    })
    await index('providers', () => {
      writeProviderColumns(folder, {
        npis,
        flags,
        deactivatedNpis: this.deactivatedNpis.whole(),
        deactivatedOn: this.deactivatedOn.whole(),
        replacementNpis: this.replacementNpis.whole(),
      })
    })
    await index('names', () => this.names.write(folder))
    const taxonomy = this.taxonomies.written()
    await index('specialties', () => writeTaxonomies(folder, taxonomy, flags, this.labels, descriptions))
    const credential = this.credentials.written()
    await index('credentials', () => writeCredentials(folder, credential))
    await index('places', () => this.writePlaces({ taxonomy, credential }, flags.length))
    await index('cities', () => this.cities.write(folder, cities))
    await index('neighbors', async () => writeNeighbors(folder, await links))
  }

  /** `vocabularies` are those whose members a search with a place may name. */
  private writePlaces(vocabularies: Record<string, WrittenSets>, providerCount: number): void {
    const places = this.points.index()
    const spread = new Spread(places.runs, providerCount)
    this.writeGroups(vocabularies, pointsOf(places), spread)
    writePlaces(this.folder, places, spread)
  }

  private writeGroups(vocabularies: Record<string, WrittenSets>, points: EachPoint, spread: Spread): void {
    for (const [name, { setOf, sets, members }] of Object.entries(vocabularies)) {
      writeGroups(this.folder, name, groupsOf(points, setOf, sets, members.length), spread)
    }
  }

  private expectAscending(npis: Uint32Array, after: number): void {
    let last = after
    for (const npi of npis) {
      if (npi <= last) throw new Error(`NPI ${npi}: expected one above ${last}, the one before`)
      last = npi
      this.isSample &&= npi >= inventedNpiMin
    }
  }
}

type OnIndex = (name: string, bytes: number, ms: number) => void

function indexSteps(folder: SnapshotFolder, onIndex: OnIndex = () => {}) {
  return async <T>(name: string, write: () => T | Promise<T>): Promise<T> => {
    const [bytes, startedMs] = [folder.bytesFinished, performance.now()]
    const written = await write()
    onIndex(name, folder.bytesFinished - bytes, performance.now() - startedMs)
    // Lets signals in: each takes seconds for a whole country.
    await setImmediate()
    return written
  }
}
