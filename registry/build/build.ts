/**
 * Builds a registry from CMS's files and announces it. Only a version that is whole, opens, and comes from files that
 * keep every rule of this folder is announced, unless the operator allowed otherwise. Otherwise it fails with a
 * BuildError that names each file; the version before keeps serving. Memory grows with the providers, not with their
 * rows: rows, records and details wait on disk.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Manifest } from '#registry/format'
import { messageOf } from '#registry/search/errors'
import { openRegistry } from '#registry/search/open-registry'
import { announce, expectNotRolledBack, removeOldVersions } from './announce.ts'
import { BuildError, namingFullDisk, ofFullDisk } from './build-error.ts'
import {
  expectMainFile,
  newestDate,
  refusedAmong,
  type Strictness,
  servingNow,
  stopAtRefused,
  stopAtUnusualCounts,
} from './checks.ts'
import { writeSnapshot } from './index/write-snapshot.ts'
import { BuildAdditions } from './join/additions.ts'
import { type Batch, sizeRule } from './join/batch.ts'
import { SpareMemory } from './memory/shared-bytes.ts'
import type { Progress } from './progress.ts'
import { recordChanges, rulesOfProgram } from './record-changes.ts'
import { CityTally, type PlacedCities } from './rows/city-tally.ts'
import { dayOfMoment } from './rows/dates.ts'
import { addOutcomes, type FileRecord, refusedSummary, sourceSummaries } from './rows/file-record.ts'
import { inspect, readFiles } from './rows/read-files.ts'
import { RefusedReport } from './rows/refused-report.ts'
import { findSources, type RefusedFile } from './sources/find-sources.ts'
import { Staging } from './stage/staging.ts'
import { inOrder, type WorkerPool, workerPoolFor } from './worker-pool.ts'
import type { Workspace } from './workspace.ts'

export interface BuildOptions extends Strictness {
  workspace: Workspace
  /** Files, folders and archives; a function makes them first, in a folder that goes away with the build. */
  paths: readonly string[] | ((folder: string) => Promise<string[]>)
  progress: Progress
  now: Date
  refuseRolledBack?: boolean
  /** One that suits the size of the files if not given. It is closed in the end. */
  workerPool?: WorkerPool
}

export interface BuildResult {
  outcome: 'announced' | 'unchanged'
  manifest: Manifest
  files: FileRecord[]
  ignored: RefusedFile[]
  refused: RefusedFile[]
  /** Where the refused rows are reported; undefined when there were none. */
  reportPath: string | undefined
}

/** Builds a version and makes it serve. A BuildError changes nothing but the report of refused rows. */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const { registryDir } = options.workspace
  const report = new RefusedReport(registryDir, options.now)
  const opened: { close(): unknown }[] = []
  try {
    return await runSteps(options, report, opened)
  } catch (error) {
    const isBuildError = error instanceof BuildError && ofFullDisk(error) === undefined
    if (!isBuildError || report.path === undefined) throw namingFullDisk(error, registryDir)
    throw new BuildError([...error.sentences, `Rejected rows are listed in ${report.path}`], { cause: error })
  } finally {
    for (const one of opened.reverse()) await one.close()
  }
}

async function runSteps(
  options: BuildOptions,
  report: RefusedReport,
  opened: { close(): unknown }[],
): Promise<BuildResult> {
  const { workspace, progress, now } = options
  const open = <T extends { close(): unknown }>(one: T): T => {
    opened.push(one)
    return one
  }
  // 1. Find the files. The version that serves is read first: if that cannot be read, the build stops here.
  const serving = await servingNow(workspace.registryDir, progress)
  const folder = workspace.begin()
  const found = open(await findSources(await pathsOf(options, folder)))

  // 2. Recognize the files by their headers.
  progress.step('looking at the files')
  const inspected = await inspect(found.sources, dayOfMoment(now))
  const unreadable = [...found.refused, ...inspected.refused]
  const records = inspected.files.map(({ record }) => record)
  stopAtRefused(unreadable, options)
  expectMainFile(records)

  // 3. Read the rows, refuse the damaged ones and stage the others.
  const labels = new Map<string, string>()
  const descriptions = new Map<string, string>()
  const staging = open(new Staging(join(folder, 'rows')))
  const additions = open(new BuildAdditions(join(folder, 'reviews'), records, labels))
  const workerPool = open(options.workerPool ?? workerPoolFor(bytesOf(records)))
  const tally = new CityTally()
  progress.step('reading')
  const onBytes = bytesNotes(progress, bytesOf(records))
  const into = { staging, additions, labels, descriptions, report, cities: tally, onBytes }
  await readFiles({ files: inspected.files, ...into, readers: workerPool, today: dayOfMoment(now) })
  const refused = [...unreadable, ...refusedAmong(records)]
  stopAtRefused(refused, options)
  expectMainFile(records)

  // 4. Join the staged rows by NPI, render them and write them with their indexes.
  progress.step('writing the snapshot')
  const dir = join(folder, 'snapshot')
  mkdirSync(dir)
  const cities = tally.placed()
  const manifest = await writeSnapshot({
    dir,
    batches: joined({ staging, records, labels, cities, report, workerPool }),
    labels,
    descriptions,
    cities,
    link: workerPool.link,
    additions,
    sources: () => sourceSummaries(records),
    refused: () => refusedSummary(records, refused),
    sourceDate: newestDate(records),
    onProgress: (written) => progress.count(written, providersMax(records), 'providers'),
    onIndex: (name, bytes, ms) =>
      progress.note(`  index of ${name}: ${(bytes / 1e6).toFixed(1)} MB in ${(ms / 1000).toFixed(1)} s`),
  })

  // 5. Check the version, and open it as a server would.
  if (options.refuseRolledBack) await expectNotRolledBack(workspace, manifest.version)
  stopAtUnusualCounts(serving, manifest, options)
  progress.step('opening the snapshot')
  const registry = await openRegistry(dir, { isCheckedWhole: true })
  registry.close()

  // 6. Record what changed since the version that changed something last.
  progress.step('comparing with the version before')
  const { registryDir } = workspace
  const rules = rulesOfProgram()
  const changes = await recordChanges({ registryDir, dir, manifest, rules, onDamage: progress.note })
  if (changes !== undefined) progress.note(`  ${changes.toLocaleString('en-US')} providers changed`)

  // 7. Announce it.
  progress.step('announcing')
  const outcome = await announce(workspace, dir, manifest.version, now)

  // 8. Remove the versions that are not kept.
  progress.step('removing old versions')
  await onceServing(progress, () => removeOldVersions(workspace))
  return { outcome, manifest, files: records, ignored: found.ignored, refused, reportPath: report.path }
}

async function pathsOf({ paths, progress }: BuildOptions, folder: string): Promise<readonly string[]> {
  if (typeof paths !== 'function') return paths
  progress.step('making the sample')
  const inputFolder = join(folder, 'input')
  mkdirSync(inputFolder)
  return paths(inputFolder)
}

/** The staged rows as batches of providers. What became of the rows is counted in the records of their files. */
async function* joined({
  staging,
  records,
  labels,
  cities,
  report,
  workerPool,
}: {
  staging: Staging
  records: readonly FileRecord[]
  labels: ReadonlyMap<string, string>
  cities: PlacedCities
  report: RefusedReport
  workerPool: WorkerPool
}): AsyncGenerator<Batch> {
  const files = records.map(({ kind, date, refusal }) => ({ kind, date, isRefused: refusal !== undefined }))
  await workerPool.startJoining({ files, labels, cities })
  const [spareRecords, spareDetails, spareRanges] = [new SpareMemory(), new SpareMemory(), new SpareMemory()]
  const join = async (bytes: Buffer<SharedArrayBuffer>) => {
    const spare = { records: spareRecords.take(), details: spareDetails.take() }
    const range = await workerPool.range({ bytes, spare })
    spareRanges.put(bytes.buffer)
    return range
  }
  for await (const { batch, outcomes, tooLarge } of inOrder(staging.ranges(spareRanges), workerPool.ahead, join)) {
    // Lets signals and timers in: in one thread everything here is in memory.
    await setImmediate()
    addOutcomes(records, outcomes)
    for (const { npi, file } of tooLarge) report.addProvider(records[file], sizeRule, npi)
    yield batch
    spareRecords.put(batch.records.buffer)
    spareDetails.put(batch.details.buffer)
  }
}

/** A failure once a version serves is only noted: the next build tidies up. */
export async function onceServing(progress: Progress, work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    progress.note(`The version serves, but tidying up behind it failed: ${messageOf(error)}`)
  }
}

/** Reports the progress of a step over `total` bytes: call the result with each further count of bytes. */
function bytesNotes(progress: Progress, total: number): (bytes: number) => void {
  let done = 0
  return (bytes) => {
    done += bytes
    progress.bytes(done, total)
  }
}

/** How many providers the rows can have at most: main files and reports of deactivations have one row for each. */
function providersMax(records: readonly FileRecord[]): number {
  return records.reduce((sum, { kind, rows }) => sum + (kind === 'main' || kind === 'deactivations' ? rows : 0), 0)
}

function bytesOf(records: readonly FileRecord[]): number {
  return records.reduce((sum, { source }) => sum + source.bytes, 0)
}
