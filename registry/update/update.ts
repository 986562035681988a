/**
 * Downloads what CMS publishes and builds from the newest monthly file and all weekly ones since. Downloads stay until
 * an update without them is announced. CMS may publish a file again under its name, so the server is asked whether
 * files changed. Only files on the page's own origin are requested, and no version that was rolled back from is
 * announced. Fails with BuildError.
 */
import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { currentFile, type Manifest, manifestFile, parseManifest, readCurrent } from '#registry/format'
import { messageOf } from '#registry/search/errors'
import { versionDir } from '../build/announce.ts'
import { type BuildResult, build, onceServing } from '../build/build.ts'
import { BuildError, namingFullDisk } from '../build/build-error.ts'
import { refusedIn } from '../build/checks.ts'
import type { Progress } from '../build/progress.ts'
import { dateOfName } from '../build/rows/dates.ts'
import { findSources, type RefusedFile } from '../build/sources/find-sources.ts'
import { additionsIn, freeBytesOf, type Workspace } from '../build/workspace.ts'
import { type Choice, type CmsFile, chooseFiles, daysMissing, filesOf, lastDayOf } from './choice.ts'
import {
  type DownloadOptions,
  download,
  hasChanged,
  removeDownload,
  removeOtherDownloads,
  wholeDownloads,
} from './download.ts'
import { type LinkedFile, readPage } from './page.ts'
import { type Patience, usualPatience } from './request.ts'

export interface UpdateOptions {
  workspace: Workspace
  pageUrl: URL
  leaveOutRefused: boolean
  allowCountChange: boolean
  progress: Progress
  now: Date
  patience?: Patience
  freeBytes?: DownloadOptions['freeBytes']
}

export type UpdateResult =
  | { outcome: 'nothingNewer'; version: string; sourceDate: string }
  /** With the time that the build took, without the downloads. */
  | (BuildResult & { buildMs: number })

export const downloadsFolder = 'downloads'

/** Updates once. Throws BuildError with what stopped it, and then the version that serves has not changed. */
export async function update(options: UpdateOptions): Promise<UpdateResult> {
  try {
    return await updateOnce(options)
  } catch (error) {
    throw namingFullDisk(error, options.workspace.registryDir)
  }
}

interface Work {
  options: UpdateOptions
  linked: readonly LinkedFile[]
  choice: Choice
  /** The chosen files, by their names. */
  names: readonly string[]
  downloading: DownloadOptions
}

async function updateOnce(options: UpdateOptions): Promise<UpdateResult> {
  const { workspace, pageUrl, progress, patience = usualPatience, freeBytes = freeBytesOf } = options
  const folder = join(workspace.registryDir, downloadsFolder)
  progress.step(`reading ${pageUrl.href}`)
  const linked = await readPage(pageUrl, patience, progress.note)
  const choice = await choose(linked, folder, pageUrl)
  const names = filesOf(choice).map(({ name }) => name)
  for (const name of names) progress.note(`chosen: ${name}`)
  const work = { options, linked, choice, names, downloading: { folder, patience, progress, freeBytes } }

  const served = await servedOf(work)
  if (served !== undefined && (served.isNewer || !(await isAnyReissued(work)))) {
    const { version, sourceDate } = served
    return { outcome: 'nothingNewer', version, sourceDate }
  }
  await mkdir(folder, { recursive: true })
  const result = await builtFrom(work)
  await onceServing(progress, async () => {
    for (const sentence of await removeDamaged(work, result.refused)) progress.note(sentence)
    await removeOtherDownloads(folder, names)
  })
  return result
}

async function choose(linked: readonly LinkedFile[], folder: string, pageUrl: URL): Promise<Choice> {
  const here = (await wholeDownloads(folder)).filter(({ kind }) => kind === 'weekly')
  const choice = chooseFiles([...linked.map(({ file }) => file), ...here])
  if (choice !== undefined) return choice
  const expected = 'expected a link to a full file, NPPES_Data_Dissemination_MONTH_YEAR.zip'
  throw new BuildError([`${pageUrl.href}: ${expected}; got ${linked.map(({ file }) => file.name).join(', ')}`])
}

/** The version that serves, if its data is newer than all chosen files or it was built from all of them. */
async function servedOf({ options: { workspace, progress }, choice, downloading }: Work) {
  const { registryDir } = workspace
  const current = await readCurrent(registryDir)
  if (current === undefined) return undefined
  const files = filesOf(choice)
  try {
    const path = join(versionDir(registryDir, current.version), manifestFile)
    const manifest = parseManifest(await readFile(path, 'utf8'))
    const { version, sourceDate, isSample } = manifest
    // Invented data has dates that mean nothing.
    const isNewer = !isSample && files.every((file) => lastDayOf(file) < sourceDate)
    const here = await wholeDownloads(downloading.folder)
    return isNewer || !isAnyLacking(manifest, files, here) ? { version, sourceDate, isNewer } : undefined
  } catch (error) {
    progress.note(`Version ${current.version} cannot be read (${messageOf(error)}); another is built`)
    return undefined
  }
}

/** An archive with a refused file that is not here was damaged; it may be whole when it is downloaded again. */
function isAnyLacking({ sources, refused }: Manifest, files: readonly CmsFile[], here: readonly CmsFile[]): boolean {
  const taken = new Set(sources.map(({ name }) => name))
  const archives = new Set([...taken].map(archiveOf))
  const left = refused.files.filter(({ name }) => name.includes('/') && !taken.has(name))
  const incomplete = new Set(left.map(({ name }) => archiveOf(name)))
  const isHere = (name: string) => here.some((file) => file.name === name)
  return files.some(({ name }) => !archives.has(name) || (incomplete.has(name) && !isHere(name)))
}

/** The build names a file of an archive after the archive and itself, with a slash between. */
const archiveOf = (name: string): string => name.split('/')[0] ?? name

async function isAnyReissued({ options, linked, names, downloading }: Work): Promise<boolean> {
  const { mtimeMs: announcedMs } = await stat(join(options.workspace.registryDir, currentFile))
  for (const link of linked.filter(({ file }) => names.includes(file.name))) {
    if (!(await hasChanged(link, announcedMs, downloading))) continue
    downloading.progress.note(`${link.file.name} was published again`)
    return true
  }
  return false
}

async function builtFrom(work: Work): Promise<BuildResult & { buildMs: number }> {
  const { options, choice, names, downloading } = work
  await fetchAll(work)
  await noteDaysMissing(choice, downloading)
  const paths = names.map((name) => join(downloading.folder, name))
  const additions = additionsIn(options.workspace.registryDir)
  const startedMs = performance.now()
  try {
    const result = await build({ ...options, refuseRolledBack: true, paths: [...paths, ...additions] })
    return { ...result, buildMs: performance.now() - startedMs }
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    const sentences = await removeDamaged(work, refusedIn(error))
    throw sentences.length === 0 ? error : new BuildError([...error.sentences, ...sentences])
  }
}

/** Downloads the chosen files. A weekly file that the page has dropped is here already. */
async function fetchAll({ options, linked, names, downloading }: Work): Promise<void> {
  for (const name of names) {
    const link = linked.find(({ file }) => file.name === name)
    if (link !== undefined) await download(link, downloading)
    if (!options.leaveOutRefused) await expectArchive(downloading.folder, name)
  }
}

/** Removes an archive that cannot be opened, so that the next update downloads it again. */
async function expectArchive(folder: string, name: string): Promise<void> {
  const found = await findSources([join(folder, name)])
  found.close()
  const fault = found.refused.find((file) => file.name === name)
  if (fault === undefined) return
  await removeDownload(folder, name)
  throw new BuildError([`${name}: ${fault.reason}`])
}

/** Names of files in the full file's archive say how far it reaches. */
async function noteDaysMissing({ full, weeklies }: Choice, { folder, progress }: DownloadOptions): Promise<void> {
  const found = await findSources([join(folder, full.name)])
  found.close()
  const reached = found.sources.map(({ name }) => dateOfName(name) ?? full.date).sort()
  for (const { from, to } of daysMissing(reached.at(-1) ?? full.date, weeklies)) {
    progress.note(`No file has the changes from ${from} to ${to}; the next full file will.`)
  }
}

/**
 * Removes damaged downloads, with a sentence for each. Kept, one would be used again: the server has not changed it.
 */
async function removeDamaged({ linked, names, downloading }: Work, refused: readonly RefusedFile[]): Promise<string[]> {
  const sentences: string[] = []
  for (const name of names.filter((one) => refused.some((file) => archiveOf(file.name) === one))) {
    const damage = await damageOf(join(downloading.folder, name))
    if (damage === undefined) continue
    await removeDownload(downloading.folder, name)
    const isListed = linked.some(({ file }) => file.name === name)
    const follows = isListed ? 'the next update downloads it again' : 'the page no longer lists it'
    sentences.push(`${name} was damaged (${damage}) and is removed; ${follows}`)
  }
  return sentences
}

async function damageOf(path: string): Promise<string | undefined> {
  const found = await findSources([path])
  try {
    for (const { open } of found.sources) {
      const chunks = (await open())[Symbol.asyncIterator]()
      while ((await chunks.next()).done !== true);
    }
    return found.refused.find(({ name }) => path.endsWith(name))?.reason
  } catch (error) {
    return messageOf(error)
  } finally {
    found.close()
  }
}
