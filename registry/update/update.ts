/**
 * Brings the registry up to date with what CMS publishes: reads CMS's page, chooses the files, downloads what is not here yet,
 * builds from the newest monthly file and all weekly ones since, and announces. A file stays in `downloads` until an update
 * that does without it has been announced, so nothing is downloaded twice, and a weekly file still counts after the page no
 * longer lists it. Of a file that what serves was built
 * from the server is asked whether it has another now, for CMS may publish one anew under its name.
 *
 * It promises that only files on the page's own origin are asked for, and whatever `build` promises: what serves changes
 * only for a version that is whole, and never for one that was rolled back from. It fails with BuildError; what had arrived stays,
 * unless it was damaged, and the next update goes on from there.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildResult, build, onceServing } from '../build/build.ts'
import { BuildError, namingFullDisk } from '../build/build-error.ts'
import type { Progress } from '../build/progress.ts'
import { dateOfName } from '../build/rows/dates.ts'
import { findSources } from '../build/sources/find-sources.ts'
import { additionsIn, freeBytesOf, type Workspace } from '../build/workspace.ts'
import { type Choice, chooseFiles, daysMissing, filesOf } from './choose.ts'
import { afterRemovingDamaged, type ReadDownloads, removeDamaged } from './damaged.ts'
import { type DownloadOptions, download, hasChanged } from './download.ts'
import { type Description, downloadPath, removeDownload, removeOtherDownloads, wholeDownloads } from './downloads.ts'
import { type Patience, usualPatience } from './limits.ts'
import { type LinkedFile, readPage } from './page.ts'
import { noteServedFiles, servedFiles } from './served-files.ts'
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
  try {
    return await updateOnce(options)
  } catch (error) {
    throw namingFullDisk(error, options.workspace.registryDir)
  }
}

/** What one update works with. */
interface Work {
  options: UpdateOptions
  linked: readonly LinkedFile[]
  choice: Choice
  downloading: DownloadOptions
}

async function updateOnce(options: UpdateOptions): Promise<UpdateResult> {
  const { workspace, pageUrl, progress, patience = usualPatience, freeBytes = freeBytesOf } = options
  const folder = join(workspace.registryDir, downloadsFolder)
  progress.step(`reading ${pageUrl.href}`)
  const linked = await readPage(pageUrl, patience, progress.note)
  const choice = await choose(linked, folder, pageUrl)
  const files = filesOf(choice)
  for (const file of files) progress.note(`chosen: ${file.name}`)
  const work = { options, linked, choice, downloading: { folder, patience, progress, freeBytes } }

  const here = new Set((await wholeDownloads(folder)).map(({ name }) => name))
  const served = await servedOf(workspace.registryDir, files, here, progress)
  if (served.kind === 'newer') return nothingNewer(served)
  if (served.kind === 'fromThese') {
    const known = await servedFiles(folder, served)
    if (!(await isAnyReissued(work, known))) return nothingNewer(served)
  }

  await mkdir(folder, { recursive: true })
  const result = await builtFrom(work)
  const names = files.map(({ name }) => name)
  await onceServing(progress, async () => {
    for (const sentence of await removeDamaged(downloadsOf(work, names), result.refused)) progress.note(sentence)
    await removeOtherDownloads(folder, names)
    await noteServedFiles(folder, result.manifest.version, names)
  })
  return result
}

function nothingNewer({ version, sourceDate }: { version: string; sourceDate: string }): UpdateResult {
  return { outcome: 'nothingNewer', version, sourceDate }
}

/** Whether the server has any of the files that what serves was built from in another form than it had then. */
async function isAnyReissued({ linked, downloading, choice }: Work, known: ReadonlyMap<string, Description>) {
  const names = new Set(filesOf(choice).map(({ name }) => name))
  for (const link of linked) {
    const { name } = link.file
    const description = names.has(name) ? known.get(name) : undefined
    if (description === undefined || !(await hasChanged(link, description, downloading))) continue
    downloading.progress.note(`${name} was published again`)
    return true
  }
  return false
}

/** Builds from all chosen files and the additions; downloads that turn out to be damaged are removed. */
async function builtFrom(work: Work): Promise<BuildResult & { buildMs: number }> {
  const { options, choice, downloading } = work
  await fetchAll(work)
  const found = await findSources([downloadPath(downloading.folder, choice.full.name)])
  found.close()
  noteDaysMissing(
    choice,
    found.sources.map(({ name }) => name),
    options.progress,
  )
  const names = filesOf(choice).map(({ name }) => name)
  const downloads = downloadsOf(work, names)
  const paths = names.map((name) => downloadPath(downloads.folder, name))
  const additions = additionsIn(options.workspace.registryDir)
  const startedMs = performance.now()
  try {
    const result = await build({ ...options, refuseRolledBack: true, paths: [...paths, ...additions] })
    return { ...result, buildMs: performance.now() - startedMs }
  } catch (error) {
    throw await afterRemovingDamaged(error, downloads)
  }
}

function downloadsOf({ linked, downloading: { folder } }: Work, names: readonly string[]): ReadDownloads {
  return { folder, names, listed: new Set(linked.map(({ file }) => file.name)) }
}

/** Sees to it that files are here. A weekly file that the page has dropped is here already. */
async function fetchAll({ options, linked, choice, downloading }: Work): Promise<void> {
  for (const { name } of filesOf(choice)) {
    const link = linked.find(({ file }) => file.name === name)
    if (link !== undefined) await download(link, downloading)
    if (!options.leaveOutRefused) await expectArchive(downloading.folder, name)
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

/** `filesOfFull` are the names of the files in the full file's archive, of which some tell how far they reach. */
function noteDaysMissing({ full, weeklies }: Choice, filesOfFull: readonly string[], progress: Progress): void {
  const reached = filesOfFull.map((name) => dateOfName(name) ?? full.date).sort()
  for (const { from, to } of daysMissing(reached.at(-1) ?? full.date, weeklies)) {
    progress.note(`No file tells what changed from ${from} to ${to}; the next full file will.`)
  }
}
