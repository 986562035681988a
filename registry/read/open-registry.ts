/**
 * Opens a snapshot of the provider registry for searching: the whole of registry/read is one small library, and this is its
 * door. It needs nothing of the server, and of the contract types alone.
 *
 *     const registry = await openRegistry('data/registry/versions/2026-11-08-0a1b2c3d')
 *     registry.count({ resource: 'doctors', place: { latitude: 40.7484, longitude: -73.9967, radiusMiles: 10 } })
 *     registry.close()
 *
 * It promises that every byte of the snapshot was compared with its checksum before the first answer, by this opening or, of files that
 * stay on disk and were not touched since, by an earlier one, which noted it (`checked-note.ts`); that answers are exact
 * (totals are counted, never estimated) and depend on nothing but snapshot and query; that an open registry never changes; and
 * that it holds the index in memory but reads records from disk. It opens in many short stretches, so that a process that serves
 * from another version goes on serving. It fails on opening, with a RegistryError that names the file
 * and says what was expected and what came, when a file is missing, cut, changed, of another snapshot or of another format.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { checksumFile, checksumText, jsonBytesMax, type Manifest, manifestFile, parseManifest } from '#registry/format'
import { checkFilters, checkPage } from './check-query.ts'
import { type Marks, readNote, removeNote, writeNote } from './checked-note.ts'
import { FacilityRatings } from './facility-ratings.ts'
import { RegistryError } from './json-reader.ts'
import { hasRatingFlag, hasReviewsFlag, Providers } from './providers.ts'
import type { Filters, FindResult, Frame, Hit, Lookup, Registry, Resource, SearchQuery, SearchResult } from './query.ts'
import { Records } from './records.ts'
import { Reviews } from './reviews.ts'
import { type Found, Search } from './search.ts'
import { openSnapshotFiles, type SnapshotFiles } from './snapshot-files.ts'
import { findSpecialty, prepareSpecialties } from './specialties.ts'
import { messageOf } from './thrown.ts'

/** How a registry is opened. */
export interface RegistryOptions {
  /**
   * How many threads may compare a large one with its checksums: two take half as long as one, and leave less of the processors to whoever
   * serves meanwhile.
   */
  threadsMax?: number
  /** Whether every byte is compared, whatever was noted. */
  isCheckedAnew?: boolean
}

/** `versionDir` is the folder of one version; its name does not matter. It is noted there what was compared, where that can be written. */
export async function openRegistry(
  versionDir: string,
  { threadsMax, isCheckedAnew = false }: RegistryOptions = {},
): Promise<Registry> {
  const manifest = await readManifest(versionDir)
  const trusted: Marks = isCheckedAnew ? new Map() : await readNote(versionDir)
  const files = await openSnapshotFiles(versionDir, manifest.files, { threadsMax, trusted }).catch(async (error) => {
    await removeNote(versionDir)
    throw error
  })
  try {
    const registry = await OpenRegistry.open(versionDir, manifest, files)
    if ([...files.marks].some(([name, mark]) => trusted.get(name) !== mark)) await writeNote(versionDir, files.marks)
    return registry
  } catch (error) {
    files.close()
    throw error
  }
}

/** The manifest of a snapshot, compared with its checksum. */
async function readManifest(versionDir: string): Promise<Manifest> {
  const bytes = await readSmall(versionDir, manifestFile)
  const expected = (await readSmall(versionDir, checksumFile)).toString('latin1')
  const found = checksumText(bytes)
  if (found !== expected) {
    throw new RegistryError(
      manifestFile,
      `expected the SHA-256 that ${checksumFile} tells, ${JSON.stringify(expected.slice(0, 64))}, got ${found.slice(0, 64)}`,
    )
  }
  return parseManifest(bytes.toString('utf8'))
}

const noFrame = (_total: number): Frame => ['', '']

class OpenRegistry implements Registry {
  readonly version: string
  readonly sourceDate: string
  readonly isSample: boolean
  private readonly versionDir: string
  private readonly files: SnapshotFiles
  private readonly providers: Providers
  private readonly records: Records
  private readonly reviews: Reviews
  private readonly searcher: Search
  private readonly labels: ReadonlyMap<string, string>
  private isClosed = false

  static async open(versionDir: string, manifest: Manifest, files: SnapshotFiles): Promise<OpenRegistry> {
    const providers = new Providers(files)
    const { npis, flags } = providers
    const reviews = new Reviews(files, flags)
    const ratings = new FacilityRatings(files, flags)
    await setImmediate()
    const records = new Records(files, npis, addedMembers(flags, reviews, ratings))
    await setImmediate()
    const codes = files.lines('taxonomy-codes')
    const texts = files.lines('taxonomy-labels')
    const labels = new Map(codes.map((code, number) => [code, texts[number] ?? code]))
    const searcher = await Search.open(files, providers, ratings, codes)
    await setImmediate()
    prepareSpecialties(labels)
    return new OpenRegistry(versionDir, manifest, files, { providers, records, reviews, searcher, labels })
  }

  private constructor(
    versionDir: string,
    { version, sourceDate, isSample }: Manifest,
    files: SnapshotFiles,
    parts: {
      providers: Providers
      records: Records
      reviews: Reviews
      searcher: Search
      labels: ReadonlyMap<string, string>
    },
  ) {
    this.versionDir = versionDir
    this.version = version
    this.sourceDate = sourceDate
    this.isSample = isSample
    this.files = files
    this.providers = parts.providers
    this.records = parts.records
    this.reviews = parts.reviews
    this.searcher = parts.searcher
    this.labels = parts.labels
  }

  get(npi: number): Lookup {
    this.checkOpen()
    const ordinal = this.providers.ordinalOf(npi)
    if (ordinal === undefined) {
      const deactivatedOn = this.providers.deactivationOf(npi)
      return deactivatedOn === undefined ? { kind: 'unknown' } : { kind: 'deactivated', deactivatedOn }
    }
    return {
      kind: 'found',
      resource: this.providers.resourceOf(ordinal),
      isDoctor: this.providers.isDoctor(ordinal),
      json: (resource) => this.records.full(ordinal, hasOrganizationIds(resource)),
      reviews: (offset, limit) => {
        checkPage(offset, limit)
        return this.reviews.page(ordinal, offset, limit)
      },
    }
  }

  search(query: SearchQuery, frame = noFrame): SearchResult {
    const { total, page } = this.findPage(query)
    const json = this.records.list(page, hasOrganizationIds(query.resource), frame(total))
    return { total, hits: this.hitsOf(page), json }
  }

  find(query: SearchQuery): FindResult {
    const { total, page } = this.findPage(query)
    return { total, hits: this.hitsOf(page) }
  }

  count(filters: Filters): number {
    return this.findPage({ ...filters, offset: 0, limit: 0 }).total
  }

  specialty(text: string) {
    return findSpecialty(text, this.labels)
  }

  async checkTrusted(): Promise<void> {
    try {
      await this.files.checkTrusted()
    } catch (error) {
      await removeNote(this.versionDir)
      throw error
    }
  }

  close(): void {
    this.isClosed = true
    this.files.close()
  }

  private findPage(query: SearchQuery) {
    this.checkOpen()
    checkFilters(query)
    checkPage(query.offset, query.limit)
    return this.searcher.find(query, query)
  }

  private checkOpen(): void {
    if (this.isClosed) throw new RegistryError(this.version, 'used after it was closed')
  }

  private hitsOf(page: Found[]): Hit[] {
    return page.map(({ ordinal, distanceMiles }) => ({ npi: this.providers.npis[ordinal], distanceMiles }))
  }
}

/** Reviews and rating of a provider, which stand neither in its record nor in its details. */
function addedMembers(flags: Uint8Array, reviews: Reviews, ratings: FacilityRatings) {
  return (ordinal: number) => {
    if ((flags[ordinal] & (hasReviewsFlag | hasRatingFlag)) === 0) return undefined
    const summary = reviews.summaryOf(ordinal)
    const rating = ratings.textOf(ordinal)
    return `${summary === undefined ? '' : `,"reviews":${summary}`}${rating === undefined ? '' : `,"rating":${rating}`}`
  }
}

/** The list of individuals is the one without them. */
function hasOrganizationIds(resource: Resource): boolean {
  return resource !== 'individuals'
}

async function readSmall(dir: string, name: string): Promise<Buffer> {
  const bytes = await readFile(join(dir, name)).catch((error: unknown) => {
    throw new RegistryError(name, `could not be read: ${messageOf(error)}`)
  })
  if (bytes.length > jsonBytesMax)
    throw new RegistryError(name, `expected at most ${jsonBytesMax} bytes, got ${bytes.length}`)
  return bytes
}
