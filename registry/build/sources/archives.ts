/**
 * Reads zip archives, also beyond 4 GB. Nothing in them is trusted: names that lead out, entries that share bytes or
 * unpack to too much refuse one before a byte is unpacked; a wrong length or checksum fails the reading.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import yauzl from 'yauzl'
import { messageOf } from '#registry/search/errors'
import { BuildError } from '../build-error.ts'
import {
  archiveBytesOutMax,
  archiveEntriesMax,
  archiveRatioFloorBytes,
  archiveRatioMax,
  readAtOnce,
} from '../limits.ts'

interface ArchiveEntry {
  name: string
  /** Unpacked. */
  bytes: number
  open(): Promise<AsyncIterable<Buffer>>
}

export class Archives {
  readonly #open: yauzl.ZipFile[] = []
  #bytesOut = 0

  async read(path: string): Promise<{ entries: ArchiveEntry[] } | { fault: string }> {
    let zip: yauzl.ZipFile
    let entries: yauzl.Entry[]
    try {
      zip = await openArchive(path)
      this.#open.push(zip)
      entries = await entriesOf(zip)
    } catch (error) {
      return { fault: `expected a whole zip archive; got ${messageOf(error)}` }
    }
    const fault = overlapOf(entries) ?? entries.map(ratioFaultOf).find((reason) => reason !== undefined)
    if (fault !== undefined) return { fault }
    const archive = { zip, bytes: bytesOfFile(path) }
    const files = entries.filter(({ fileName }) => !fileName.endsWith('/'))
    return {
      entries: files.map((entry) => ({
        name: entry.fileName,
        bytes: entry.uncompressedSize,
        open: async () => unpackEntry(archive, entry),
      })),
    }
  }

  /** Throws BuildError when the files that are read unpack to too much together. */
  count({ bytes }: ArchiveEntry, name: string): void {
    this.#bytesOut += bytes
    if (this.#bytesOut <= archiveBytesOutMax) return
    const got = `${name} brings them to ${this.#bytesOut}`
    throw new BuildError([`expected archives that unpack to at most ${archiveBytesOutMax} bytes; ${got}`])
  }

  close(): void {
    for (const zip of this.#open) zip.close()
    this.#open.length = 0
  }
}

async function openArchive(path: string): Promise<yauzl.ZipFile> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return await yauzl.fromRandomAccessReaderPromise(new ArchiveFile(file, size), size, {
      autoClose: false,
      lazyEntries: true,
    })
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Fails at a position beyond the file; yauzl's own reader throws there, where no caller can catch it. */
class ArchiveFile extends yauzl.RandomAccessReader {
  readonly #file: FileHandle
  readonly #bytes: number

  constructor(file: FileHandle, bytes: number) {
    super()
    this.#file = file
    this.#bytes = bytes
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#read(buffer, offset, length, position).then(() => callback(null), callback)
  }

  async #read(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    const isWithin = position + length <= this.#bytes
    const { bytesRead } = isWithin ? await this.#file.read(buffer, offset, length, position) : { bytesRead: 0 }
    if (bytesRead < length) throw new Error(`a place in it, ${position}, that is beyond its end`)
  }

  override close(callback: (error: Error | null) => void): void {
    this.#file.close().then(() => callback(null), callback)
  }
}

async function entriesOf(zip: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  if (zip.entryCount > archiveEntriesMax) {
    throw new Error(`${zip.entryCount} entries where at most ${archiveEntriesMax} are read`)
  }
  const entries: yauzl.Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  return entries
}

/** An archive unpacks to far more than its size so (David Fifield, "A better zip bomb", 2019). */
function overlapOf(entries: readonly yauzl.Entry[]): string | undefined {
  const sorted = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  for (const [index, entry] of sorted.entries()) {
    const next = sorted[index + 1]
    if (
      next !== undefined &&
      entry.relativeOffsetOfLocalHeader + entry.compressedSize > next.relativeOffsetOfLocalHeader
    ) {
      return `expected entries of their own bytes; got ${entry.fileName} and ${next.fileName}, which share some`
    }
  }
  return undefined
}

function ratioFaultOf(entry: yauzl.Entry): string | undefined {
  if (entry.uncompressedSize <= Math.max(archiveRatioFloorBytes, entry.compressedSize * archiveRatioMax))
    return undefined
  const got = `${entry.fileName} with ${entry.compressedSize} bytes that unpack to ${entry.uncompressedSize}`
  return `expected entries that unpack to at most ${archiveRatioMax} times their size; got ${got}`
}

export interface Archive {
  zip: yauzl.ZipFile
  bytes(from: number, to: number): Readable
}

export function bytesOfFile(path: string): Archive['bytes'] {
  return (start, to) =>
    to > start ? createReadStream(path, { start, end: to - 1, highWaterMark: readAtOnce }) : Readable.from([])
}

/** Node's 16 KB take several times as long. */
const unpackedAtOnce = 1024 * 1024

/** Throws when the content has not the length or the checksum that the archive states. */
export async function* unpackEntry(archive: Archive, entry: yauzl.Entry): AsyncGenerator<Buffer> {
  expectReadable(entry)
  const { uncompressedSize } = entry
  let length = 0
  let sum = 0
  for await (const chunk of unpacked(entry, await packed(archive, entry))) {
    length += chunk.length
    if (length > uncompressedSize) throw wrong(`${uncompressedSize} bytes`, 'more')
    sum = crc32(chunk, sum)
    yield chunk
  }
  if (length < uncompressedSize) throw wrong(`${uncompressedSize} bytes`, String(length))
  if (sum !== entry.crc32) throw wrong(`the checksum ${hex(entry.crc32)}`, hex(sum))
}

async function packed({ zip, bytes }: Archive, entry: yauzl.Entry): Promise<Readable> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  return bytes(fileDataStart, fileDataStart + entry.compressedSize)
}

function unpacked(entry: yauzl.Entry, bytes: Readable): Readable {
  if (!entry.isCompressed()) return bytes
  // Errors reach the reader.
  return pipeline(bytes, createInflateRaw({ chunkSize: unpackedAtOnce }), () => {})
}

function expectReadable(entry: yauzl.Entry): void {
  if (entry.isEncrypted()) throw new Error('expected a file that anybody can read; got one that is encrypted')
  if (entry.canDecodeFileData()) return
  const method = entry.compressionMethod
  throw new Error(`expected a file that is deflated (8) or stored (0); got compression method ${method}`)
}

function wrong(expected: string, got: string): Error {
  return new Error(`expected ${expected} that the archive states; got ${got}`)
}

const hex = (checksum: number): string => checksum.toString(16).padStart(8, '0')
