/**
 * Opens a snapshot of the provider registry for searching: the whole of registry/search is one small library, and this is its
 * door. It needs nothing of the server, and of the contract types alone.
 *
 *     const registry = await openRegistry('data/registry/versions/2026-11-08-0a1b2c3d')
 *     registry.count({ resource: 'doctors', place: { latitude: 40.7484, longitude: -73.9967, radiusMiles: 10 } })
 *     registry.close()
 *
 * It promises that no answer holds a byte that is not what was written: what it holds in memory it compares before the first
 * answer, what it reads from disk whenever it reads it, and then it fails with a RegistryError instead of answering; that answers are exact
 * (totals are counted, never estimated) and depend on nothing but snapshot and query; that an open registry never changes; and
 * that it holds the index in memory but reads records from disk. It opens in many short stretches, so that a process that serves
 * from another version goes on serving. It fails on opening, with a RegistryError that names the file
 * and says what was expected and what came, when a file is missing, cut, changed, of another snapshot or of another format.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checksumFile, checksumText, jsonBytesMax, type Manifest, manifestFile, parseManifest } from '#registry/format'
import { WrittenCities } from '../places/written-cities.ts'
import { findSpecialty, type KnownSpecialties, prepareSpecialties } from '../vocabulary/specialties.ts'
import { AnswerBytes } from './answer-bytes.ts'
import { messageOf, RegistryError } from './errors.ts'
import {
  checkFilters,
  checkPage,
  type Filters,
  type FindResult,
  type Framing,
  type Hit,
  type Lookup,
  type Registry,
  type SearchQuery,
  type SearchResult,
} from './query.ts'
import { type Found, hasOrganizationIds, Searching } from './searcher.ts'
import { damagedAmong, openSnapshotFiles, type SnapshotFiles } from './snapshot.ts'
import type { RingAnswer } from './threads/question-ring.ts'
import type { SearchedElsewhere, SearchThreads } from './threads/search-threads.ts'

/** How a registry is opened. */
export interface RegistryOptions {
  /** Whether what stays on disk is read to its end and compared before it is open, too. */
  isCheckedWhole?: boolean
  /** Gets every damage that is met while it answers, before the answer fails. */
  onDamage?: ((error: RegistryError) => void) | undefined
  /** Threads that are to search it, too: `answer` asks them. They are the caller's to end, when what is open was closed. */
  threads?: SearchThreads | undefined
}

/** `versionDir` is the folder of one version; its name does not matter. */
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

/** Of a taxonomy code. */
const codeLength = 10

/** List entries that were asked for lately take at most so many bytes of memory: they are kept by whoever searches … */
const keptBytesMax = 96 * 1024 * 1024
/** … and where threads do, the process keeps some of its own, for look-ups. */
const keptBytesBesideThreads = 16 * 1024 * 1024

class OpenRegistry implements Registry {
  readonly version: string
  readonly sourceDate: string
  readonly isSample: boolean
  readonly cities: WrittenCities
  private readonly versionDir: string
  private readonly files: SnapshotFiles
  private readonly searching: Searching
  private readonly elsewhere: SearchedElsewhere | undefined
  private readonly specialties: KnownSpecialties
  private readonly answers = new AnswerBytes()
  private isClosed = false

  static async open(
    versionDir: string,
    manifest: Manifest,
    { files, threads }: { files: SnapshotFiles; threads: SearchThreads | undefined },
  ): Promise<OpenRegistry> {
    const opening = threads?.open(files.shared(), keptBytesMax)
    try {
      const isBesideThreads = threads !== undefined && threads.count > 0
      const searching = await Searching.open(files, isBesideThreads ? keptBytesBesideThreads : keptBytesMax)
      const codes = files.lines('taxonomy-codes')
      const texts = files.lines('taxonomy-labels')
      const labels = new Map(codes.map((code, number) => [code, texts[number] ?? code]))
      const descriptions = new Map(
        files.lines('taxonomy-descriptions').map((line) => [line.slice(0, codeLength), line.slice(codeLength + 1)]),
      )
      const specialties: KnownSpecialties = { labels, descriptions }
      prepareSpecialties(specialties)
      return new OpenRegistry(versionDir, manifest, { files, searching, specialties, elsewhere: await opening })
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
      searching: Searching
      specialties: KnownSpecialties
      elsewhere: SearchedElsewhere | undefined
    },
  ) {
    this.versionDir = versionDir
    this.version = version
    this.sourceDate = sourceDate
    this.isSample = isSample
    this.cities = WrittenCities.in(parts.files)
    this.files = parts.files
    this.searching = parts.searching
    this.specialties = parts.specialties
    this.elsewhere = parts.elsewhere
  }

  get(npi: number): Lookup {
    this.checkOpen()
    const { providers, records, reviews } = this.searching
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

  search(query: SearchQuery, frame?: Framing): SearchResult {
    this.check(query)
    const { total, page, json } = this.searching.search(query, frame)
    return { total, hits: this.hitsOf(page), json }
  }

  answer(query: SearchQuery, frame: Framing): Buffer | Promise<Buffer> {
    this.check(query)
    const here = () => this.searching.search(query, frame).json
    const { elsewhere } = this
    // Some NPIs are looked up sooner than a thread is asked.
    if (elsewhere === undefined || query.npis !== undefined) return here()
    let isAsked = false
    const answer = new Promise<Buffer>((resolve, reject) => {
      isAsked = elsewhere.ask(query, (found) => {
        try {
          resolve(found === undefined ? here() : this.framed(found, frame))
        } catch (error) {
          reject(error)
        }
      })
    })
    return isAsked ? answer : here()
  }

  find(query: SearchQuery): FindResult {
    this.check(query)
    const { total, page } = this.searching.find(query)
    return { total, hits: this.hitsOf(page) }
  }

  count(filters: Filters): number {
    return this.find({ ...filters, offset: 0, limit: 0 }).total
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
    // What threads leave to this one is read from the same files.
    if (this.elsewhere === undefined) this.files.close()
    else void this.elsewhere.close().then(() => this.files.close())
  }

  /** A copy of an answer within its frame. */
  private framed({ total, texts, from, to }: RingAnswer, frame: Framing): Buffer {
    const { answers } = this
    const [before, after] = frame(total)
    answers.begin()
    answers.text(before)
    answers.copyShared(texts, from, to)
    answers.text(after)
    return answers.take()
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
    return page.map(({ ordinal, distanceMiles }) => ({ npi: this.searching.providers.npis[ordinal], distanceMiles }))
  }
}

async function readSmall(dir: string, name: string): Promise<Buffer> {
  const bytes = await readFile(join(dir, name)).catch((error: unknown) => {
    throw new RegistryError(name, `could not be read: ${messageOf(error)}`)
  })
  if (bytes.length > jsonBytesMax)
    throw new RegistryError(name, `expected at most ${jsonBytesMax} bytes, got ${bytes.length}`)
  return bytes
}
