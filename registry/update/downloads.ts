/**
 * The folder of downloads. Of each file it holds either a part, `NAME.part`, or the whole, `NAME`, and beside that what the
 * server said about it, `NAME.json`, which is written first: so whatever is found after a crash is known to belong to that
 * description, and what has none is begun anew. Failing, it throws the error of the file system.
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasErrorCode } from '#registry/search/errors'
import { parseJson, type Reader, readerOf } from '#registry/search/json-reader'
import { type CmsFile, cmsFileOf } from './cms-file.ts'

/** What the server said about a file when its first byte was asked for. */
export interface Description {
  bytes: number
  /** As the server wrote it, with its quotes. */
  etag: string | null
  /** Null also where it could belong to two different contents. */
  lastModified: string | null
}

/** Reads a description as it is written down. Throws RegistryError where it is none. */
export function readDescription(reader: Reader): Description {
  const textOrNull = (member: string) => (reader.isNull(member) ? null : reader.text(member))
  return { bytes: reader.whole('bytes'), etag: textOrNull('etag'), lastModified: textOrNull('lastModified') }
}

/** What the folder holds of one file. */
export type Held = { kind: 'nothing' } | { kind: 'part' | 'whole'; bytes: number; description: Description }

/** Where a file is, or will be, when it is whole. */
export function downloadPath(folder: string, name: string): string {
  return join(folder, name)
}

/** Where a file is while it arrives. */
export function partPath(folder: string, name: string): string {
  return join(folder, `${name}${partSuffix}`)
}

/** What is here of a file. */
export async function heldOf(folder: string, name: string): Promise<Held> {
  const description = await descriptionAt(join(folder, `${name}${descriptionSuffix}`))
  if (description === undefined) return { kind: 'nothing' }
  if ((await sizeOf(downloadPath(folder, name))) === description.bytes) {
    return { kind: 'whole', bytes: description.bytes, description }
  }
  const bytes = (await sizeOf(partPath(folder, name))) ?? 0
  return bytes === 0 || bytes > description.bytes ? { kind: 'nothing' } : { kind: 'part', bytes, description }
}

/** Removes what is here of a file and writes down what comes in its place. */
export async function beginDownload(folder: string, name: string, description: Description): Promise<void> {
  await mkdir(folder, { recursive: true })
  await removeDownload(folder, name)
  await writeFile(join(folder, `${name}${descriptionSuffix}`), `${JSON.stringify(description)}\n`)
}

/** Gives a part its name once it is whole. */
export async function finishDownload(folder: string, name: string): Promise<void> {
  await rename(partPath(folder, name), downloadPath(folder, name))
}

/** Removes what is here of a file. */
export async function removeDownload(folder: string, name: string): Promise<void> {
  for (const suffix of suffixes) await rm(join(folder, `${name}${suffix}`), { force: true })
}

/** The files of CMS that are here whole. */
export async function wholeDownloads(folder: string): Promise<CmsFile[]> {
  const whole: CmsFile[] = []
  for (const name of await namesIn(folder)) {
    const file = cmsFileOf(name)
    if (file !== undefined && (await heldOf(folder, name)).kind === 'whole') whole.push(file)
  }
  return whole
}

/** Removes whatever is here of CMS's files, whole or not, but those named. Files of any other name stay. */
export async function removeOtherDownloads(folder: string, kept: readonly string[]): Promise<void> {
  for (const name of await namesIn(folder)) {
    const suffix = suffixes.find((end) => end !== '' && name.endsWith(end)) ?? ''
    const fileName = name.slice(0, name.length - suffix.length)
    if (cmsFileOf(fileName) !== undefined && !kept.includes(fileName)) await rm(join(folder, name), { force: true })
  }
}

const partSuffix = '.part'
const descriptionSuffix = '.json'
const suffixes = ['', partSuffix, descriptionSuffix]

/** Undefined also for whatever a crash may have left of it. */
async function descriptionAt(path: string): Promise<Description | undefined> {
  try {
    return readDescription(readerOf(parseJson(await readFile(path, 'utf8'), path), path))
  } catch {
    return undefined
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return []
    throw error
  }
}
