import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Manifest } from '#registry/format'
import { messageOf } from '#registry/search/errors'
import { openRegistry } from '#registry/search/open-registry'
import { announce, expectNotRolledBack, removeOldVersions } from './announce.ts'
import { BuildError, namingFullDisk, ofFullDisk } from './build-error.ts'
import {
  acceptedOf,
  kindsOf,
  newestDate,
  refusedAmong,
  type Serving,
  type Strictness,
  servingNow,
  stopAtRefused,
  stopAtUnusualCounts,
} from './checks.ts'
import { writeSnapshot } from './index/write-snapshot.ts'
import { BuildAdditions } from './join/additions.ts'
import type { Batch } from './join/batch.ts'
import { sizeRule } from './join/batch-writer.ts'
import type { Progress } from './progress.ts'
import { CityTally, type PlacedCities } from './rows/city-tally.ts'
import { dayOfMoment, isIncrement } from './rows/dates.ts'
import { addOutcomes, type FileRecord, refusedSummary, sourceSummaries } from './rows/file-record.ts'
import { type InspectedFile, inspect, type ReadOptions, readFiles } from './rows/read-files.ts'
import { RefusedReport } from './rows/refused-report.ts'
import { SpareMemory } from './shared-bytes.ts'
import { type FoundSources, findSources, type RefusedFile } from './sources/find-sources.ts'
import { Staging } from './stage/staging.ts'
import { inOrder, type Workforce, workforceFor } from './worker-pool.ts'
import type { Workspace } from './workspace.ts'

/**
 * Builds a registry from CMS's files and announces it. The steps: look at every file's header; read the rows, refusing what
 * is damaged; join and write them as a snapshot; open the snapshot as a server would; announce it; remove what is old.
 *
 * It promises that a version is announced only when it is whole, opens, and comes from files that kept every rule of this
 * folder, or from those of them that did when the operator said so. It fails with BuildError, whose sentences name each
 * offending file, or the disk where that is full; then the version before keeps serving, and what is unfinished goes when the
 * workspace is closed. Memory grows with the providers, not with what the files say of them: rows, records and details wait on
 * the disk, the columns that indexes are made of in memory.
 */

/** What to build from, where, and how strictly. */
export interface BuildOptions extends StepOptions {
  /** Files, folders and archives; a function makes them first, in a folder that goes away with the build. */
  paths: readonly string[] | ((folder: string) => Promise<string[]>)
}

/**
 * Builds a version and makes it serve, unless it is what serves already. Throws BuildError with what stopped it, and then
 * nothing has changed but for the report of refused rows.
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  try {
    return await buildAnew(options)
  } catch (error) {
    throw namingFullDisk(error, options.workspace.registryDir)
  }
}

async function buildAnew(options: BuildOptions): Promise<BuildResult> {
  const { workspace, progress, paths } = options
  // Read first, so that a registry folder whose state cannot be read is found out before the long work and not after it.
  const serving = await servingNow(workspace.registryDir, progress)
  const folder = workspace.begin()
  const inputFolder = join(folder, 'input')
  if (typeof paths === 'function') {
    progress.step('making the sample')
    mkdirSync(inputFolder)
  }
  const given = typeof paths === 'function' ? await paths(inputFolder) : paths
  return withSources(given, options, (found, report) => buildFrom(found, folder, report, serving, options))
}

async function buildFrom(
  found: FoundSources,
  folder: string,
  report: RefusedReport,
  serving: Serving,
  options: BuildOptions,
): Promise<BuildResult> {
  const { progress } = options
  const { files, unreadable } = await lookAtFiles(found, options, expectMainFile)
  const records = files.map(({ record }) => record)
  const labels = new Map<string, string>()
  const descriptions = new Map<string, string>()
  const parts = {
    rowsPath: join(folder, 'rows'),
    additions: new BuildAdditions(join(folder, 'reviews'), records, labels),
  }
  return withParts(parts, files, options, async ({ staging, workforce }) => {
    const { additions } = parts
    progress.step('reading')
    const onBytes = bytesNotes(progress, bytesOf(records))
    const tally = new CityTally()
    const into = { staging, additions, labels, descriptions, report, cities: tally, workforce, onBytes }
    await readInto({ files, ...into }, options)
    const refused = [...unreadable, ...refusedAmong(records)]
    stopAtRefused(refused, options)
    expectMainFile(records)

    progress.step('writing the snapshot')
    const dir = snapshotFolderIn(folder)
    mkdirSync(dir)
    const cities = tally.placed()
    const manifest = await writeSnapshot({
      dir,
      batches: joined({ staging, records, labels, cities, report, workforce }),
      labels,
      descriptions,
      cities,
      link: workforce.link,
      additions,
      sources: () => sourceSummaries(records),
      refused: () => refusedSummary(records, refused),
      sourceDate: newestDate(acceptedOf(records)),
      onProgress: (written) => progress.count(written, providersMax(records), 'providers'),
      onIndex: indexNotes(progress),
    })
    const outcome = await serve(dir, manifest, serving, options)
    return { outcome, manifest, files: records, ignored: found.ignored, refused, reportPath: report.path }
  })
}

/** The staged rows as providers, range by range; what became of the rows is counted in the records of their files. */
async function* joined({
  staging,
  records,
  labels,
  cities,
  report,
  workforce,
}: {
  staging: Staging
  records: readonly FileRecord[]
  labels: ReadonlyMap<string, string>
  cities: PlacedCities
  report: RefusedReport
  workforce: Workforce
}): AsyncGenerator<Batch> {
  const files = records.map(({ kind, date, refusal }) => ({ kind, date, isRefused: refusal !== undefined }))
  await workforce.startJoining({ files, labels, cities })
  /** The memory of batches that were written, and of ranges that were joined. */
  const [spareRecords, spareDetails, spareRanges] = [new SpareMemory(), new SpareMemory(), new SpareMemory()]
  const join = async (bytes: Buffer<SharedArrayBuffer>) => {
    const spare = { records: spareRecords.take(), details: spareDetails.take() }
    const range = await workforce.range({ bytes, spare })
    spareRanges.put(bytes.buffer)
    return range
  }
  for await (const { batch, outcomes, tooLarge } of inOrder(staging.ranges(spareRanges), workforce.ahead, join)) {
    // In one thread everything here is in memory, so nothing else would let a signal or a timer in.
    await setImmediate()
    addOutcomes(records, outcomes)
    for (const { npi, file } of tooLarge) report.addProvider(records[file], sizeRule, npi)
    yield batch
    spareRecords.put(batch.records.buffer)
    spareDetails.put(batch.details.buffer)
  }
}

/** Weekly files name only what changed: without the monthly file all other providers would be missing. */
function expectMainFile(records: readonly FileRecord[]): void {
  const mains = records.filter(({ kind, refusal }) => kind === 'main' && refusal === undefined)
  if (mains.length === 0)
    throw new BuildError([`expected a main file (npidata_pfile…) among the files; got ${kindsOf(records)}`])
  if (mains.some(({ source }) => !isIncrement(source.name))) return
  const expected = "expected CMS's monthly file beside the weekly ones, which name only what changed"
  throw new BuildError([
    `${expected}; got ${kindsOf(mains)}`,
    'Give the monthly file as well, or run registry:update, which downloads every file that is needed',
  ])
}

/**
 * The steps that every build takes: find the files, read their rows, and make
 * the written snapshot the one that serves. Each promises and fails as build.ts says.
 */

/** Where to build, and how strictly. */
interface StepOptions extends Strictness {
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
async function withSources<T>(
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
async function lookAtFiles(
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
async function withParts<T>(
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
function readInto({ workforce, ...into }: Reading, { now }: StepOptions): Promise<void> {
  return readFiles({ ...into, readers: workforce, today: dayOfMoment(now) })
}

/** Tells how far a step is that goes through so many bytes; what comes back is told how many more have been gone through. */
function bytesNotes(progress: Progress, total: number): (bytes: number) => void {
  let done = 0
  return (bytes) => {
    done += bytes
    progress.bytes(done, total)
  }
}

/** Opens a snapshot as a server would, announces it, and removes the versions that are not kept. */
async function serve(
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
function providersMax(records: readonly FileRecord[]): number {
  return records.reduce((sum, { kind, rows }) => sum + (kind === 'main' || kind === 'deactivations' ? rows : 0), 0)
}

/** Tells of each index of a snapshot when it is written. */
function indexNotes(progress: Progress): (name: string, bytes: number, ms: number) => void {
  return (name, bytes, ms) => {
    progress.note(`  index of ${name}: ${(bytes / 1e6).toFixed(1)} MB in ${(ms / 1000).toFixed(1)} s`)
  }
}

/** The folder of the snapshot, in that of an unfinished build. */
function snapshotFolderIn(folder: string): string {
  return join(folder, 'snapshot')
}

function bytesOf(records: readonly FileRecord[]): number {
  return records.reduce((sum, { source }) => sum + source.bytes, 0)
}
