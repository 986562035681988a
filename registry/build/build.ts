/**
 * Builds a registry from CMS's files and announces it. The steps: look at every file's header; read the rows, refusing what
 * is damaged; join and write them as a snapshot; open the snapshot as a server would; announce it; remove what is old.
 *
 * It promises that a version is announced only when it is whole, opens, and comes from files that kept every rule of this
 * folder, or from those of them that did when the operator said so. It fails with BuildError, whose sentences name each
 * offending file, and then the version before keeps serving and nothing unfinished stays behind. Memory does not grow with
 * the files.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Manifest } from '#registry/format'
import { openRegistry } from '#registry/read/open-registry'
import { announce, removeOldVersions } from './announce.ts'
import { BuildAdditions } from './build-additions.ts'
import { BuildError } from './build-error.ts'
import { countChanges } from './count-change.ts'
import { addOutcomes, type FileRecord, refusedSummary, sourceSummaries } from './file-record.ts'
import type { Progress } from './progress.ts'
import { type InspectedFile, inspect, type ReadOptions, readFiles } from './read-files.ts'
import { RefusedReport } from './refused-report.ts'
import type { Batch } from './render/batch.ts'
import { dayOfMoment } from './rows/dates.ts'
import { type Serving, servingNow } from './serving.ts'
import { writeSnapshot } from './snapshot/write-snapshot.ts'
import { findSources } from './sources/find-sources.ts'
import { rowKinds } from './sources/layouts.ts'
import type { FoundSources, RefusedFile } from './sources/source.ts'
import { Staging } from './staging/staging.ts'
import { inOrder } from './threads/in-order.ts'
import { type Workforce, workforceFor } from './threads/workforce.ts'
import type { Workspace } from './workspace.ts'

/** What to build from, where, and how strictly. */
export interface BuildOptions {
  workspace: Workspace
  /** Files, folders and archives; a function makes them first, in a folder that goes away with the build. */
  paths: readonly string[] | ((folder: string) => Promise<string[]>)
  /** Builds without the files that are refused as a whole, instead of stopping. */
  leaveOutRefused: boolean
  /** Announces also when the counts moved unusually far against the version before, or a sample would replace real data. */
  allowCountChange: boolean
  progress: Progress
  now: Date
  /** Who does the heavy steps; what suits the size of the files when not given. It is closed in the end. */
  workforce?: Workforce
}

/** What a build that was not stopped has done. */
export interface BuildResult {
  outcome: 'announced' | 'unchanged'
  manifest: Manifest
  files: FileRecord[]
  ignored: RefusedFile[]
  refused: RefusedFile[]
  /** Where the refused rows are written down; undefined when there were none. */
  reportPath: string | undefined
}

/**
 * Builds a version and makes it serve, unless it is what serves already. Throws BuildError with what stopped it, and then
 * nothing has changed but for the report of refused rows.
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const { workspace, progress, paths } = options
  // Read first, so that a registry folder whose state cannot be read is found out before the long work and not after it.
  const serving = await servingNow(workspace.registryDir, progress)
  const folder = workspace.begin()
  const inputFolder = join(folder, 'input')
  if (typeof paths === 'function') {
    progress.step('making the sample')
    mkdirSync(inputFolder)
  }
  const found = await findSources(typeof paths === 'function' ? await paths(inputFolder) : paths)
  const report = new RefusedReport(workspace.registryDir, options.now)
  try {
    return await buildFrom(found, folder, report, serving, options)
  } catch (error) {
    if (!(error instanceof BuildError) || report.path === undefined) throw error
    throw new BuildError([...error.sentences, `The refused rows are in ${report.path}`])
  } finally {
    found.close()
  }
}

async function buildFrom(
  found: FoundSources,
  folder: string,
  report: RefusedReport,
  serving: Serving,
  options: BuildOptions,
): Promise<BuildResult> {
  const { workspace, progress } = options
  progress.step('looking at the files')
  const inspected = await inspect(found.sources, dayOfMoment(options.now))
  const unreadable = [...found.refused, ...inspected.refused]
  stopAt(unreadable, options)
  const records = inspected.files.map(({ record }) => record)
  expectMainFile(records)

  const staging = new Staging(join(folder, 'rows'))
  const labels = new Map<string, string>()
  const additions = new BuildAdditions(join(folder, 'reviews'), records, labels)
  const workforce = options.workforce ?? workforceFor(bytesOf(records))
  try {
    progress.step('reading')
    await readInto({ staging, additions, labels }, inspected.files, report, workforce, options)
    const refused = [...unreadable, ...refusedAmong(records)]
    stopAt(refused, options)
    expectMainFile(records)

    progress.step('writing the snapshot')
    const snapshotFolder = join(folder, 'snapshot')
    mkdirSync(snapshotFolder)
    const manifest = await writeSnapshot({
      dir: snapshotFolder,
      batches: joined(staging, records, labels, workforce),
      labels,
      link: (compared) => workforce.link(compared),
      additions,
      sources: () => sourceSummaries(records),
      refused: () => refusedSummary(records, refused),
      sourceDate: newestDate(records),
      onProgress: (written) => progress.count(written, 'providers'),
    })
    expectUsualCounts(serving, manifest, options)

    progress.step('opening the snapshot')
    const registry = await openRegistry(snapshotFolder)
    registry.close()
    progress.step('announcing')
    const outcome = await announce(workspace, snapshotFolder, manifest.version, options.now)
    progress.step('removing old versions')
    await removeOldVersions(workspace)
    return { outcome, manifest, files: records, ignored: found.ignored, refused, reportPath: report.path }
  } finally {
    await workforce.close()
    staging.close()
    additions.close()
  }
}

/** The staged rows as providers, range by range; what became of the rows is counted in the records of their files. */
async function* joined(
  staging: Staging,
  records: readonly FileRecord[],
  labels: ReadonlyMap<string, string>,
  workforce: Workforce,
): AsyncGenerator<Batch> {
  const files = records.map(({ kind, date, refusal }) => ({ kind, date, isRefused: refusal !== undefined }))
  await workforce.startJoining({ files, labels })
  const join = (range: Buffer<ArrayBuffer>) => workforce.range(range)
  for await (const { batch, outcomes } of inOrder(staging.ranges(), workforce.ahead, join)) {
    // In one thread everything here is in memory, so nothing else would let a signal or a timer in.
    await setImmediate()
    addOutcomes(records, outcomes)
    yield batch
  }
}

async function readInto(
  { staging, additions, labels }: Pick<ReadOptions, 'staging' | 'additions' | 'labels'>,
  files: readonly InspectedFile[],
  report: RefusedReport,
  workforce: Workforce,
  options: BuildOptions,
): Promise<void> {
  const total = bytesOf(files.map(({ record }) => record))
  let read = 0
  await readFiles({
    files,
    staging,
    additions,
    readers: workforce,
    report,
    labels,
    today: dayOfMoment(options.now),
    onBytes: (bytes) => {
      read += bytes
      options.progress.bytes(read, total)
    },
  })
}

function bytesOf(records: readonly FileRecord[]): number {
  return records.reduce((sum, { source }) => sum + source.bytes, 0)
}

function refusedAmong(records: readonly FileRecord[]): RefusedFile[] {
  return records.flatMap(({ source, refusal }) =>
    refusal === undefined ? [] : [{ name: source.name, reason: refusal }],
  )
}

function stopAt(refused: readonly RefusedFile[], options: BuildOptions): void {
  if (refused.length === 0 || options.leaveOutRefused) return
  const sentences = refused.map(({ name, reason }) => `${name}: ${reason}`)
  throw new BuildError([...sentences, 'To build from the other files alone, add --leave-out-refused'])
}

function expectMainFile(records: readonly FileRecord[]): void {
  if (records.some(({ kind, refusal }) => kind === 'main' && refusal === undefined)) return
  throw new BuildError([`expected a main file (npidata_pfile…) among the files; got ${kindsOf(records)}`])
}

function kindsOf(records: readonly FileRecord[]): string {
  const names = records
    .filter(({ refusal }) => refusal === undefined)
    .map(({ source, kind }) => `${source.name} (${kind})`)
  return names.length === 0 ? 'none that could be read' : names.join(', ')
}

/** Whether a file is one of those that the registry itself is made of; the others say how providers are rated. */
function isOfNpis(kind: FileRecord['kind']): boolean {
  return kind === 'taxonomyLabels' || rowKinds.some((one) => one === kind)
}

function newestDate(records: readonly FileRecord[]): string {
  const dates = records.flatMap(({ date, kind, refusal }) =>
    date === undefined || refusal !== undefined || !isOfNpis(kind) ? [] : [date],
  )
  const newest = dates.sort().at(-1)
  if (newest !== undefined) return newest
  throw new BuildError(['expected a date in the name of a file or a Last Update Date in its rows; got neither'])
}

function expectUsualCounts(serving: Serving, manifest: Manifest, options: BuildOptions): void {
  if (options.allowCountChange) return
  const changes = countChanges(serving, manifest)
  if (changes.length > 0)
    throw new BuildError([...changes, 'Build with --allow-count-change if that is as it should be'])
}
