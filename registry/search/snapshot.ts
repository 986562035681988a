/**
 * Opens the files of a snapshot. What is searched is loaded and compared with its SHA-256 before anything is answered;
 * records, details and posting lists stay on disk and are compared with a CRC-32 on every read.
 */
import { createHash } from 'node:crypto'
import { close, closeSync, constants, fstat, open, read, readSync } from 'node:fs'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { crc32 } from 'node:zlib'
import type { FileSummary } from '#registry/format'
import { messageOf, RegistryError } from './errors.ts'

const endingsOnDisk = ['.bin', '.list'] as const

export interface SnapshotFiles {
  u8(name: string): Uint8Array
  u16(name: string): Uint16Array
  u32(name: string): Uint32Array
  i32(name: string): Int32Array
  f64(name: string): Float64Array
  utf8(name: string): Buffer
  lines(name: string): string[]
  onDisk(name: string, ending: 'bin' | 'list'): DiskFile
  /** For another thread, which must release them before they are closed. */
  shared(): SharedFiles
  /** Other threads must have released them. */
  close(): void
}

export interface OpeningOptions {
  isCheckedWhole?: boolean
  onDamage?: ((error: RegistryError) => void) | undefined
}

export interface SharedFiles {
  loaded: { name: string; bytes: Uint8Array<SharedArrayBuffer> }[]
  onDisk: { name: string; descriptor: number; bytes: number }[]
}

const collectedBytesMin = 16 * 1024 * 1024

export async function openSnapshotFiles(
  dir: string,
  summaries: Record<string, FileSummary>,
  { isCheckedWhole = false, onDamage = () => {} }: OpeningOptions = {},
): Promise<SnapshotFiles> {
  if (endianness() !== 'LE') throw new RegistryError(dir, 'expected a little-endian machine, got a big-endian one')
  const shared: SharedFiles = { loaded: [], onDisk: [] }
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    for (const { descriptor } of shared.onDisk) closeSync(descriptor)
    if (keptBytesOf(summaries) >= collectedBytesMin) collectSoon()
  }
  try {
    for (const [name, summary] of Object.entries(summaries)) {
      const file = await openChecked(dir, name, summary)
      if (isKeptFile(name)) {
        const bytes = await loadChecked(file).finally(() => closeSync(file.descriptor))
        shared.loaded.push({ name, bytes })
      } else {
        shared.onDisk.push({ name, descriptor: file.descriptor, bytes: summary.bytes })
        if (isCheckedWhole) await compare(file)
      }
    }
    return readerOf(shared, { isClosed: () => isClosed, onDamage, close })
  } catch (error) {
    close()
    throw error
  }
}

/** Files that another thread has open, and closes once this one has released them. That thread reports damage. */
export function filesOf(shared: SharedFiles): SnapshotFiles {
  let isClosed = false
  const close = () => {
    isClosed = true
  }
  return readerOf(shared, { isClosed: () => isClosed, onDamage: () => {}, close })
}

function readerOf(
  shared: SharedFiles,
  { isClosed, onDamage, close }: { isClosed(): boolean; onDamage(error: RegistryError): void; close(): void },
): SnapshotFiles {
  const kept = new Map(shared.loaded.map(({ name, bytes }) => [name, bytes]))
  const loaded = (name: string, bytesPerElement: number): SharedArrayBuffer => {
    const bytes = kept.get(name)
    if (bytes === undefined) throw new RegistryError(name, 'expected in the manifest, got nothing')
    if (bytes.length % bytesPerElement !== 0) {
      throw new RegistryError(name, `expected whole elements of ${bytesPerElement} bytes`)
    }
    return bytes.buffer
  }
  const u32 = (name: string) => new Uint32Array(loaded(`${name}.u32`, 4))
  const onDisk = new Map(
    shared.onDisk.map((file) => {
      const sums = u32(sumsNameOf(file.name))
      if (sums.length !== Math.ceil(file.bytes / sumBlockBytes)) {
        throw new RegistryError(`${sumsNameOf(file.name)}.u32`, `expected one number for each block of ${file.name}`)
      }
      return [file.name, diskFile({ ...file, sums, isClosed, onDamage })]
    }),
  )
  return {
    u8: (name) => new Uint8Array(loaded(`${name}.u8`, 1)),
    u16: (name) => new Uint16Array(loaded(`${name}.u16`, 2)),
    u32,
    i32: (name) => new Int32Array(loaded(`${name}.i32`, 4)),
    f64: (name) => new Float64Array(loaded(`${name}.f64`, 8)),
    utf8: (name) => Buffer.from(loaded(`${name}.utf8`, 1)),
    lines: (name) =>
      Buffer.from(loaded(`${name}.utf8`, 1))
        .toString('utf8')
        .split('\n')
        .slice(0, -1),
    onDisk(name, ending) {
      const file = onDisk.get(`${name}.${ending}`)
      if (file === undefined) throw new RegistryError(`${name}.${ending}`, 'expected in the manifest, got nothing')
      return file
    },
    shared: () => shared,
    close,
  }
}

export function isKeptFile(name: string): boolean {
  return !endingsOnDisk.some((ending) => name.endsWith(ending))
}

function keptBytesOf(summaries: Record<string, FileSummary>): number {
  return Object.entries(summaries).reduce((sum, [name, { bytes }]) => (isKeptFile(name) ? sum + bytes : sum), 0)
}

/** In short steps, so that a serving process goes on. Fails with a RegistryError that names the file. */

const openFile = promisify(open)
const statFile = promisify(fstat)
const readFile = promisify(read)
const closeFile = promisify(close)

/** Half a millisecond of work. */
const chunkBytes = 1024 * 1024

export interface OpenFile {
  name: string
  descriptor: number
  summary: FileSummary
}

/** The caller closes it. */
export async function openChecked(dir: string, name: string, summary: FileSummary): Promise<OpenFile> {
  let descriptor: number
  try {
    descriptor = await openFile(join(dir, name), constants.O_RDONLY)
  } catch (error) {
    throw new RegistryError(name, `could not be opened: ${messageOf(error)}`)
  }
  const { size } = await statFile(descriptor)
  if (size === summary.bytes) return { name, descriptor, summary }
  await closeFile(descriptor)
  throw new RegistryError(name, `expected ${summary.bytes} bytes, got ${size}`)
}

/** In shared memory. */
export async function loadChecked(file: OpenFile): Promise<Uint8Array<SharedArrayBuffer>> {
  const content = new Uint8Array(new SharedArrayBuffer(file.summary.bytes))
  await compare(file, (chunk, at) => content.set(chunk, at))
  return content
}

async function compare(
  { name, descriptor, summary: { bytes, sha256 } }: OpenFile,
  take: (chunk: Uint8Array, at: number) => void | Promise<void> = () => {},
): Promise<void> {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafeSlow(Math.min(chunkBytes, bytes))
  for (let done = 0; done < bytes; ) {
    const { bytesRead } = await readFile(descriptor, chunk, 0, chunk.length, done).catch((error: unknown) => {
      throw new RegistryError(name, `could not be read: ${messageOf(error)}`)
    })
    if (bytesRead === 0) throw new RegistryError(name, `ended at byte ${done} while it was read`)
    const part = chunk.subarray(0, Math.min(bytesRead, bytes - done))
    hash.update(part)
    await take(part, done)
    done += part.length
  }
  const found = hash.digest('hex')
  if (found !== sha256) throw new RegistryError(name, `expected SHA-256 ${sha256}, got ${found}`)
}

/** Rest per unit of work. */
const restsPerWork = 9

/** Takes a tenth of a processor; returns an error for each damaged file. An aborted `signal` ends it. */
export async function damagedAmong(
  dir: string,
  summaries: Record<string, FileSummary>,
  signal: AbortSignal,
): Promise<RegistryError[]> {
  const damages: RegistryError[] = []
  let workedSinceMs = performance.now()
  const rest = async () => {
    const restMs = restsPerWork * (performance.now() - workedSinceMs)
    await wait(restMs, undefined, { signal, ref: false })
    workedSinceMs = performance.now()
  }
  for (const [name, summary] of Object.entries(summaries)) {
    try {
      const file = await openChecked(dir, name, summary)
      await compare(file, rest).finally(() => closeFile(file.descriptor))
    } catch (error) {
      if (signal.aborted) break
      if (!(error instanceof RegistryError)) throw error
      damages.push(error)
    }
  }
  return damages
}

/**
 * A CRC-32 for each block, compared on every read. It covers the place in the file, so a swapped record is found too.
 */

/** A record takes one or two blocks. */
export const sumBlockBytes = 4096

/** `records-crc32` for `records.bin`. */
export function sumsNameOf(name: string): string {
  return name.replace(/\.\w+$/, '-crc32')
}

export interface DiskFile {
  /** Reads to the front of `target`. Throws a RegistryError when a byte is damaged. */
  readInto(target: Uint8Array, position: number, length: number): void
}

interface DiskFileParts {
  name: string
  descriptor: number
  bytes: number
  sums: Uint32Array
  isClosed: () => boolean
  onDamage: (error: RegistryError) => void
}

const heldBytes = 16 * sumBlockBytes

function diskFile({ name, descriptor, bytes, sums, isClosed, onDamage }: DiskFileParts): DiskFile {
  const damaged = (message: string) => {
    const error = new RegistryError(name, message)
    onDamage(error)
    return error
  }

  // Records that are asked for in order share blocks: an export reads and checks each block once.
  const held = Buffer.allocUnsafeSlow(heldBytes)
  let [heldFrom, heldTo] = [0, 0]

  /** Has the block at `from` and those up to `end`, as far as there is room. */
  function hold(from: number, end: number): void {
    if (from >= heldFrom && from < heldTo) return
    const isInOrder = from === heldTo
    const to = Math.min(from + heldBytes, bytes, isInOrder ? bytes : Math.ceil(end / sumBlockBytes) * sumBlockBytes)
    heldTo = 0
    readBlocks(from, to)
    heldFrom = from
    heldTo = to
  }

  function readBlocks(from: number, to: number): void {
    for (let done = 0; done < to - from; ) {
      const count = readPart(done, to - from - done, from + done)
      if (count === 0) throw damaged(`expected ${to - from} bytes at ${from}, got ${done}`)
      done += count
    }
    for (let at = from; at < to; at += sumBlockBytes) {
      const end = Math.min(at + sumBlockBytes, to)
      const found = crc32(held.subarray(at - from, end - from))
      const expected = sums[at / sumBlockBytes]
      if (found !== expected) {
        throw damaged(`expected CRC-32 ${hex(expected)} of the ${end - at} bytes at ${at}, got ${hex(found)}`)
      }
    }
  }

  function readPart(at: number, length: number, position: number): number {
    try {
      return readSync(descriptor, held, at, length, position)
    } catch (error) {
      throw damaged(`could not be read: ${messageOf(error)}`)
    }
  }

  return {
    readInto(target, position, length) {
      // A closed descriptor may belong to another file by now.
      if (isClosed()) throw new RegistryError(name, 'read after the registry was closed')
      const end = position + length
      if (end > bytes) throw damaged(`expected ${length} bytes at ${position}, got ${Math.max(0, bytes - position)}`)
      for (let at = position; at < end; ) {
        hold(at - (at % sumBlockBytes), end)
        const to = Math.min(heldTo, end)
        target.set(held.subarray(at - heldFrom, to - heldFrom), at - position)
        at = to
      }
    },
  }
}

function hex(sum: number | undefined): string {
  return (sum ?? 0).toString(16).padStart(8, '0')
}

/** V8 does not count shared memory, so nothing would make it free half a gigabyte of columns of a closed version. */

/** After what runs now: 50 to 100 ms per version. */
export function collectSoon(): void {
  setImmediate(() => collector()())
}

let collect: (() => void) | undefined

/** Applies to contexts made while it is set, in all threads, so it is never reset. */
function collector(): () => void {
  if (collect !== undefined) return collect
  setFlagsFromString('--expose-gc')
  const found: unknown = runInNewContext('globalThis.gc')
  if (typeof found !== 'function') return () => {}
  collect = () => void found()
  return collect
}
