/**
 * Writes one snapshot from batches of providers. Records go to disk as they come; only columns of numbers stay in
 * memory. Equal input gives equal bytes. The manifest is written last, so a failure leaves nothing that opens. Fails
 * with a RegistryError, or with an Error that names the NPI when providers come out of order.
 */
import { setImmediate } from 'node:timers/promises'
import type { Manifest, RefusedSummary, SourceSummary } from '#registry/format'
import { type Additions, noAdditions } from '../join/additions.ts'
import type { Batch } from '../join/batch.ts'
import type { PlacedCities } from '../rows/city-tally.ts'
import { CityWriter } from './cities.ts'
import { ProviderColumns } from './columns.ts'
import { FiledPlaceWriter } from './filed-places.ts'
import { NameWriter } from './names.ts'
import { type Compared, linkNeighbors, type NeighborLinks, Neighbors, writeNeighbors } from './neighbors.ts'
import { PointCollector, writePlaces } from './places.ts'
import { RecordWriter } from './records.ts'
import { writeRatings, writeReviews } from './reviews.ts'
import { SetCollector, writeCredentials, writeLicenseStates, writeTaxonomies } from './sets.ts'
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

export async function writeSnapshot(options: SnapshotOptions): Promise<Manifest> {
  const {
    labels,
    cities = { names: [], positions: new Int32Array() },
    descriptions = new Map(),
    link = async (compared: Compared) => linkNeighbors(compared),
    additions = noAdditions,
  } = options
  const folder = new SnapshotFolder(options.dir)
  try {
    const providers = new ProviderColumns()
    const records = new RecordWriter(folder, labels)
    const names = new NameWriter()
    const taxonomies = new SetCollector()
    const credentials = new SetCollector()
    const licenses = new SetCollector()
    const neighbors = new Neighbors()
    const points = new PointCollector()
    const cityWriter = new CityWriter()
    const filedPlaces = new FiledPlaceWriter()
    let written = 0
    for await (const batch of options.batches) {
      const firstOrdinal = providers.npis.length
      providers.add(batch)
      records.add(batch)
      names.add(batch)
      taxonomies.add(batch.workerId, batch.taxonomySets, batch.newTaxonomySets)
      credentials.add(batch.workerId, batch.credentialSets, batch.newCredentialSets)
      licenses.add(batch.workerId, batch.licenseSets, batch.newLicenseSets)
      neighbors.add(batch)
      points.add(batch, firstOrdinal)
      cityWriter.add(batch, firstOrdinal)
      filedPlaces.add(batch, firstOrdinal)
      additions.see(batch, firstOrdinal)
      written += batch.npis.length + batch.deactivatedNpis.length
      options.onProgress?.(written)
    }

    const index = indexSteps(folder, options.onIndex)
    const links = link(neighbors.compared())
    // Thrown below, where it is awaited.
    links.catch(() => {})
    records.finish(folder)
    const [npis, flags] = [providers.npis.whole(), providers.flags.whole()]
    await index('reviews and ratings', () => {
      writeRatings(folder, additions.ratings(npis), flags)
      writeReviews(folder, additions.reviews(npis), npis, flags)
    })
    await index('providers', () => providers.write(folder))
    await index('names', () => names.write(folder))
    const taxonomy = taxonomies.written()
    await index('specialties', () => writeTaxonomies(folder, taxonomy, flags, labels, descriptions))
    const credential = credentials.written()
    await index('credentials', () => writeCredentials(folder, credential))
    await index('licenses', () => writeLicenseStates(folder, licenses.written()))
    await index('places', () => writePlaces(folder, points.index(), npis.length, { taxonomy, credential }))
    await index('cities', () => cityWriter.write(folder, cities))
    await index('filed places', () => filedPlaces.write(folder))
    await index('neighbors', async () => writeNeighbors(folder, await links))
    return await writeManifest(folder, {
      sourceDate: options.sourceDate,
      isSample: providers.isSample,
      counts: providers.counts,
      countsByState: providers.countsByState(),
      sources: options.sources(),
      refused: options.refused(),
    })
  } finally {
    folder.abandon()
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
