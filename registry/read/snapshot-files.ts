/**
 * Opens the files of a snapshot and verifies each against the manifest. What is searched is loaded whole, as typed arrays;
 * what is only read in pieces (records, details, posting lists) stays on disk and is read by position, through the very file
 * that was verified, or is to be by `checkTrusted`. Fails with a RegistryError that names the file: missing, of another size, of other
 * content, unreadable.
 */
import { type BigIntStats, closeSync, constants, fstat, open, readSync } from 'node:fs'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FileSummary } from '#registry/format'
import { type OpenFile, openingThreadsMax, readChecked } from './checked-files.ts'
import { type Marks, markOf } from './checked-note.ts'
import { collectSoon } from './collect-memory.ts'
import { RegistryError } from './json-reader.ts'
import { messageOf } from './thrown.ts'

const openFile = promisify(open)
const statFile = promisify<number, { bigint: true }, BigIntStats>(fstat)

/** Files with these endings stay on disk. */
const endingsOnDisk = ['.bin', '.list'] as const

/** A file that is read by position. */
export interface DiskFile {
  /** Reads `length` bytes from `position` to the front of `target`. */
  readInto(target: Uint8Array, position: number, length: number): void
}

/** The files of one snapshot, by name without the ending that says what is in them. */
export interface SnapshotFiles {
  u8(name: string): Uint8Array
  u16(name: string): Uint16Array
  u32(name: string): Uint32Array
  i32(name: string): Int32Array
  f64(name: string): Float64Array
  utf8(name: string): Buffer
  /** One text per line. */
  lines(name: string): string[]
  /** `bin` for bytes, `list` for whole numbers of 32 bits. */
  onDisk(name: string, ending: 'bin' | 'list'): DiskFile
  /** What tells the files that stay on disk from changed ones. */
  readonly marks: Marks
  /** Compares with their checksums the files that opening took on trust. Ends early, without failing, when they are closed. */
  checkTrusted(): Promise<void>
  /** The same files for another thread, which has to let go of them before they are closed. */
  shared(): SharedFiles
  /** Closes every file, which other threads have to have let go of; reading after that fails. */
  close(): void
}

/** How files are opened. */
export interface OpeningOptions {
  /** How many threads may compare them with their checksums. */
  threadsMax?: number | undefined
  /** Files that stay on disk and bear these marks are taken on trust until `checkTrusted`. */
  trusted?: Marks
}

/** What another thread needs to read the same files. */
export interface SharedFiles {
  loaded: { name: string; bytes: Uint8Array<SharedArrayBuffer> }[]
  onDisk: { name: string; descriptor: number }[]
}

type Opened = { kind: 'loaded'; bytes: Uint8Array<SharedArrayBuffer> } | { kind: 'disk'; file: DiskFile }

/** Memory of fewer bytes is left until there is something else to collect. */
const collectedBytesMin = 16 * 1024 * 1024

/** One thread behind a version that serves leaves the other processor of two to requests, while no other version is opened. */
const threadsBehind = 1

/** Opens the files of these names. */
export async function openSnapshotFiles(
  dir: string,
  summaries: Record<string, FileSummary>,
  { threadsMax = openingThreadsMax, trusted = new Map() }: OpeningOptions = {},
): Promise<SnapshotFiles> {
  if (endianness() !== 'LE') throw new RegistryError(dir, 'expected a little-endian machine, got a big-endian one')
  let files: OpenFile[] = []
  const opened = new Map<string, Opened>()
  const marks: Marks = new Map()
  let isClosed = false
  let checking: Promise<void> | undefined
  const ending = new AbortController()
  const closeFiles = () => {
    for (const { descriptor } of files) closeSync(descriptor)
  }
  const closeAll = () => {
    if (isClosed) return
    isClosed = true
    ending.abort()
    // What still reads through a descriptor must not meet another file under its number.
    if (checking === undefined) closeFiles()
    else checking.then(closeFiles, closeFiles)
    if (keptBytesOf(summaries) >= collectedBytesMin) collectSoon()
  }

  const isTrusted = (name: string) => marks.has(name) && marks.get(name) === trusted.get(name)
  try {
    for (const [name, summary] of Object.entries(summaries)) {
      const isKept = isKeptFile(name)
      const descriptor = await openVerified(dir, name)
      files.push({ name, descriptor, summary, isKept })
      const stats = await verifySize(descriptor, name, summary)
      const mark = isKept ? undefined : markOf(stats, summary, Date.now())
      if (mark !== undefined) marks.set(name, mark)
    }
    const unchecked = files.filter(({ name }) => !isTrusted(name))
    const contents = await readChecked(unchecked, { threadsMax })
    for (const { name, descriptor } of files) {
      const bytes = contents.get(name)
      if (bytes === undefined) opened.set(name, { kind: 'disk', file: diskFile(name, descriptor, () => isClosed) })
      else opened.set(name, { kind: 'loaded', bytes })
    }
    for (const { descriptor } of files.filter(({ isKept }) => isKept)) closeSync(descriptor)
    files = files.filter(({ isKept }) => !isKept)
  } catch (error) {
    closeAll()
    throw error
  }

  const checkTrusted = async () => {
    const taken = files.filter(({ name }) => isTrusted(name))
    if (isClosed || taken.length === 0) return
    checking ??= readChecked(taken, { threadsMax: threadsBehind, signal: ending.signal }).then(() => {})
    await checking.catch((error: unknown) => {
      // Asked again, it is made again.
      checking = undefined
      if (!isClosed) throw error
    })
  }
  return {
    ...readerOf(opened),
    marks,
    checkTrusted,
    shared: () => ({
      loaded: [...opened].flatMap(([name, file]) => (file.kind === 'loaded' ? [{ name, bytes: file.bytes }] : [])),
      onDisk: files.map(({ name, descriptor }) => ({ name, descriptor })),
    }),
    close: closeAll,
  }
}

/** The files that another thread has open, and closes when this one has let go of them. Whether they are what they ought to be is its part. */
export function filesOf({ loaded, onDisk }: SharedFiles): SnapshotFiles {
  let isClosed = false
  const opened = new Map<string, Opened>()
  for (const { name, bytes } of loaded) opened.set(name, { kind: 'loaded', bytes })
  for (const { name, descriptor } of onDisk)
    opened.set(name, { kind: 'disk', file: diskFile(name, descriptor, () => isClosed) })
  return {
    ...readerOf(opened),
    marks: new Map(),
    checkTrusted: async () => {},
    shared: () => ({ loaded, onDisk }),
    close: () => {
      isClosed = true
    },
  }
}

function readerOf(opened: ReadonlyMap<string, Opened>) {
  const find = (name: string): Opened => {
    const file = opened.get(name)
    if (file === undefined) throw new RegistryError(name, 'expected in the manifest, got nothing')
    return file
  }
  const loaded = (name: string, bytesPerElement: number): SharedArrayBuffer => {
    const file = find(name)
    if (file.kind !== 'loaded' || file.bytes.length % bytesPerElement !== 0) {
      throw new RegistryError(name, `expected whole elements of ${bytesPerElement} bytes`)
    }
    return file.bytes.buffer
  }
  return {
    u8: (name: string) => new Uint8Array(loaded(`${name}.u8`, 1)),
    u16: (name: string) => new Uint16Array(loaded(`${name}.u16`, 2)),
    u32: (name: string) => new Uint32Array(loaded(`${name}.u32`, 4)),
    i32: (name: string) => new Int32Array(loaded(`${name}.i32`, 4)),
    f64: (name: string) => new Float64Array(loaded(`${name}.f64`, 8)),
    utf8: (name: string) => Buffer.from(loaded(`${name}.utf8`, 1)),
    lines: (name: string) =>
      Buffer.from(loaded(`${name}.utf8`, 1))
        .toString('utf8')
        .split('\n')
        .slice(0, -1),
    onDisk: (name: string, ending: 'bin' | 'list') => {
      const file = find(`${name}.${ending}`)
      if (file.kind !== 'disk') throw new RegistryError(`${name}.${ending}`, 'expected a file that stays on disk')
      return file.file
    },
  } satisfies Partial<SnapshotFiles>
}

/** Whether a file of this name is loaded whole. */
function isKeptFile(name: string): boolean {
  return !endingsOnDisk.some((ending) => name.endsWith(ending))
}

function keptBytesOf(summaries: Record<string, FileSummary>): number {
  return Object.entries(summaries).reduce((sum, [name, { bytes }]) => (isKeptFile(name) ? sum + bytes : sum), 0)
}

async function openVerified(dir: string, name: string): Promise<number> {
  try {
    return await openFile(join(dir, name), constants.O_RDONLY)
  } catch (error) {
    throw new RegistryError(name, `could not be opened: ${messageOf(error)}`)
  }
}

async function verifySize(descriptor: number, name: string, summary: FileSummary): Promise<BigIntStats> {
  const stats = await statFile(descriptor, { bigint: true })
  if (stats.size !== BigInt(summary.bytes)) {
    throw new RegistryError(name, `expected ${summary.bytes} bytes, got ${stats.size}`)
  }
  return stats
}

function diskFile(name: string, descriptor: number, isClosed: () => boolean): DiskFile {
  return {
    readInto(target, position, length) {
      // A descriptor that was closed may by now belong to another file.
      if (isClosed()) throw new RegistryError(name, 'read after the registry was closed')
      for (let done = 0; done < length; ) {
        const bytesRead = readSync(descriptor, target, done, length - done, position + done)
        if (bytesRead === 0) throw new RegistryError(name, `expected ${length} bytes at ${position}, got ${done}`)
        done += bytesRead
      }
    },
  }
}
