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
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { BuildError } from './build-error.ts'
import { acceptedOf, kindsOf, newestDate, refusedAmong, stopAtRefused } from './checks.ts'
import { namingFullDisk } from './full-disk.ts'
import { writeSnapshot } from './index/write-snapshot.ts'
import type { Batch } from './join/batch.ts'
import { sizeRule } from './join/batch-writer.ts'
import { BuildAdditions } from './join/build-additions.ts'
import { CityTally, type PlacedCities } from './rows/city-tally.ts'
import { addOutcomes, type FileRecord, refusedSummary, sourceSummaries } from './rows/file-record.ts'
import type { RefusedReport } from './rows/refused-report.ts'
import { type Serving, servingNow } from './serving.ts'
import type { FoundSources } from './sources/source.ts'
import { isIncrement } from './sources/source-date.ts'
import type { Staging } from './stage/staging.ts'
import {
  type BuildResult,
  bytesNotes,
  bytesOf,
  indexNotes,
  lookAtFiles,
  providersMax,
  readInto,
  type StepOptions,
  serve,
  snapshotFolderIn,
  withParts,
  withSources,
} from './steps.ts'
import { inOrder } from './threads/in-order.ts'
import { SpareMemory } from './threads/shared-bytes.ts'
import type { Workforce } from './threads/workforce.ts'

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
