import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import type yauzl from 'yauzl'
import { readAtOnce } from '../limits.ts'

export interface Archive {
  zip: yauzl.ZipFile
  /** Its bytes from one place up to another. */
  bytes(from: number, to: number): Readable
}

/** The bytes of an archive's file from one place up to another. */
export function bytesOfFile(path: string): Archive['bytes'] {
  return (start, to) =>
    to > start ? createReadStream(path, { start, end: to - 1, highWaterMark: readAtOnce }) : Readable.from([])
}

/** Node's own 16 KB take several times as long: each piece goes to another thread and back. */
const unpackedAtOnce = 1024 * 1024

/** What an entry of a zip archive holds. Throws when that has not the length or the checksum that the archive states. */
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
  // What goes wrong is told to whoever reads on.
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
