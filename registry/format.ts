/**
 * What a registry looks like on disk (docs/registry-format.md): `current.json` says which version serves and which
 * served before; a snapshot in `versions/<version>/` is written once and never changed. `manifest.sha256` guards the
 * manifest, the manifest every other file, and the version's name carries a hash of the manifest, so no byte can change
 * unnoticed. Parsing fails with a RegistryError that names the file and the member.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasErrorCode, messageOf, RegistryError } from './search/errors.ts'
import { isWhole, parseJson, type Reader, readerOf } from './search/json-reader.ts'

/** Incremented when snapshots written before can no longer be read, or the other way around. */
export const formatVersion = 11

export const currentFile = 'current.json'
export const nextCurrentFile = `.next-${currentFile}`
export const versionsFolder = 'versions'
export const manifestFile = 'manifest.json'
export const checksumFile = 'manifest.sha256'

/** A larger file is not ours. */
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

/** How rows that name no NPI found their provider, in rows; nothing was taken from the last two kinds. */
export interface Matches {
  identifier: number
  nameAndAddress: number
  ambiguous: number
  none: number
}

export interface SourceSummary {
  name: string
  kind: (typeof sourceKinds)[number]
  date: string | null
  bytes: number
  rows: number
  taken: number
  superseded: number
  /** Rows about an NPI that no main file has. */
  orphan: number
  refused: number
  matches?: Matches
}

export interface RefusedSummary {
  rows: number
  /** Refused rows by the sentence that says why. */
  byReason: Record<string, number>
  files: { name: string; reason: string }[]
}

export interface Counts {
  individuals: number
  organizations: number
  /** How many of the individuals are doctors. */
  doctors: number
  deactivated: number
  locations: number
  /** Searches with a place do not find them. */
  unplaced: number
}

export interface StateCounts {
  individuals: number
  organizations: number
}

export interface FileSummary {
  bytes: number
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
  /** By the state of the primary practice location; `other` is outside the United States. */
  countsByState: Record<string, StateCounts>
  sources: SourceSummary[]
  refused: RefusedSummary
  files: Record<string, FileSummary>
}

interface Announcement {
  version: string
  /** ISO 8601, UTC. */
  announcedAt: string
}

/** Earlier versions, latest first, and those rolled back from, which no update announces again. */
export interface Current extends Announcement {
  history: Announcement[]
  rolledBack: Announcement[]
}

/** Nothing but a version's name is ever joined to a path. */
export function isVersion(text: string): boolean {
  return versionPattern.test(text)
}

export function versionOf(manifest: Omit<Manifest, 'version'> & { version?: string }): string {
  const hash = createHash('sha256').update(manifestText({ ...manifest, version: '' }))
  return `${manifest.sourceDate}-${hash.digest('hex').slice(0, 8)}`
}

/** In one fixed order, so that equal manifests are equal bytes. */
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

/** In the format of sha256sum. */
export function checksumText(manifestBytes: Uint8Array | string): string {
  return `${createHash('sha256').update(manifestBytes).digest('hex')}  ${manifestFile}\n`
}

/** The format version is checked first, so that an old snapshot is refused for that reason. */
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
    counts: root
      .object('counts')
      .wholes('individuals', 'organizations', 'doctors', 'deactivated', 'locations', 'unplaced'),
    countsByState: root.object('countsByState').mapObjects((state) => state.wholes('individuals', 'organizations')),
    sources: root.list('sources').map(readSource),
    refused: readRefused(root.object('refused')),
    files: root
      .object('files')
      .mapObjects((file) => ({ bytes: file.whole('bytes'), sha256: file.text('sha256', sha256Pattern) })),
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

/** Whether it is a sample in an earlier format, which can be rebuilt without loss. */
export function isOlderSample(text: string): boolean {
  const root = readerOf(parseJson(text, manifestFile), manifestFile)
  return root.whole('formatVersion') < formatVersion && root.flag('isSample')
}

export function parseCurrent(text: string): Current {
  const root = readerOf(parseJson(text, currentFile), currentFile)
  return {
    ...readAnnouncement(root),
    history: root.list('history').map(readAnnouncement),
    // Earlier versions of this program wrote none.
    rolledBack: root.has('rolledBack') ? root.list('rolledBack').map(readAnnouncement) : [],
  }
}

function readAnnouncement(reader: Reader): Announcement {
  return {
    version: reader.text('version', versionPattern),
    announcedAt: reader.text('announcedAt', /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
  }
}

function readSource(reader: Reader): SourceSummary {
  return {
    name: reader.text('name'),
    kind: reader.oneOf('kind', sourceKinds),
    date: reader.isNull('date') ? null : reader.text('date', datePattern),
    ...reader.wholes('bytes', 'rows', 'taken', 'superseded', 'orphan', 'refused'),
    ...(reader.has('matches') && {
      matches: reader.object('matches').wholes('identifier', 'nameAndAddress', 'ambiguous', 'none'),
    }),
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

/** Undefined when no version was ever announced. Fails with a RegistryError when the file is invalid. */
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
