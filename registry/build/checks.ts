/** What stops a build. Each check fails with a BuildError that says how to build all the same, if that is allowed. */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  currentFile,
  isVersion,
  type Manifest,
  manifestFile,
  parseManifest,
  readCurrent,
  versionsFolder,
} from '#registry/format'
import { messageOf } from '#registry/search/errors'
import { versionDir } from './announce.ts'
import { BuildError } from './build-error.ts'
import { countChangeShareMax } from './limits.ts'
import type { Progress } from './progress.ts'
import { isIncrement } from './rows/dates.ts'
import type { FileRecord } from './rows/file-record.ts'
import type { RefusedFile } from './sources/find-sources.ts'
import { hasRowsOfNpis } from './sources/layouts.ts'

export interface Strictness {
  /** Builds without the files that are refused as a whole, instead of stopping. */
  leaveOutRefused: boolean
  /** Allows counts that moved far against the version before, and a sample in place of real data. */
  allowCountChange: boolean
}

export function refusedAmong(records: readonly FileRecord[]): RefusedFile[] {
  return records.flatMap(({ source, refusal }) =>
    refusal === undefined ? [] : [{ name: source.name, reason: refusal }],
  )
}

class RefusedFilesError extends BuildError {
  readonly refused: readonly RefusedFile[]

  constructor(refused: readonly RefusedFile[]) {
    const sentences = refused.map(({ name, reason }) => `${name}: ${reason}`)
    super([...sentences, 'To build from the other files alone, add --leave-out-refused'])
    this.name = 'RefusedFilesError'
    this.refused = refused
  }
}

/** The files whose refusal stopped a build, if it was that. */
export function refusedIn(error: BuildError): readonly RefusedFile[] {
  const one = [error, error.cause].find((candidate) => candidate instanceof RefusedFilesError)
  return one?.refused ?? []
}

export function stopAtRefused(refused: readonly RefusedFile[], { leaveOutRefused }: Strictness): void {
  if (refused.length > 0 && !leaveOutRefused) throw new RefusedFilesError(refused)
}

/** Weekly files name only what changed: without the monthly file all other providers would be missing. */
export function expectMainFile(records: readonly FileRecord[]): void {
  const mains = acceptedOf(records).filter(({ kind }) => kind === 'main')
  if (mains.length === 0)
    throw new BuildError([`expected a main file (npidata_pfile…) among the files; got ${kindsOf(records)}`])
  if (mains.some(({ source }) => !isIncrement(source.name))) return
  const expected = "expected CMS's monthly file beside the weekly ones, which name only what changed"
  throw new BuildError([
    `${expected}; got ${kindsOf(mains)}`,
    'Add the monthly file, or run registry:update, which downloads every file it needs',
  ])
}

function kindsOf(records: readonly FileRecord[]): string {
  const names = acceptedOf(records).map(({ source, kind }) => `${source.name} (${kind})`)
  return names.length === 0 ? 'none that could be read' : names.join(', ')
}

function acceptedOf(records: readonly FileRecord[]): FileRecord[] {
  return records.filter(({ refusal }) => refusal === undefined)
}

/** The date of the registry's data, yyyy-mm-dd: the newest of the accepted files with rows about providers. */
export function newestDate(records: readonly FileRecord[]): string {
  const dates = acceptedOf(records).flatMap(({ kind, date }) => (hasRowsOfNpis(kind) && date ? [date] : []))
  const newest = dates.sort().at(-1)
  if (newest !== undefined) return newest
  throw new BuildError(['expected a date in the name of a file or a Last Update Date in its rows; got neither'])
}

/** The version that serves before a build. `what` names something that serves but cannot be read. */
type Serving = { kind: 'nothing' } | { kind: 'read'; manifest: Manifest } | { kind: 'unreadable'; what: string }

/** The version that serves in a registry folder. Throws RegistryError when its `current.json` cannot be read. */
export async function servingNow(registryDir: string, progress: Progress): Promise<Serving> {
  const current = await readCurrent(registryDir)
  if (current === undefined) {
    const hasVersions = readdirSync(join(registryDir, versionsFolder)).some(isVersion)
    return hasVersions
      ? { kind: 'unreadable', what: `the versions in the folder, of which no ${currentFile} names one,` }
      : { kind: 'nothing' }
  }
  const { version } = current
  try {
    const text = await readFile(join(versionDir(registryDir, version), manifestFile), 'utf8')
    return { kind: 'read', manifest: parseManifest(text) }
  } catch (error) {
    progress.note(`The counts are not compared: version ${version} cannot be read (${messageOf(error)})`)
    return { kind: 'unreadable', what: `version ${version}, which cannot be read,` }
  }
}

/** Stops at a sample in place of what may be real data, and at counts that moved far, as when half a file is read. */
export function stopAtUnusualCounts(serving: Serving, manifest: Manifest, { allowCountChange }: Strictness): void {
  const changes = allowCountChange ? [] : countChanges(serving, manifest)
  if (changes.length > 0) throw new BuildError([...changes, 'If this is right, build with --allow-count-change'])
}

/** Real data may replace a sample, whatever their counts. */
function countChanges(serving: Serving, after: Manifest): string[] {
  switch (serving.kind) {
    case 'nothing':
      return []
    case 'unreadable':
      return after.isSample ? [sampleFault(`${serving.what} may be that`)] : []
    case 'read': {
      const before = serving.manifest
      if (before.isSample === after.isSample) return movedCounts(before, after)
      return after.isSample ? [sampleFault(`version ${before.version} is that`)] : []
    }
  }
}

function sampleFault(reason: string): string {
  return `expected real data, since ${reason}; got an invented sample`
}

function movedCounts(before: Manifest, after: Manifest): string[] {
  const kinds = ['individuals', 'organizations'] as const
  return kinds.flatMap((kind) => {
    const [from, to] = [before.counts[kind], after.counts[kind]]
    if (Math.abs(to - from) <= from * countChangeShareMax) return []
    const expected = `expected ${kind} to change by at most ${100 * countChangeShareMax} % against version ${before.version}`
    return [`${expected}; got ${to} instead of ${from}`]
  })
}
