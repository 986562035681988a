/**
 * Opens a snapshot of the provider registry for searching. registry/search is a library of its own, and this is its
 * entry:
 *
 *     const registry = await openRegistry('data/registry/versions/2026-11-08-0a1b2c3d')
 *     registry.count({ resource: 'doctors', place: { latitude: 40.7484, longitude: -73.9967, radiusMiles: 10 } })
 *     registry.close()
 *
 * An open registry never changes. Answers depend on nothing but snapshot and query, totals are exact, and no answer
 * holds a damaged byte: what is held in memory is compared with its checksum before the first answer, what is read from
 * disk whenever it is read. Opening and reading fail with a RegistryError that names the file, what was expected and
 * what came. Opening works in short steps, so that a process that serves another version goes on serving.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checksumFile, checksumText, jsonBytesMax, type Manifest, manifestFile, parseManifest } from '#registry/format'
import { WrittenCities } from '../places/written-cities.ts'
import {
  codesNamed,
  findSpecialty,
  type KnownSpecialties,
  prepareSpecialties,
  suggestSpecialties,
  taxonomyNameOf,
} from '../vocabulary/specialties.ts'
import { messageOf, RegistryError } from './errors.ts'
import type { Filed } from './filed.ts'
import { type AlignedParts, aligned, type Overlay } from './overlay.ts'
import {
  checkFilters,
  checkPage,
  type FiledPage,
  type Filters,
  type FindResult,
  type Frame,
  type Hit,
  type Loan,
  type LocationFilters,
  type Lookup,
  type Registry,
  type SearchQuery,
  type SearchResult,
} from './query.ts'
import { type Found, hasOrganizationIds, SnapshotSearcher } from './searcher.ts'
import { damagedAmong, openSnapshotFiles, type SnapshotFiles } from './snapshot.ts'
import type { SearchThreads, ThreadedVersion } from './threads/search-threads.ts'

export interface RegistryOptions {
  /** Whether files that stay on disk are compared with their checksums before it is open, too. */
  isCheckedWhole?: boolean
  /** Gets every damage that is found while it answers, before the answer fails. */
  onDamage?: ((error: RegistryError) => void) | undefined
  /** Threads that search it, too, for `answer`. The caller ends them after it has closed the registry. */
  threads?: SearchThreads | undefined
}

/** The folder's name does not matter. */
export async function openRegistry(
  versionDir: string,
  { isCheckedWhole = false, onDamage, threads }: RegistryOptions = {},
): Promise<Registry> {
  const manifest = await readManifest(versionDir)
  const files = await openSnapshotFiles(versionDir, manifest.files, { isCheckedWhole, onDamage })
  try {
    return await OpenRegistry.open(versionDir, manifest, { files, threads })
  } catch (error) {
    files.close()
    throw error
  }
}

const codeLength = 10

/** In each thread that searches … */
const cacheBytesMax = 96 * 1024 * 1024
/** … and in the main process when threads search, for look-ups. */
const cacheBytesBesideThreads = 16 * 1024 * 1024

class OpenRegistry implements Registry {
  readonly version: string
  readonly sourceDate: string
  listsVersion = ''
  readonly isSample: boolean
  readonly cities: WrittenCities
  private readonly versionDir: string
  private readonly files: SnapshotFiles
  private readonly searcher: SnapshotSearcher
  private readonly threaded: ThreadedVersion | undefined
  private readonly specialties: KnownSpecialties
  private overlay: AlignedParts = []
  private loans = 0
  private isClosed = false
  private isReleased = false

  static async open(
    versionDir: string,
    manifest: Manifest,
    { files, threads }: { files: SnapshotFiles; threads: SearchThreads | undefined },
  ): Promise<OpenRegistry> {
    const opening = threads?.open(files.shared(), cacheBytesMax)
    try {
      const hasThreads = threads !== undefined && threads.count > 0
      const searcher = await SnapshotSearcher.open(files, hasThreads ? cacheBytesBesideThreads : cacheBytesMax)
      const specialties = specialtiesIn(files)
      prepareSpecialties(specialties)
      return new OpenRegistry(versionDir, manifest, { files, searcher, specialties, threaded: await opening })
    } catch (error) {
      await (await opening)?.close()
      throw error
    }
  }

  private constructor(
    versionDir: string,
    { version, sourceDate, isSample }: Manifest,
    parts: {
      files: SnapshotFiles
      searcher: SnapshotSearcher
      specialties: KnownSpecialties
      threaded: ThreadedVersion | undefined
    },
  ) {
    this.versionDir = versionDir
    this.version = version
    this.sourceDate = sourceDate
    this.isSample = isSample
    this.cities = WrittenCities.in(parts.files)
    this.files = parts.files
    this.searcher = parts.searcher
    this.specialties = parts.specialties
    this.threaded = parts.threaded
  }

  get npis() {
    return this.searcher.providers.npis
  }

  get(npi: number): Lookup {
    this.checkOpen()
    const { providers, records, reviews } = this.searcher
    const ordinal = providers.ordinalOf(npi)
    if (ordinal === undefined) {
      const deactivation = providers.deactivationOf(npi)
      return deactivation === undefined ? { kind: 'unknown' } : { kind: 'deactivated', ...deactivation }
    }
    return {
      kind: 'found',
      resource: providers.resourceOf(ordinal),
      isDoctor: providers.isDoctor(ordinal),
      json: (resource) => records.full(ordinal, hasOrganizationIds(resource)),
      reviews: (offset, limit) => {
        checkPage(offset, limit)
        return reviews.page(ordinal, offset, limit)
      },
    }
  }

  filedOf(npi: number): Filed | undefined {
    this.checkOpen()
    const ordinal = this.searcher.providers.ordinalOf(npi)
    return ordinal === undefined ? undefined : this.searcher.filedAt(ordinal)
  }

  findFiled(queries: readonly Filters[], page: FiledPage): FindResult {
    for (const query of queries) this.check({ ...query, ...page })
    const { total, page: found } = this.searcher.findFiled(queries, page)
    return { total, hits: this.hitsOf(found) }
  }

  licensedIn(state: string): Uint32Array {
    return this.searcher.licensedIn(state)
  }

  hasListed(part: string): boolean {
    return this.searcher.listed.has(part)
  }

  async takeOverlay({ parts, version }: Overlay): Promise<void> {
    const { npis, count } = this.searcher.providers
    const made = await aligned(parts, { npis, isSample: this.isSample })
    this.searcher.listed.use(made, count)
    this.overlay = made
    this.threaded?.takeOverlay(made)
    this.listsVersion = version
  }

  search(query: SearchQuery, frame?: Frame): SearchResult {
    this.check(query)
    const { total, page, json } = this.searcher.search(query, frame)
    return { total, hits: this.hitsOf(page), json }
  }

  answer(query: SearchQuery, frame: Frame): Buffer | Promise<Buffer> {
    this.check(query)
    // A few NPIs take less time than a thread.
    const answering = query.npis === undefined ? this.threaded?.search(query, frame) : undefined
    if (answering === undefined) return this.searcher.search(query, frame).json
    return answering.then((json) => json ?? this.searcher.search(query, frame).json)
  }

  find(query: SearchQuery): FindResult {
    this.check(query)
    const { total, page } = this.searcher.find(query, query)
    return { total, hits: this.hitsOf(page) }
  }

  count(filters: Filters): number {
    return this.find({ ...filters, offset: 0, limit: 0 }).total
  }

  get spots() {
    return this.searcher.spots
  }

  countBySpot(filters: Filters): Uint32Array {
    this.checkOpen()
    checkFilters(filters)
    return this.searcher.countBySpot(filters)
  }

  countLocations(filters: LocationFilters): number {
    this.checkOpen()
    checkFilters(filters)
    return this.searcher.countLocations(filters)
  }

  named(name: string, limit: number): Buffer {
    this.check({ resource: 'individuals', name, offset: 0, limit })
    return this.searcher.named(name, limit)
  }

  suggestSpecialties(text: string, limit: number): string[] {
    return suggestSpecialties(text, this.specialties, limit)
  }

  taxonomyName(code: string) {
    return taxonomyNameOf(code, this.specialties)
  }

  taxonomiesNamed(text: string, isPrefix: boolean) {
    return codesNamed(text, isPrefix, this.specialties)
  }

  specialty(text: string) {
    return findSpecialty(text, this.specialties)
  }

  async damages(signal: AbortSignal): Promise<RegistryError[]> {
    try {
      const { version, files } = await readManifest(this.versionDir)
      if (version !== this.version)
        throw new RegistryError(manifestFile, `expected version ${this.version}, got ${version}`)
      return await damagedAmong(this.versionDir, files, signal)
    } catch (error) {
      if (error instanceof RegistryError) return [error]
      throw error
    }
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    // Searches in progress read the same files.
    if (this.threaded === undefined) this.release()
    else void this.threaded.close().then(() => this.release())
  }

  lend(): Loan {
    this.checkOpen()
    this.loans++
    let isLent = true
    return {
      files: this.files.shared(),
      overlay: this.overlay,
      release: () => {
        if (!isLent) return
        isLent = false
        this.loans--
        if (this.isReleased) this.release()
      },
    }
  }

  /** The last of those that read them closes the files. */
  private release(): void {
    this.isReleased = true
    if (this.loans === 0) this.files.close()
  }

  private check(query: SearchQuery): void {
    this.checkOpen()
    checkFilters(query)
    checkPage(query.offset, query.limit)
  }

  private checkOpen(): void {
    if (this.isClosed) throw new RegistryError(this.version, 'used after it was closed')
  }

  private hitsOf(page: Found[]): Hit[] {
    return page.map(({ ordinal, distanceMiles }) => ({ npi: this.searcher.providers.npis[ordinal], distanceMiles }))
  }
}

function specialtiesIn(files: SnapshotFiles): KnownSpecialties {
  const texts = files.lines('taxonomy-labels')
  return {
    labels: new Map(files.lines('taxonomy-codes').map((code, number) => [code, texts[number] ?? code])),
    descriptions: new Map(
      files.lines('taxonomy-descriptions').map((line) => [line.slice(0, codeLength), line.slice(codeLength + 1)]),
    ),
  }
}

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

async function readSmall(dir: string, name: string): Promise<Buffer> {
  const bytes = await readFile(join(dir, name)).catch((error: unknown) => {
    throw new RegistryError(name, `could not be read: ${messageOf(error)}`)
  })
  if (bytes.length > jsonBytesMax)
    throw new RegistryError(name, `expected at most ${jsonBytesMax} bytes, got ${bytes.length}`)
  return bytes
}
