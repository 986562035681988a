/** What stops a build, whatever it builds from: each fails with a BuildError that says how to build all the same, if one may. */
import type { Manifest } from '#registry/format'
import { BuildError } from './build-error.ts'
import { countChanges } from './count-change.ts'
import type { FileRecord } from './rows/file-record.ts'
import type { Serving } from './serving.ts'
import { hasRowsOfNpis } from './sources/layouts.ts'
import type { RefusedFile } from './sources/source.ts'

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
