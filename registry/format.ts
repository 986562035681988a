/**
 * What a registry looks like on disk: the names of its files and the two small JSON files in it, checked when read.
 * <registry folder>/current.json which version serves, and which served before <registry folder>/versions/<version>/
 * one snapshot: manifest.json, manifest.sha256 and the files they name A snapshot is written once and never changed.
 * `manifest.sha256` guards the manifest, the manifest guards every other file, and the version's name carries a hash
 * of the manifest, so that no byte of a snapshot can change unnoticed. What stands in each file is told in
 * docs/registry-format.md. Parsing fails with a RegistryError that names the file and the member.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasErrorCode, messageOf, RegistryError } from './search/errors.ts'
import { isWhole, parseJson, type Reader, readerOf } from './search/json-reader.ts'

/** Grows by one whenever a snapshot written before can no longer be read, or the other way round. */
export const formatVersion = 8

export const currentFile = 'current.json'
/** The name under which it is written before it takes its place. */
export const nextCurrentFile = `.next-${currentFile}`
export const versionsFolder = 'versions'
export const manifestFile = 'manifest.json'
export const checksumFile = 'manifest.sha256'

/** Both small files are read whole; a larger one is not ours. */
export const jsonBytesMax = 4 * 1024 * 1024

const versionPattern = /^\d{4}-\d{2}-\d{2}-[0-9a-f]{8}$/
const datePattern = /^\d{4}-\d{2}-\d{2}$/
const sha256Pattern = /^[0-9a-f]{64}$/
const fileNamePattern = /^[a-z0-9][a-z0-9.-]{0,80}$/

export const sourceKinds = [
  'main',
  'secondaryLocations',
  'otherNames',
  'endpoints',
  'deactivations',
  'taxonomyLabels',
  'reviews',
  'hospitals',
  'hospitalSurveys',
  'groupSurveys',
  'clinicianGroups',
] as const

/** How the rows of a file that names no NPIs found their provider, in rows; of the last two kinds nothing was taken. */
export interface Matches {
  identifier: number
  nameAndAddress: number
  /** What fitted several providers. */
  ambiguous: number
  none: number
}

/** One input file: how many rows it had and what became of them. */
export interface SourceSummary {
  name: string
  kind: (typeof sourceKinds)[number]
  /** yyyy-mm-dd, null where neither name nor rows tell it. */
  date: string | null
  bytes: number
  rows: number
  taken: number
  /** Rows that a newer row about the same NPI replaced. */
  superseded: number
  /** Rows about an NPI that no main file has. */
  orphan: number
  refused: number
  /** Of files about facilities alone. */
  matches?: Matches
}

export interface RefusedSummary {
  rows: number
  /** Refused rows by the sentence that says why. */
  byReason: Record<string, number>
  /** Files refused as a whole. */
  files: { name: string; reason: string }[]
}

export interface Counts {
  individuals: number
  organizations: number
  /** How many of the individuals are doctors. */
  doctors: number
  deactivated: number
  /** Practice locations of all providers. */
  locations: number
  /** Locations nobody could place: not found by searches with a place. */
  unplaced: number
}

export interface StateCounts {
  individuals: number
  organizations: number
}

export interface FileSummary {
  bytes: number
  /** In hexadecimal. */
  sha256: string
}

export interface Manifest {
  formatVersion: number
  /** `<sourceDate>-<first 8 hex digits of the hash of everything else in the manifest>` */
  version: string
  /** yyyy-mm-dd of the newest source. */
  sourceDate: string
  /** Whether every NPI begins with 2, as invented ones do and issued ones never have. */
  isSample: boolean
  counts: Counts
  /** By the state of the primary practice location; `other` holds those outside the United States. */
  countsByState: Record<string, StateCounts>
  sources: SourceSummary[]
  refused: RefusedSummary
  /** Every other file of the snapshot, by its name. */
  files: Record<string, FileSummary>
}

/** A version that was announced at some time. */
interface Announcement {
  version: string
  /** ISO 8601, UTC. */
  announcedAt: string
}

/**
 * What `current.json` says: the version that serves, those that served before it, the latest first, and those that
 * were rolled back from, which no update announces again by itself.
 */
export interface Current extends Announcement {
  history: Announcement[]
  rolledBack: Announcement[]
}

/** Whether a text has the form of a version's name; nothing else is ever joined to a path. */
export function isVersion(text: string): boolean {
  return versionPattern.test(text)
}

/** The name that belongs to a manifest, whatever name it bears. */
export function versionOf(manifest: Omit<Manifest, 'version'> & { version?: string }): string {
  const hash = createHash('sha256').update(manifestText({ ...manifest, version: '' }))
  return `${manifest.sourceDate}-${hash.digest('hex').slice(0, 8)}`
}

/** The manifest as it stands on disk: members and keys in one fixed order, so that equal manifests are equal bytes. */
export function manifestText(manifest: Manifest): string {
  const inOrder: Manifest = {
    formatVersion: manifest.formatVersion,
    version: manifest.version,
    sourceDate: manifest.sourceDate,
    isSample: manifest.isSample,
    counts: manifest.counts,
    countsByState: sortedByKey(manifest.countsByState),
    sources: manifest.sources,
    refused: { ...manifest.refused, byReason: sortedByKey(manifest.refused.byReason) },
    files: sortedByKey(manifest.files),
  }
  return `${JSON.stringify(inOrder, undefined, 2)}\n`
}

/** The line of `manifest.sha256`, in the form that the command sha256sum writes and checks. */
export function checksumText(manifestBytes: Uint8Array | string): string {
  return `${createHash('sha256').update(manifestBytes).digest('hex')}  ${manifestFile}\n`
}

/**
 * Reads a manifest. The format version is looked at first, so that a snapshot of another time is refused for that
 * reason and not for whatever else is different in it.
 */
export function parseManifest(text: string): Manifest {
  const root = readerOf(parseJson(text, manifestFile), manifestFile)
  const found = root.whole('formatVersion')
  if (found !== formatVersion) {
    throw new RegistryError(
      manifestFile,
      `expected format version ${formatVersion}, got ${found}; ${found > formatVersion ? 'update this program' : 'build the registry again'}`,
    )
  }
  const manifest: Manifest = {
    formatVersion: found,
    version: root.text('version', versionPattern),
    sourceDate: root.text('sourceDate', datePattern),
    isSample: root.flag('isSample'),
    counts: readCounts(root.object('counts')),
    countsByState: root.object('countsByState').mapObjects((state) => ({
      individuals: state.whole('individuals'),
      organizations: state.whole('organizations'),
    })),
    sources: root.list('sources').map(readSource),
    refused: readRefused(root.object('refused')),
    files: root.object('files').mapObjects(readFileSummary),
  }
  for (const name of Object.keys(manifest.files)) {
    if (!fileNamePattern.test(name)) {
      throw new RegistryError(manifestFile, `files: expected plain file names, got ${JSON.stringify(name)}`)
    }
  }
  const expected = versionOf(manifest)
  if (manifest.version !== expected) {
    throw new RegistryError(manifestFile, `version: expected ${expected}, got ${manifest.version}`)
  }
  return manifest
}

/**
 * Whether a manifest is of a sample that was written in a format before this one: nothing is lost when it is built
 * again.
 */
export function isOlderSample(text: string): boolean {
  const root = readerOf(parseJson(text, manifestFile), manifestFile)
  return root.whole('formatVersion') < formatVersion && root.flag('isSample')
}

/** Reads what is noted of one file. */
function readFileSummary(reader: Reader): FileSummary {
  return {
    bytes: reader.whole('bytes'),
    sha256: reader.text('sha256', sha256Pattern),
  }
}

/** Reads `current.json`. */
export function parseCurrent(text: string): Current {
  const root = readerOf(parseJson(text, currentFile), currentFile)
  return {
    ...readAnnouncement(root),
    history: root.list('history').map(readAnnouncement),
    // Versions of this program that knew nothing of it wrote none.
    rolledBack: root.has('rolledBack') ? root.list('rolledBack').map(readAnnouncement) : [],
  }
}

function readAnnouncement(reader: Reader): Announcement {
  return {
    version: reader.text('version', versionPattern),
    announcedAt: reader.text('announcedAt', /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
  }
}

function readCounts(reader: Reader): Counts {
  return {
    individuals: reader.whole('individuals'),
    organizations: reader.whole('organizations'),
    doctors: reader.whole('doctors'),
    deactivated: reader.whole('deactivated'),
    locations: reader.whole('locations'),
    unplaced: reader.whole('unplaced'),
  }
}

function readSource(reader: Reader): SourceSummary {
  return {
    name: reader.text('name'),
    kind: reader.oneOf('kind', sourceKinds),
    date: reader.isNull('date') ? null : reader.text('date', datePattern),
    bytes: reader.whole('bytes'),
    rows: reader.whole('rows'),
    taken: reader.whole('taken'),
    superseded: reader.whole('superseded'),
    orphan: reader.whole('orphan'),
    refused: reader.whole('refused'),
    ...(reader.has('matches') && { matches: readMatches(reader.object('matches')) }),
  }
}

function readMatches(reader: Reader): Matches {
  return {
    identifier: reader.whole('identifier'),
    nameAndAddress: reader.whole('nameAndAddress'),
    ambiguous: reader.whole('ambiguous'),
    none: reader.whole('none'),
  }
}

function readRefused(reader: Reader): RefusedSummary {
  return {
    rows: reader.whole('rows'),
    byReason: reader.object('byReason').mapValues(isWhole, 'a whole number from 0'),
    files: reader.list('files').map((file) => ({ name: file.text('name'), reason: file.text('reason') })),
  }
}

/** In the order of the keys' code units, which no locale changes. */
function sortedByKey<T>(values: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}

/** Reads which version of a registry serves. */

/**
 * What `current.json` of a registry folder says, or undefined while no version was ever announced there. Fails with a
 * RegistryError when the file is not what it should be.
 */
export async function readCurrent(registryDir: string): Promise<Current | undefined> {
  let bytes: Buffer
  try {
    bytes = await readFile(join(registryDir, currentFile))
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw new RegistryError(currentFile, `could not be read: ${messageOf(error)}`)
  }
  if (bytes.length > jsonBytesMax) {
    throw new RegistryError(currentFile, `expected at most ${jsonBytesMax} bytes, got ${bytes.length}`)
  }
  return parseCurrent(bytes.toString('utf8'))
}
