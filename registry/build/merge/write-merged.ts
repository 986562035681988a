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
import type { BatchPoints } from '../snapshot/point-collector.ts'
import { type ProviderColumns, writeProviderColumns } from '../snapshot/provider-columns.ts'
import { writeRatings, writeReviews } from '../snapshot/review-writer.ts'
import { SnapshotFolder } from '../snapshot/snapshot-folder.ts'
import { writeCredentials, writeTaxonomies } from '../snapshot/taxonomy-writer.ts'
import { writeManifest } from '../snapshot/write-manifest.ts'
import { namingDamage } from './cannot-merge.ts'
import type { ChangedProviders } from './changed-providers.ts'
import type { RecordCopy } from './copying/copy-records.ts'
import { countsOf, type LastSnapshot } from './last-snapshot.ts'
import { mergedCompared, mergedNumbered, mergedProviders } from './merged-columns.ts'
import { mergedNames } from './merged-names.ts'
import { type ChangedSets, lastSetsIn, mergedSets } from './merged-sets.ts'
import { gone, type MovedOrdinals, type Ordinals, ordinalsOf } from './ordinals.ts'
import type { PartWriter } from './parts/part-writer.ts'
import type { Part } from './parts/parts.ts'
import type { Vocabulary } from './parts/places-part.ts'
import { seeFacilities } from './seen-facilities.ts'
import { candidatesIn, type StateWriter } from './state.ts'

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
  /** Who writes the parts: other threads, or this one. */
  parts: Pick<PartWriter, 'write'>
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
    const writer = new MergedWriter(folder, options, ordinals)
    await writer.writeFiles(recordCopyOf(options, ordinals))
    folder.lines('detail-phrases', new Phrasebook(labels).texts)
    return await writeManifest(folder, {
      sourceDate: options.sourceDate,
      isSample: writer.isSample,
      ...writer.counts(),
      sources: options.sources(),
      refused: options.refused(),
    })
  } catch (error) {
    throw namingDamage(error)
  } finally {
    folder.abandon()
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

/** Has the parts written, and writes all other files meanwhile. */
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

  async writeFiles(records: RecordCopy): Promise<void> {
    const { folder, providers, ordinals } = this
    const { dir, last, changed, labels, state, onIndex } = this.options
    const index = indexSteps(folder, onIndex)
    const { parts } = this.options
    const written = [parts.write({ kind: 'records', ...records }), parts.write({ kind: 'details', ...records })]
    const files = last.files.shared()
    const compared = mergedCompared(last.beside, providers.flags, changed.columns, ordinals)
    const now = { flags: providers.flags, ...compared }
    written.push(
      this.index({ kind: 'neighbours', dir, files, beside: last.beside.shared(), now, ordinals: movedOf(ordinals) }),
    )
    const { taxonomySets, newTaxonomySets, credentialSets, newCredentialSets } = changed.columns
    const taxonomies = this.vocabulary('taxonomy', 'taxonomy-codes', { setOf: taxonomySets, lines: newTaxonomySets })
    const credentials = this.vocabulary('credential', 'credentials', {
      setOf: credentialSets,
      lines: newCredentialSets,
    })
    const vocabularies = [taxonomies, credentials]
    written.push(this.index({ kind: 'places', dir, files, changed: pointsOf(changed.columns), ordinals, vocabularies }))
    state.compared(compared)
    await index('names', () => writeNames(folder, mergedNames(last.files, changed.columns, ordinals), ordinals.count))
    await index('specialties', () => writeTaxonomies(folder, taxonomies.now, providers.flags, labels))
    await index('credentials', () => writeCredentials(folder, credentials.now))
    // Reads records and details here and there, which may not have been compared with their checksums yet.
    await index('reviews and ratings', () => this.writeAdditions(records, compared.addresses))
    await index('providers', () => writeProviderColumns(folder, providers))
    for (const summaries of written) Object.assign(folder.summaries, await summaries)
  }

  /** Has an index written that is a part, and tells of it. Its failure is told when it is awaited, after what this thread does meanwhile. */
  private index(part: Exclude<Part, RecordCopy>): Promise<Record<string, FileSummary>> {
    const startedMs = performance.now()
    const written = this.options.parts.write(part)
    const tell = (summaries: Record<string, FileSummary>) => {
      const bytes = Object.values(summaries).reduce((sum, file) => sum + file.bytes, 0)
      this.options.onIndex?.(part.kind, bytes, performance.now() - startedMs)
    }
    written.then(tell, () => {})
    return written
  }

  /** Reviews and ratings are not merged but read anew: who is meant by them depends on all providers. */
  private writeAdditions(records: RecordCopy, addresses: Float64Array): void {
    const { folder, ordinals } = this
    const { last, changed, additions, state } = this.options
    const { npis, flags } = this.providers
    const numbered = mergedNumbered(last.beside, changed.columns, ordinals)
    state.numbered(numbered)
    const { matching } = additions
    if (matching !== undefined)
      seeFacilities(matching, { npis, flags, addresses, numbered }, records, candidatesIn(last.beside))
    state.candidates(matching)
    writeRatings(folder, additions.ratings(npis), flags)
    writeReviews(folder, additions.reviews(npis), npis, flags)
  }

  /** Taxonomies or credentials, which `name` tells. */
  private vocabulary(name: string, file: string, changed: ChangedSets): Vocabulary {
    const last = lastSetsIn(this.options.last.files, name, file)
    const now = mergedSets(last, changed, this.ordinals)
    return { name, ofLast: placesOf(last.members, now.members), now }
  }
}

function movedOf({ count, ofKept, ofSame, ofChanged }: Ordinals): MovedOrdinals {
  return { count, ofKept, ofSame, ofChanged }
}

/** Only what says where they practise: another thread is given a copy. */
function pointsOf({ flags, spotStarts, latitudes, longitudes, states, locations }: BatchPoints): BatchPoints {
  return { flags, spotStarts, latitudes, longitudes, states, locations }
}

/** Where texts stand among others; `gone` where they do not. */
function placesOf(texts: readonly string[], among: readonly string[]): Uint32Array {
  const places = new Map(among.map((text, place) => [text, place]))
  return Uint32Array.from(texts, (text) => places.get(text) ?? gone)
}
