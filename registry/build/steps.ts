/**
 * The steps that every build takes: find the files, read their rows, and make
 * the written snapshot the one that serves. Each promises and fails as build.ts says.
 */
import { join } from 'node:path'
import type { Manifest } from '#registry/format'
import { openRegistry } from '#registry/search/open-registry'
import { messageOf } from '#registry/search/thrown'
import { announce, expectNotRolledBack, removeOldVersions } from './announce.ts'
import { BuildError } from './build-error.ts'
import { type Strictness, stopAtRefused, stopAtUnusualCounts } from './checks.ts'
import { ofFullDisk } from './full-disk.ts'
import type { BuildAdditions } from './join/build-additions.ts'
import type { Progress } from './progress.ts'
import { dayOfMoment } from './rows/dates.ts'
import type { FileRecord } from './rows/file-record.ts'
import { type InspectedFile, inspect, type ReadOptions, readFiles } from './rows/read-files.ts'
import { RefusedReport } from './rows/refused-report.ts'
import type { Serving } from './serving.ts'
import { findSources } from './sources/find-sources.ts'
import type { FoundSources, RefusedFile } from './sources/source.ts'
import { Staging } from './stage/staging.ts'
import { type Workforce, workforceFor } from './threads/workforce.ts'
import type { Workspace } from './workspace.ts'

/** Where to build, and how strictly. */
export interface StepOptions extends Strictness {
  workspace: Workspace
  progress: Progress
  now: Date
  /** Whether a version that was rolled back from is refused, as where it comes about without anybody asking for it. */
  refuseRolledBack?: boolean
  /** Who does the heavy steps; what suits the size of the files when not given. It is closed in the end. */
  workforce?: Workforce
}

/** What a build that was not stopped has done. */
export interface BuildResult {
  outcome: 'announced' | 'unchanged'
  manifest: Manifest
  /** The files that were read. */
  files: FileRecord[]
  ignored: RefusedFile[]
  refused: RefusedFile[]
  /** Where the refused rows are written down; undefined when there were none. */
  reportPath: string | undefined
}

/** Works on the files found in some paths, closes them, and adds where the refused rows are to what it fails with. */
export async function withSources<T>(
  paths: readonly string[],
  { workspace, now }: StepOptions,
  work: (found: FoundSources, report: RefusedReport) => Promise<T>,
): Promise<T> {
  const found = await findSources(paths)
  const report = new RefusedReport(workspace.registryDir, now)
  try {
    return await work(found, report)
  } catch (error) {
    if (!(error instanceof BuildError) || ofFullDisk(error) !== undefined || report.path === undefined) throw error
    throw new BuildError([...error.sentences, `The refused rows are in ${report.path}`], { cause: error })
  } finally {
    found.close()
  }
}

/** Recognises the files by their headers; `expectFiles` may stop at what they are. */
export async function lookAtFiles(
  found: FoundSources,
  options: StepOptions,
  expectFiles: (records: readonly FileRecord[]) => void,
): Promise<{ files: InspectedFile[]; unreadable: RefusedFile[] }> {
  options.progress.step('looking at the files')
  const inspected = await inspect(found.sources, dayOfMoment(options.now))
  const unreadable = [...found.refused, ...inspected.refused]
  stopAtRefused(unreadable, options)
  expectFiles(inspected.files.map(({ record }) => record))
  return { files: inspected.files, unreadable }
}

/**
 * Works with a staging, whose file has a path, and with who does the heavy steps, and closes both and the additions.
 */
export async function withParts<T>(
  { rowsPath, additions }: { rowsPath: string; additions: BuildAdditions },
  files: readonly InspectedFile[],
  options: StepOptions,
  work: (parts: { staging: Staging; workforce: Workforce }) => Promise<T>,
): Promise<T> {
  const staging = new Staging(rowsPath)
  const workforce = options.workforce ?? workforceFor(bytesOf(files.map(({ record }) => record)))
  try {
    return await work({ staging, workforce })
  } finally {
    await workforce.close()
    staging.close()
    additions.close()
  }
}

/** What is read, and where it goes. */
type Reading = Pick<
  ReadOptions,
  'files' | 'staging' | 'additions' | 'labels' | 'descriptions' | 'report' | 'cities' | 'onBytes'
> & {
  workforce: Workforce
}

/** Reads files: the rows into the staging, reviews and ratings into the additions, taxonomy tables into the labels. */
export function readInto({ workforce, ...into }: Reading, { now }: StepOptions): Promise<void> {
  return readFiles({ ...into, readers: workforce, today: dayOfMoment(now) })
}

/** Tells how far a step is that goes through so many bytes; what comes back is told how many more have been gone through. */
export function bytesNotes(progress: Progress, total: number): (bytes: number) => void {
  let done = 0
  return (bytes) => {
    done += bytes
    progress.bytes(done, total)
  }
}

/** Opens a snapshot as a server would, announces it, and removes the versions that are not kept. */
export async function serve(
  snapshotFolder: string,
  manifest: Manifest,
  serving: Serving,
  options: StepOptions,
): Promise<BuildResult['outcome']> {
  const { workspace, progress } = options
  if (options.refuseRolledBack) await expectNotRolledBack(workspace, manifest.version)
  stopAtUnusualCounts(serving, manifest, options)
  progress.step('opening the snapshot')
  const registry = await openRegistry(snapshotFolder, { isCheckedWhole: true })
  registry.close()
  progress.step('announcing')
  const outcome = await announce(workspace, snapshotFolder, manifest.version, options.now)
  progress.step('removing old versions')
  await onceServing(progress, () => removeOldVersions(workspace))
  return outcome
}

/**
 * Does what is left to do once a version serves. Where that fails it is only told: the build has done what it was asked for, and the
 * next one tidies up.
 */
export async function onceServing(progress: Progress, work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    progress.note(`The version serves, but tidying up behind it failed: ${messageOf(error)}`)
  }
}

/** How many providers the rows that were read may be of: main files have one for each, reports of deactivations one for some. */
export function providersMax(records: readonly FileRecord[]): number {
  return records.reduce((sum, { kind, rows }) => sum + (kind === 'main' || kind === 'deactivations' ? rows : 0), 0)
}

/** Tells of each index of a snapshot when it is written. */
export function indexNotes(progress: Progress): (name: string, bytes: number, ms: number) => void {
  return (name, bytes, ms) => {
    progress.note(`  index of ${name}: ${(bytes / 1e6).toFixed(1)} MB in ${(ms / 1000).toFixed(1)} s`)
  }
}

/** The folder of the snapshot, in that of an unfinished build. */
export function snapshotFolderIn(folder: string): string {
  return join(folder, 'snapshot')
}

export function bytesOf(records: readonly FileRecord[]): number {
  return records.reduce((sum, { source }) => sum + source.bytes, 0)
}
