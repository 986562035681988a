/**
 * Writes the snapshot of a merged version from the last one and from the providers that have changed. What is written is what a build from
 * all files writes of the same providers, to the byte: what it makes of providers one by one, in whatever order, is copied, and what
 * depends on their order is put together as that order has it. It promises and fails as registry/build/snapshot/write-snapshot.ts does,
 * and with CannotMergeError when the last version was damaged.
 */
import type { FileSummary, Manifest, RefusedSummary, SourceSummary } from '#registry/format'
import { inventedNpiMin } from '#registry/npi'
import type { BuildAdditions } from '../build-additions.ts'
import type { BatchCounts } from '../render/batch.ts'
import { Phrasebook } from '../render/phrasebook.ts'
import { Counting } from '../snapshot/counting.ts'
import { indexSteps, type OnIndex } from '../snapshot/index-steps.ts'
import { writeNames } from '../snapshot/name-writer.ts'
import { writeNeighbours } from '../snapshot/neighbours.ts'
import { Spread, writeGroups, writePlaces } from '../snapshot/place-writer.ts'
import { PointCollector } from '../snapshot/point-collector.ts'
import { type ProviderColumns, writeProviderColumns } from '../snapshot/provider-columns.ts'
import { writeRatings, writeReviews } from '../snapshot/review-writer.ts'
import type { WrittenSets } from '../snapshot/set-writer.ts'
import { SnapshotFolder } from '../snapshot/snapshot-folder.ts'
import { writeCredentials, writeTaxonomies } from '../snapshot/taxonomy-writer.ts'
import { writeManifest } from '../snapshot/write-manifest.ts'
import type { ChangedProviders } from './changed-providers.ts'
import type { RecordCopy } from './copying/copy-records.ts'
import { lastGroupsIn, lastPlacesIn } from './last-places.ts'
import { countsOf, type LastSnapshot } from './last-snapshot.ts'
import { mergedCompared, mergedNumbered, mergedProviders } from './merged-columns.ts'
import { mergedNames } from './merged-names.ts'
import { mergedNeighbours } from './merged-neighbours.ts'
import { MergedPlaces } from './merged-places.ts'
import { type ChangedSets, lastSetsIn, mergedSets } from './merged-sets.ts'
import { lastLinksIn, lastNeighboursIn } from './moved-organizations.ts'
import { gone, type Ordinals, ordinalsOf } from './ordinals.ts'
import { seeFacilities } from './seen-facilities.ts'
import type { StateWriter } from './state.ts'

export interface MergedSnapshotOptions {
  /** An existing, empty folder. */
  dir: string
  last: LastSnapshot
  changed: ChangedProviders
  /** What the changed providers count more than in the last version, or fewer where negative. */
  counts: readonly BatchCounts[]
  labels: ReadonlyMap<string, string>
  additions: BuildAdditions
  state: StateWriter
  /** Who copies records and details: another thread, or this one. */
  copy: (copy: RecordCopy) => Promise<Record<string, FileSummary>>
  /** Asked when everything else is written, for only then it is known. */
  sources: () => SourceSummary[]
  refused: () => RefusedSummary
  /** yyyy-mm-dd */
  sourceDate: string
  onIndex?: OnIndex | undefined
}

/** Writes the snapshot and answers with its manifest. The folder bears no name of a version yet; the manifest has it. */
export async function writeMergedSnapshot(options: MergedSnapshotOptions): Promise<Manifest> {
  const { last, changed, labels } = options
  const folder = new SnapshotFolder(options.dir)
  try {
    const ordinals = ordinalsOf(last.files.u32('npis'), changed.npis, changed.columns.npis)
    const records = recordCopyOf(options, ordinals)
    const copying = options.copy(records)
    // Its failure is told below, after what this thread has to do meanwhile.
    copying.catch(() => {})
    const writer = new MergedWriter(folder, options, ordinals)
    await writer.writeIndexes(records)
    folder.lines('detail-phrases', new Phrasebook(labels).texts)
    Object.assign(folder.summaries, await copying)
    return await writeManifest(folder, {
      sourceDate: options.sourceDate,
      isSample: writer.isSample,
      ...writer.counts(),
      sources: options.sources(),
      refused: options.refused(),
    })
  } finally {
    await folder.abandon()
  }
}

function recordCopyOf({ dir, last, changed }: MergedSnapshotOptions, { stretches }: Ordinals): RecordCopy {
  const { files } = last.manifest
  return {
    lastDir: last.dir,
    summaries: { records: files['records.bin'], details: files['details.bin'] },
    recordStarts: last.files.u32('record-starts'),
    detailStarts: last.files.f64('detail-starts'),
    changed: changed.files,
    stretches,
    dir,
  }
}

/** Writes all files but those of records and details. */
class MergedWriter {
  private readonly folder: SnapshotFolder
  private readonly options: MergedSnapshotOptions
  private readonly ordinals: Ordinals
  private readonly providers: ProviderColumns

  constructor(folder: SnapshotFolder, options: MergedSnapshotOptions, ordinals: Ordinals) {
    const { last, changed } = options
    this.folder = folder
    this.options = options
    this.ordinals = ordinals
    this.providers = mergedProviders(last.files, changed.npis, changed.columns, ordinals)
  }

  get isSample(): boolean {
    const all = [this.providers.npis, this.providers.deactivatedNpis]
    return all.some(({ length }) => length > 0) && all.every((npis) => npis.every((npi) => npi >= inventedNpiMin))
  }

  counts(): Pick<Manifest, 'counts' | 'countsByState'> {
    const counting = new Counting()
    counting.add(countsOf(this.options.last.manifest), this.providers.deactivatedNpis.length)
    for (const counts of this.options.counts) counting.add(counts, 0)
    return { counts: counting.counts, countsByState: counting.countsOfStates() }
  }

  async writeIndexes(records: RecordCopy): Promise<void> {
    const { folder, providers, ordinals } = this
    const { last, changed, labels, state } = this.options
    const index = indexSteps(folder, this.options.onIndex)
    const compared = mergedCompared(last.beside, providers.flags, changed.columns, ordinals)
    state.compared(compared)
    await index('names', () => writeNames(folder, mergedNames(last.files, changed.columns, ordinals), ordinals.count))
    const { taxonomySets, newTaxonomySets, credentialSets, newCredentialSets } = changed.columns
    const taxonomies = this.vocabulary('taxonomy', 'taxonomy-codes', { setOf: taxonomySets, lines: newTaxonomySets })
    await index('specialties', () => writeTaxonomies(folder, taxonomies.now, providers.flags, labels))
    const credentials = this.vocabulary('credential', 'credentials', {
      setOf: credentialSets,
      lines: newCredentialSets,
    })
    await index('credentials', () => writeCredentials(folder, credentials.now))
    await index('places', () => this.writePlaces([taxonomies, credentials]))
    await index('neighbours', () => {
      const now = { flags: providers.flags, ...compared }
      const links = lastLinksIn(last.files, last.beside)
      writeNeighbours(folder, mergedNeighbours(links, lastNeighboursIn(last.files), now, ordinals))
    })
    // Reads records and details here and there: they were read not long ago, to be copied.
    await index('reviews and ratings', () => this.writeAdditions(records, compared.addresses))
    await index('providers', () => writeProviderColumns(folder, providers))
  }

  /** Reviews and ratings are not merged but read anew: who is meant by them depends on all providers. */
  private writeAdditions(records: RecordCopy, addresses: Float64Array): void {
    const { folder, ordinals } = this
    const { last, changed, additions, state } = this.options
    const { npis, flags } = this.providers
    const numbered = mergedNumbered(last.beside, changed.columns, ordinals)
    state.numbered(numbered)
    seeFacilities(additions, { npis, flags, addresses, numbered }, records)
    writeRatings(folder, additions.ratings(npis), flags)
    writeReviews(folder, additions.reviews(npis), npis, flags)
  }

  private vocabulary(name: string, file: string, changed: ChangedSets): MergedVocabulary {
    const last = lastSetsIn(this.options.last.files, name, file)
    return { name, last, now: mergedSets(last, changed, this.ordinals) }
  }

  private writePlaces(vocabularies: readonly MergedVocabulary[]): void {
    const { folder, ordinals } = this
    const { last, changed } = this.options
    const points = new PointCollector()
    points.add(changed.columns, 0)
    const places = new MergedPlaces(lastPlacesIn(last.files), points.index(), ordinals)
    const spread = new Spread(places.index.runs, ordinals.count)
    for (const { name, last: before, now } of vocabularies) {
      const groups = places.groups(lastGroupsIn(last.files, name), placesOf(before.members, now.members), now)
      writeGroups(folder, name, groups, spread)
    }
    writePlaces(folder, places.index, spread)
  }
}

/** Taxonomies or credentials, which `name` tells. */
interface MergedVocabulary {
  name: string
  last: WrittenSets
  now: WrittenSets
}

/** Where texts stand among others; `gone` where they do not. */
function placesOf(texts: readonly string[], among: readonly string[]): Uint32Array {
  const places = new Map(among.map((text, place) => [text, place]))
  return Uint32Array.from(texts, (text) => places.get(text) ?? gone)
}
