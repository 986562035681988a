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
import type { FileRecord } from './rows/file-record.ts'
import type { RefusedFile } from './sources/find-sources.ts'
import { hasRowsOfNpis } from './sources/layouts.ts'

/** What stops a build, whatever it builds from: each fails with a BuildError that says how to build all the same, if one may. */

/** How strictly to build. */
export interface Strictness {
  /** Builds without the files that are refused as a whole, instead of stopping. */
  leaveOutRefused: boolean
  /** Announces also when the counts moved unusually far against the version before, or a sample would replace real data. */
  allowCountChange: boolean
}

export function refusedAmong(records: readonly FileRecord[]): RefusedFile[] {
  return records.flatMap(({ source, refusal }) =>
    refusal === undefined ? [] : [{ name: source.name, reason: refusal }],
  )
}

/** Files are refused as a whole. */
class RefusedFilesError extends BuildError {
  readonly refused: readonly RefusedFile[]

  constructor(refused: readonly RefusedFile[]) {
    const sentences = refused.map(({ name, reason }) => `${name}: ${reason}`)
    super([...sentences, 'To build from the other files alone, add --leave-out-refused'])
    this.name = 'RefusedFilesError'
    this.refused = refused
  }
}

/** The files that stopped a build, if it was these. */
export function refusedIn(error: BuildError): readonly RefusedFile[] {
  const one = [error, error.cause].find((candidate) => candidate instanceof RefusedFilesError)
  return one?.refused ?? []
}

export function stopAtRefused(refused: readonly RefusedFile[], { leaveOutRefused }: Strictness): void {
  if (refused.length === 0 || leaveOutRefused) return
  throw new RefusedFilesError(refused)
}

/** Files as a sentence names them. */
export function kindsOf(records: readonly FileRecord[]): string {
  const names = records
    .filter(({ refusal }) => refusal === undefined)
    .map(({ source, kind }) => `${source.name} (${kind})`)
  return names.length === 0 ? 'none that could be read' : names.join(', ')
}

/** The files that were not refused. */
export function acceptedOf(records: readonly FileRecord[]): FileRecord[] {
  return records.filter(({ refusal }) => refusal === undefined)
}

/** The newest date of the files with rows about providers among some, as yyyy-mm-dd: that of the registry's data. */
export function newestDate(files: readonly { kind: FileRecord['kind']; date: string | null | undefined }[]): string {
  const dates = files.flatMap(({ kind, date }) =>
    date === null || date === undefined || !hasRowsOfNpis(kind) ? [] : [date],
  )
  const newest = dates.sort().at(-1)
  if (newest !== undefined) return newest
  throw new BuildError(['expected a date in the name of a file or a Last Update Date in its rows; got neither'])
}

export function stopAtUnusualCounts(serving: Serving, manifest: Manifest, { allowCountChange }: Strictness): void {
  if (allowCountChange) return
  const changes = countChanges(serving, manifest)
  if (changes.length > 0)
    throw new BuildError([...changes, 'Build with --allow-count-change if that is as it should be'])
}

/**
 * Sentences for what is not usual in a version that is to follow what serves: a count that moved far, as when half a file is
 * read as a whole one, and a sample in the place of real data, or of what may be that. Real data may take the place of a sample,
 * whatever their counts.
 */
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

/** What serves before a build: nothing, a version that says what is in it, or something that nobody can tell; `what` names it. */
export type Serving = { kind: 'nothing' } | { kind: 'read'; manifest: Manifest } | { kind: 'unreadable'; what: string }

/** What serves in a registry folder. Throws RegistryError when its `current.json` cannot be read. */
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
