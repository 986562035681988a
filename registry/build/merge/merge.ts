/**
 * Merges new files, weekly increments and deactivation reports, onto the version that serves: what they do not name is copied
 * instead of being read and rendered again. What comes out is what a build from all files, old and new, would write, to the
 * byte, and bears the same name.
 *
 * It keeps the promises of a build from all files (registry/build/build.ts), and fails as that does. It fails with
 * CannotMergeError where only such a build helps: nothing serves, or what serves has no build state, was damaged, or was built
 * by another version of this program. A row that was refused once, for a date in the future, stays refused when the date has
 * come.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Manifest } from '#registry/format'
import { versionDir } from '../announce.ts'
import { BuildAdditions } from '../build-additions.ts'
import { BuildError } from '../build-error.ts'
import { type FileRecord, keptRefusals, refusedSummary, sumOf } from '../file-record.ts'
import { namingFullDisk } from '../full-disk.ts'
import type { RefusedReport } from '../refused-report.ts'
import type { BatchCounts } from '../render/batch.ts'
import { sizeRule } from '../render/batch-writer.ts'
import { type Serving, servingNow } from '../serving.ts'
import { isOfNpis } from '../sources/layouts.ts'
import type { FoundSources } from '../sources/source.ts'
import { bytesOfRows } from '../staging/rows-file.ts'
import { Staging } from '../staging/staging.ts'
import {
  type BuildResult,
  bytesNotes,
  bytesOf,
  indexNotes,
  lookAtFiles,
  onceServing,
  readInto,
  type StepOptions,
  serve,
  snapshotFolderIn,
  withParts,
  withSources,
} from '../steps.ts'
import { newestDate, refusedAmong, stopAtRefused } from '../stops.ts'
import { SpareMemory } from '../threads/shared-bytes.ts'
import { CannotMergeError } from './cannot-merge.ts'
import { ChangedCollector, type ChangedProviders } from './changed-providers.ts'
import { Changes, type NumberedRows, stageChanged } from './changes.ts'
import { openLastSnapshot } from './last-snapshot.ts'
import {
  expectAdditionsAgain,
  type MergedFiles,
  mergedFiles,
  mergedRefusals,
  mergedSources,
  withoutKnown,
} from './merged-files.ts'
import { type PartWriter, partWriterFor } from './parts/part-writer.ts'
import {
  type KeptRows,
  keepState,
  readState,
  rowsName,
  type State,
  type StateWriter,
  stateFolder,
  writingState,
} from './state.ts'
import { writeMergedSnapshot } from './write-merged.ts'

/** What to merge, onto what serves where, and how strictly. */
export interface MergeOptions extends StepOptions {
  /** Files, folders and archives. Files that the version was built from already are passed over. */
  paths: readonly string[]
  /** Who writes the parts of the snapshot; what suits the size of the last version when not given. It is closed in the end. */
  parts?: PartWriter
}

/** The version that serves, with what is needed to merge onto it. */
interface Last {
  dir: string
  manifest: Manifest
  state: State
}

/** Merges and makes the merged version serve. Throws BuildError with what stopped it, and then nothing has changed. */
export async function mergeOntoLast(options: MergeOptions): Promise<BuildResult> {
  try {
    return await mergeOnto(options)
  } catch (error) {
    throw namingFullDisk(error, options.workspace.registryDir)
  }
}

async function mergeOnto(options: MergeOptions): Promise<BuildResult> {
  const { workspace, progress, paths } = options
  const serving = await servingNow(workspace.registryDir, progress)
  const last = lastOf(serving, workspace.registryDir)
  const folder = workspace.begin()
  return withSources(paths, options, (found, report) =>
    mergeFrom(withoutKnown(found, last.manifest), folder, report, last, options),
  )
}

function lastOf(serving: Serving, registryDir: string): Last {
  if (serving.kind === 'nothing') throw new CannotMergeError('a folder in which no version serves')
  if (serving.kind === 'unreadable') throw new CannotMergeError(serving.what)
  const dir = versionDir(registryDir, serving.manifest.version)
  return { dir, manifest: serving.manifest, state: readState(dir) }
}

async function mergeFrom(
  found: FoundSources,
  folder: string,
  report: RefusedReport,
  last: Last,
  options: MergeOptions,
): Promise<BuildResult> {
  const { workspace, progress } = options
  const { files, unreadable } = await lookAtFiles(found, options, expectMergeable)
  const records = files.map(({ record }) => record)
  expectAdditionsAgain(last.manifest, records)
  const labels = new Map(last.state.labels)
  const parts = {
    rowsPath: join(folder, 'rows'),
    additions: new BuildAdditions(join(folder, 'reviews'), records, labels),
    keptBytes: last.state.rows.reduce((sum, rows) => sum + bytesOfRows(rows), 0),
  }
  // Other threads compare its files with their checksums while this one reads.
  const opening = openLastSnapshot(last.dir, last.manifest, last.state)
  // Its failure is told when it is awaited.
  opening.catch(() => {})
  const merging = withParts(parts, files, options, async ({ staging: fresh, workforce }) => {
    const { additions, rowsPath } = parts
    const into = { files, staging: fresh, additions, labels, report, workforce }
    const ofRows = records.filter(isOfRows)
    progress.step('reading')
    await readInto({ ...into, isRead: isOfRows, onBytes: bytesNotes(progress, bytesOf(ofRows)) }, options)

    progress.step('finding what changes')
    const merged = mergedFiles(last.manifest, records)
    const rows = [...oldRows(last, merged), freshRows(rowsPath, fresh, merged, last)]
    const rowBytes = rows.reduce((sum, { kept }) => sum + bytesOfRows(kept), 0)
    const onBytes = bytesNotes(progress, rowBytes + bytesOf(records) - bytesOf(ofRows))
    const readRest = async () => {
      await readInto({ ...into, isRead: (record) => !isOfRows(record), onBytes }, options)
      const refused = [...unreadable, ...refusedAmong(records)]
      stopAtRefused(refused, options)
      return refused
    }
    const staging = new Staging(join(folder, 'changed'))
    const writer = options.parts ?? partWriterFor(last.manifest)
    try {
      // Threads look through the rows while this one reads reviews and ratings.
      const [refused] = await both(readRest(), stageChanged(merged, rows, { staging, workforce }, onBytes))
      // What it remembers of the rows is a part of the memory of which writing takes most.
      await workforce.close()

      progress.step('opening the last version')
      const changes = new Changes(merged, labels, (npi, { name }) => report.nameProvider(name, sizeRule, npi))
      const sources = () => mergedSources(merged, changes, records)
      const keptRefused = () => sumOf(last.state.refusedRows, changes.refusedRows)
      const snapshot = await opening
      const { changed, counts } = await collected(join(folder, 'changed'), staging, changes)
      const dir = snapshotFolderIn(folder)
      mkdirSync(dir)

      progress.step('writing the snapshot')
      const manifest = await writingState(dir, async (state) => {
        const manifest = await writeMergedSnapshot({
          ...{ dir, last: snapshot, changed, counts, labels, additions, state, parts: writer },
          sources,
          refused: () =>
            mergedRefusals(last.manifest.refused, keptRefused(), refusedSummary(records, refused), sources()),
          sourceDate: newestDate(merged.files.map(({ summary }) => summary)),
          onIndex: indexNotes(progress),
        })
        keepRows(rows, state)
        const refusedRows = sumOf(keptRefused(), keptRefusals(records))
        await state.finish({ rows: rows.map(({ kept }) => kept), labels, refusedRows })
        return manifest
      })

      const outcome = await serve(dir, manifest, { kind: 'read', manifest: last.manifest }, options)
      await onceServing(progress, () => keepState(dir, workspace.registryDir, manifest.version))
      return { outcome, manifest, files: records, ignored: found.ignored, refused, reportPath: report.path }
    } finally {
      await writer.close()
      staging.close()
    }
  })
  const close = async () => (await opening).close()
  return merging.finally(() => close().catch(() => {}))
}

const isOfRows = ({ kind }: FileRecord) => isOfNpis(kind)

/** Waits for both, so that neither goes on behind the other's failure; that of the first is told before that of the second. */
async function both<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second])
  return [await first, await second]
}

/** A table of labels changes what is said of everybody, so that there would be nothing to copy. */
function expectMergeable(records: readonly FileRecord[]): void {
  const labels = records.find(({ kind }) => kind === 'taxonomyLabels')
  if (labels === undefined) return
  const got = 'a taxonomy table, which takes a build from all files'
  throw new BuildError([`${labels.source.name}: expected one of CMS's NPPES files; got ${got}`])
}

/** The rows kept from the version before, with what is written down of them in the state of this one. */
function oldRows({ dir, state }: Last, { placeOfOld }: MergedFiles): NumberedRows[] {
  return state.rows.map((rows) => {
    const places = rows.sources.map((place) => placeOfOld[place] ?? -1)
    return { path: join(dir, stateFolder, rows.name), kept: { ...rows, sources: places }, isNew: false }
  })
}

function freshRows(path: string, fresh: Staging, { placeOfNew }: MergedFiles, { state }: Last): NumberedRows {
  const kept: KeptRows = { name: rowsName(state.rows.length), ...fresh.finish(), sources: placeOfNew }
  return { path, kept, isNew: true }
}

function keepRows(rows: readonly NumberedRows[], state: StateWriter): void {
  for (const { path, kept, isNew } of rows) {
    if (isNew) state.moveRows(path, kept.name)
    else state.shareRows(path, kept.name)
  }
}

/** All changes, and what each range of them counts. Their files have names that begin with `path`. */
async function collected(
  path: string,
  staging: Staging,
  changes: Changes,
): Promise<{ changed: ChangedProviders; counts: BatchCounts[] }> {
  const collector = new ChangedCollector(path)
  const counts: BatchCounts[] = []
  try {
    const spare = new SpareMemory()
    for (const range of staging.ranges(spare)) {
      // Everything here is in memory, so nothing else would let a signal or a timer in.
      await setImmediate()
      const change = changes.of(range)
      spare.put(range.buffer)
      collector.add(change)
      counts.push(change.batch.counts)
    }
    return { changed: collector.finish(), counts }
  } finally {
    collector.close()
  }
}
