/**
 * Downloads one file. It promises that what stands under the file's name has the length the server stated and is of one
 * version of the file: a download that broke off goes on where it stopped only if the server says that the file is still the
 * same (RFC 9110, sections 13.1.5 and 14.2), and begins anew otherwise. A file that is here whole is asked for again only if
 * it changed. It fails with BuildError, and what had arrived stays for the next try.
 */
import { open } from 'node:fs/promises'
import { BuildError } from '../build/build-error.ts'
import { freeBytesKept } from '../build/limits.ts'
import type { Progress } from '../build/progress.ts'
import {
  beginDownload,
  type Description,
  downloadPath,
  finishDownload,
  type Held,
  heldOf,
  partPath,
  removeDownload,
} from './downloads.ts'
import { fileBytesMax, type Patience } from './limits.ts'
import type { LinkedFile } from './page.ts'
import { type Answer, request, statedLength } from './request.ts'
import { PassingError, withRetries } from './retry.ts'

/** Where to download to, and how patiently. */
export interface DownloadOptions {
  folder: string
  patience: Patience
  progress: Progress
  /** Bytes that may still be written to the disk of a folder. */
  freeBytes(folder: string): Promise<number>
}

/** Sees to it that the file is in the folder, whole, and answers with its path. */
export async function download({ file, url }: LinkedFile, options: DownloadOptions): Promise<string> {
  const { folder, patience, progress } = options
  // A server that breaks off again and again is asked on as long as it brings more than it ever did.
  let furthest = 0
  await withRetries(file.name, patience, progress.note, (gained) => {
    const onBytes = (at: number) => {
      if (at < furthest + patience.gainBytesMin) return
      furthest = at
      gained()
    }
    return downloadOnce(file.name, url, options, onBytes)
  })
  return downloadPath(folder, file.name)
}

/** Whether the server has a file in another form than it once described. One that cannot be had now counts as the same. */
export async function hasChanged(
  { file, url }: LinkedFile,
  description: Description,
  { patience, progress }: Pick<DownloadOptions, 'patience' | 'progress'>,
): Promise<boolean> {
  const held: Held = { kind: 'whole', bytes: description.bytes, description }
  try {
    return await withRetries(file.name, patience, progress.note, async () => {
      const { status, headers, close } = await request(url, conditionsOf(held), patience)
      close(new Error('not needed any more'))
      if (status !== 200 && status !== 304) progress.note(`${file.name} cannot be looked at: status ${status}`)
      return status === 200 && !isSame(description, headers)
    })
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    progress.note(`${error.message}; the file counts as the same`)
    return false
  }
}

/** Not every server heeds the conditions of a request, and the machines behind one name may each have an ETag of their own. */
function isSame({ bytes, etag, lastModified }: Description, headers: Headers): boolean {
  const length = statedLength(headers)
  if (length !== undefined && length !== bytes) return false
  const isOfSameTime = lastModified !== null && headers.get('last-modified') === lastModified
  if (length === bytes && isOfSameTime) return true
  if (etag !== null) return withoutWeakness(headers.get('etag')) === withoutWeakness(etag)
  return lastModified === null || isOfSameTime
}

function withoutWeakness(etag: string | null): string | undefined {
  return etag?.replace(/^W\//, '')
}

async function downloadOnce(
  name: string,
  url: URL,
  options: DownloadOptions,
  onBytes: (at: number) => void,
): Promise<void> {
  const { folder, patience, progress } = options
  const held = await heldFinished(folder, name)
  const answer = await request(url, conditionsOf(held), patience)
  try {
    if (answer.status === 304 && held.kind === 'whole') {
      progress.note(`${name} is here already`)
    } else if (answer.status === 206 && held.kind === 'part') {
      await expectRest(name, answer, held, folder)
      await expectRoom(name, held.description.bytes - held.bytes, options)
      await receive(name, answer, { from: held.bytes, total: held.description.bytes }, options, onBytes)
    } else if (answer.status === 416 && held.kind === 'part') {
      await removeDownload(folder, name)
      throw new PassingError(`the server has no bytes from ${held.bytes} on`)
    } else if (answer.status === 200) {
      const description = describe(name, answer.headers)
      if (held.kind === 'part') progress.note(`${name} changed or cannot be had in parts: beginning anew`)
      // Before what is here of it goes, which may be the whole file as it was.
      await expectRoom(name, description.bytes - (held.kind === 'nothing' ? 0 : held.bytes), options)
      await beginDownload(folder, name, description)
      await receive(name, answer, { from: 0, total: description.bytes }, options, onBytes)
    } else {
      throw new BuildError([`${url.href}: expected status 200; got status ${answer.status}`])
    }
  } finally {
    answer.close(new Error('not needed any more'))
  }
}

/** What is here; a part to which nothing but its name is wanting gets that first. */
async function heldFinished(folder: string, name: string): Promise<Held> {
  const held = await heldOf(folder, name)
  if (held.kind !== 'part' || held.bytes < held.description.bytes) return held
  await finishDownload(folder, name)
  return { ...held, kind: 'whole' }
}

function conditionsOf(held: Held): Record<string, string> {
  switch (held.kind) {
    case 'nothing':
      return {}
    case 'whole': {
      const { etag, lastModified } = held.description
      if (etag !== null) return { 'if-none-match': etag }
      return lastModified === null ? {} : { 'if-modified-since': lastModified }
    }
    case 'part': {
      const validator = validatorOf(held.description)
      return validator === null ? {} : { range: `bytes=${held.bytes}-`, 'if-range': validator }
    }
  }
}

/** What tells two versions of a file apart byte for byte; an ETag that begins with W/ does not. */
function validatorOf({ etag, lastModified }: Description): string | null {
  return etag === null || etag.startsWith('W/') ? lastModified : etag
}

function describe(name: string, headers: Headers): Description {
  const bytes = statedLength(headers)
  if (bytes === undefined) throw new BuildError([`${name}: expected a Content-Length; got none`])
  if (bytes > fileBytesMax) throw new BuildError([`${name}: expected at most ${fileBytesMax} bytes; got ${bytes}`])
  return { bytes, etag: headers.get('etag'), lastModified: surelyModified(headers) }
}

/** A time in full seconds tells versions apart only when that second was over (RFC 9110, section 8.8.2.2). */
function surelyModified(headers: Headers): string | null {
  const modified = headers.get('last-modified')
  const isOver = Date.parse(headers.get('date') ?? '') - Date.parse(modified ?? '') >= 1000
  return isOver ? modified : null
}

/** Not every server that sends parts heeds If-Range. */
async function expectRest(
  name: string,
  { headers }: Answer,
  { bytes, description }: Extract<Held, { kind: 'part' | 'whole' }>,
  folder: string,
): Promise<void> {
  const expected = `bytes ${bytes}-${description.bytes - 1}/${description.bytes}`
  const range = headers.get('content-range')
  const isSame = [null, description.etag].includes(headers.get('etag'))
  if (range === expected && isSame) return
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
  { from, total }: { from: number; total: number },
  { folder, progress }: DownloadOptions,
  onBytes: (at: number) => void,
): Promise<void> {
  progress.step(`downloading ${name}, ${megabytes(total)}${from === 0 ? '' : `, from ${megabytes(from)} on`}`)
  const part = await open(partPath(folder, name), 'a')
  let at = from
  try {
    for await (const chunk of answer.body) {
      at += chunk.length
      if (at > total) break
      await part.appendFile(chunk)
      progress.bytes(at - from, total - from)
      onBytes(at)
    }
    await part.sync()
  } finally {
    await part.close()
  }
  if (at > total) await removeDownload(folder, name)
  if (at !== total) throw new PassingError(`expected ${total} bytes; got ${at > total ? 'more' : at}`)
  await finishDownload(folder, name)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
