/**
 * Downloads files to a folder: `NAME.part`, then `NAME`, beside `NAME.json` with the stated length and Last-Modified. A
 * part is continued while both agree. Fails with BuildError; what arrived stays for the next try.
 */
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasErrorCode } from '#registry/search/errors'
import { parseJson, readerOf } from '#registry/search/json-reader'
import { BuildError } from '../build/build-error.ts'
import { freeBytesKept } from '../build/limits.ts'
import type { Progress } from '../build/progress.ts'
import { type CmsFile, cmsFileOf } from './choice.ts'
import type { LinkedFile } from './page.ts'
import { type Answer, PassingError, type Patience, request, withRetries } from './request.ts'

/** The monthly archive has about 1 GB. */
export const fileBytesMax = 8_000_000_000

export interface DownloadOptions {
  folder: string
  patience: Patience
  progress: Progress
  freeBytes(folder: string): Promise<number>
}

interface Description {
  bytes: number
  lastModified: string | null
}

interface Held extends Description {
  arrived: number
  isWhole: boolean
}

/** Downloads the file where the folder does not have it whole, and returns its path. */
export async function download({ file, url }: LinkedFile, options: DownloadOptions): Promise<string> {
  const { patience, progress, folder } = options
  await withRetries(file.name, patience, progress.note, () => downloadOnce(file.name, url, options))
  return join(folder, file.name)
}

/**
 * Whether a file that is here is another than the one of a version that was announced at this time: begun since, or
 * changed on the server. A file that is not here counts as the same, and so does one that cannot be requested now.
 */
export async function hasChanged(
  { file: { name }, url }: LinkedFile,
  announcedMs: number,
  { folder, patience, progress }: DownloadOptions,
): Promise<boolean> {
  const held = await heldOf(folder, name)
  if (held === undefined) return false
  if (!held.isWhole || (await stat(join(folder, `${name}.json`))).mtimeMs > announcedMs) return true
  try {
    return await withRetries(name, patience, progress.note, async () => {
      const { status, headers, close } = await request(url, conditionsOf(held), patience)
      close()
      if (status !== 200 && status !== 304) progress.note(`${name} cannot be looked at: status ${status}`)
      return status === 200 && !isSame(held, headers)
    })
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    progress.note(`${error.message}; the file counts as the same`)
    return false
  }
}

async function downloadOnce(name: string, url: URL, options: DownloadOptions): Promise<void> {
  const { folder, patience, progress } = options
  const held = await heldOf(folder, name)
  const answer = await request(url, held === undefined ? {} : conditionsOf(held), patience)
  const { status, headers } = answer
  try {
    if (held?.isWhole && (status === 304 || (status === 200 && isSame(held, headers)))) {
      progress.note(`${name} is here already`)
    } else if (status === 200) {
      const description = describe(name, headers)
      if (held?.arrived && !held.isWhole) progress.note(`${name} changed or can’t be resumed: starting over`)
      // Before what is here is removed, which may be the whole file as it was.
      await expectRoom(name, description.bytes - (held?.arrived ?? 0), options)
      await removeDownload(folder, name)
      await writeFile(join(folder, `${name}.json`), `${JSON.stringify(description)}\n`)
      await receive(name, answer, { ...description, arrived: 0 }, options)
    } else if (held !== undefined && !held.isWhole && (status === 206 || status === 416)) {
      await expectRest(name, answer, held, folder)
      await expectRoom(name, held.bytes - held.arrived, options)
      await receive(name, answer, held, options)
    } else {
      throw new BuildError([`${url.href}: expected status 200; got status ${status}`])
    }
  } finally {
    answer.close()
  }
}

function conditionsOf({ isWhole, arrived, lastModified }: Held): Record<string, string> {
  if (lastModified === null || arrived === 0) return {}
  return isWhole ? { 'if-modified-since': lastModified } : { range: `bytes=${arrived}-`, 'if-range': lastModified }
}

/** Not every server heeds the conditions of a request. */
const isSame = ({ bytes, lastModified }: Description, headers: Headers): boolean =>
  statedLength(headers) === bytes && headers.get('last-modified') === lastModified

function statedLength(headers: Headers): number | undefined {
  const text = headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function describe(name: string, headers: Headers): Description {
  const bytes = statedLength(headers)
  if (bytes === undefined) throw new BuildError([`${name}: expected a Content-Length; got none`])
  if (bytes > fileBytesMax) throw new BuildError([`${name}: expected at most ${fileBytesMax} bytes; got ${bytes}`])
  return { bytes, lastModified: headers.get('last-modified') }
}

async function expectRest(name: string, { headers }: Answer, held: Held, folder: string): Promise<void> {
  const expected = `bytes ${held.arrived}-${held.bytes - 1}/${held.bytes}`
  const range = headers.get('content-range')
  const isOfSame = [null, held.lastModified].includes(headers.get('last-modified'))
  if (range === expected && isOfSame) return
  await removeDownload(folder, name)
  throw new PassingError(`expected the rest of the same file, ${expected}; got another, ${range}`)
}

async function expectRoom(name: string, bytes: number, { folder, freeBytes }: DownloadOptions): Promise<void> {
  const free = (await freeBytes(folder)) - freeBytesKept
  if (bytes <= free) return
  const expected = `expected ${megabytes(bytes)} free in ${folder} beside ${megabytes(freeBytesKept)} in reserve`
  throw new BuildError([`${name}: ${expected}; got ${megabytes(Math.max(0, free))}`])
}

async function receive(
  name: string,
  answer: Answer,
  { arrived, bytes }: Pick<Held, 'arrived' | 'bytes'>,
  { folder, progress }: DownloadOptions,
): Promise<void> {
  progress.step(`downloading ${name}, ${megabytes(bytes)}${arrived === 0 ? '' : `, from ${megabytes(arrived)} on`}`)
  const path = join(folder, `${name}.part`)
  const part = await open(path, 'a')
  let at = arrived
  try {
    for await (const chunk of answer.body) {
      at += chunk.length
      if (at > bytes) break
      await part.appendFile(chunk)
      progress.bytes(at - arrived, bytes - arrived)
    }
    await part.sync()
  } finally {
    await part.close()
  }
  if (at > bytes) await removeDownload(folder, name)
  if (at !== bytes) throw new PassingError(`expected ${bytes} bytes; got ${at > bytes ? 'more' : at}`)
  await rename(path, join(folder, name))
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** Undefined where nothing is here that a description belongs to. Gives a part that is whole its name. */
async function heldOf(folder: string, name: string): Promise<Held | undefined> {
  const path = join(folder, name)
  const description = await descriptionAt(`${path}.json`)
  if (description === undefined) return undefined
  if ((await sizeOf(`${path}.part`)) === description.bytes) await rename(`${path}.part`, path)
  if ((await sizeOf(path)) === description.bytes) return { ...description, arrived: description.bytes, isWhole: true }
  const arrived = (await sizeOf(`${path}.part`)) ?? 0
  return { ...description, arrived: arrived > description.bytes ? 0 : arrived, isWhole: false }
}

/** Undefined also for what a crash left of it. */
async function descriptionAt(path: string): Promise<Description | undefined> {
  try {
    const reader = readerOf(parseJson(await readFile(path, 'utf8'), path), path)
    return {
      bytes: reader.whole('bytes'),
      lastModified: reader.isNull('lastModified') ? null : reader.text('lastModified'),
    }
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

const suffixes = ['', '.part', '.json']

export async function removeDownload(folder: string, name: string): Promise<void> {
  for (const suffix of suffixes) await rm(join(folder, `${name}${suffix}`), { force: true })
}

/** The files of CMS that are here whole. */
export async function wholeDownloads(folder: string): Promise<CmsFile[]> {
  const whole: CmsFile[] = []
  for (const name of await namesIn(folder)) {
    const file = cmsFileOf(name)
    if (file !== undefined && (await heldOf(folder, name))?.isWhole) whole.push(file)
  }
  return whole
}

/** Removes what is here of CMS's files, whole or not, but those named. Files of any other name stay. */
export async function removeOtherDownloads(folder: string, kept: readonly string[]): Promise<void> {
  for (const name of await namesIn(folder)) {
    const fileName = name.replace(/\.(part|json)$/, '')
    if (cmsFileOf(fileName) !== undefined && !kept.includes(fileName)) await rm(join(folder, name), { force: true })
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
