/**
 * Brings the registry up to date with what CMS publishes: reads CMS's page, chooses the files, downloads what is not here yet,
 * merges those that what serves lacks onto it, or builds from all of them, and announces. A file stays in `downloads` until an update that does without it has been announced, so
 * nothing is downloaded twice, and a weekly file counts on after the page no longer lists it.
 *
 * It promises that only files on the page's own origin are asked for, and whatever `build` promises: what serves changes
 * only for a version that is whole. It fails with BuildError; what had arrived stays, and the next update goes on from there.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { additionsIn } from '../additions-folder.ts'
import { build } from '../build.ts'
import { BuildError } from '../build-error.ts'
import { CannotMergeError } from '../merge/cannot-merge.ts'
import { mergeOntoLast } from '../merge/merge.ts'
import type { Progress } from '../progress.ts'
import { findSources } from '../sources/find-sources.ts'
import { dateOfName } from '../sources/source-date.ts'
import type { BuildResult } from '../steps.ts'
import type { Workspace } from '../workspace.ts'
import { type Choice, chooseFiles, daysMissing, filesOf } from './choose.ts'
import type { CmsFile } from './cms-file.ts'
import { type DownloadOptions, download, freeBytesOf } from './download.ts'
import { downloadPath, removeDownload, removeOtherDownloads, wholeDownloads } from './downloads.ts'
import { type Patience, usualPatience } from './limits.ts'
import { type LinkedFile, readPage } from './page.ts'
import { servedOf } from './serving.ts'

/** Where to update from and what, and how strictly. */
export interface UpdateOptions {
  workspace: Workspace
  /** The page that links to the files. */
  pageUrl: URL
  leaveOutRefused: boolean
  allowCountChange: boolean
  progress: Progress
  now: Date
  patience?: Patience
  freeBytes?: DownloadOptions['freeBytes']
}

/** What an update that was not stopped has done. */
export type UpdateResult =
  | { outcome: 'nothingNewer'; version: string; sourceDate: string }
  /** With the time that the build took, without the downloads. */
  | (BuildResult & { buildMs: number })

/** The folder of downloads, in that of the registry. */
export const downloadsFolder = 'downloads'

/** Updates once. Throws BuildError with what stopped it, and then what serves has not changed. */
export async function update(options: UpdateOptions): Promise<UpdateResult> {
  const { workspace, pageUrl, progress, patience = usualPatience } = options
  const folder = join(workspace.registryDir, downloadsFolder)
  progress.step(`reading ${pageUrl.href}`)
  const linked = await readPage(pageUrl, patience, progress.note)
  const choice = await choose(linked, folder, pageUrl)
  const files = filesOf(choice)
  for (const file of files) progress.note(`chosen: ${file.name}`)
  const served = await servedOf(workspace.registryDir, files, progress)
  if (served.kind === 'upToDate') {
    return { outcome: 'nothingNewer', version: served.version, sourceDate: served.sourceDate }
  }

  await mkdir(folder, { recursive: true })
  const downloading = { folder, patience, progress, freeBytes: options.freeBytes ?? freeBytesOf }
  for (const { name } of files) {
    // A weekly file that the page has dropped is here already.
    const link = linked.find(({ file }) => file.name === name)
    if (link !== undefined) await download(link, downloading)
    if (!options.leaveOutRefused) await expectArchive(folder, name)
  }
  await noteDaysMissing(choice, folder, progress)
  const additions = additionsIn(workspace.registryDir)
  const pathsOf = (chosen: readonly CmsFile[]) => [
    ...chosen.map(({ name }) => downloadPath(folder, name)),
    ...additions,
  ]
  const startedMs = performance.now()
  const result =
    (served.kind === 'lacks' ? await merged(pathsOf(served.files), options) : undefined) ??
    (await build({ ...options, paths: pathsOf(files) }))
  const buildMs = performance.now() - startedMs
  await removeOtherDownloads(
    folder,
    files.map(({ name }) => name),
  )
  return { ...result, buildMs }
}

/** What merging did; undefined where only a build from all files helps. */
async function merged(paths: readonly string[], options: UpdateOptions): Promise<BuildResult | undefined> {
  try {
    return await mergeOntoLast({ ...options, paths })
  } catch (error) {
    if (!(error instanceof CannotMergeError)) throw error
    for (const sentence of error.sentences) options.progress.note(`Building from all files: ${sentence}`)
    return undefined
  }
}

async function choose(linked: readonly LinkedFile[], folder: string, pageUrl: URL): Promise<Choice> {
  const here = (await wholeDownloads(folder)).filter(({ kind }) => kind === 'weekly')
  const choice = chooseFiles([...linked.map(({ file }) => file), ...here])
  if (choice !== undefined) return choice
  const expected = 'expected a link to a full file, NPPES_Data_Dissemination_MONTH_YEAR.zip'
  throw new BuildError([`${pageUrl.href}: ${expected}; got ${linked.map(({ file }) => file.name).join(', ')}`])
}

/** An archive that cannot be opened was damaged where it came from: kept, it would stand in the way of a better one. */
async function expectArchive(folder: string, name: string): Promise<void> {
  const found = await findSources([downloadPath(folder, name)])
  found.close()
  const fault = found.refused.find((file) => file.name === name)
  if (fault === undefined) return
  await removeDownload(folder, name)
  throw new BuildError([`${name}: ${fault.reason}`])
}

async function noteDaysMissing({ full, weeklies }: Choice, folder: string, progress: Progress): Promise<void> {
  const found = await findSources([downloadPath(folder, full.name)])
  found.close()
  const reached = found.sources.map(({ name }) => dateOfName(name) ?? full.date).sort()
  for (const { from, to } of daysMissing(reached.at(-1) ?? full.date, weeklies)) {
    progress.note(`No file tells what changed from ${from} to ${to}; the next full file will.`)
  }
}
