import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import type yauzl from 'yauzl'

export interface Archive {
  zip: yauzl.ZipFile
  /** Its bytes from one place up to another. A chunk holds until the next is asked for. */
  bytes(from: number, to: number): Iterable<Buffer> | AsyncIterable<Buffer>
}

/**
 * So many bytes are unpacked at once. Node's own 16 KB take several times as long: each piece goes to another thread and back
 * (docs/decisions/0038-files-that-are-read-once.md).
 */
const unpackedAtOnce = 1024 * 1024

/** What an entry of a zip archive holds. Throws when that has not the length or the checksum that the archive states. */
export async function* unpackEntry(archive: Archive, entry: yauzl.Entry): AsyncGenerator<Buffer> {
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

type Chunks = ReturnType<Archive['bytes']>

async function packed({ zip, bytes }: Archive, entry: yauzl.Entry): Promise<Chunks> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  return bytes(fileDataStart, fileDataStart + entry.compressedSize)
}

function unpacked(entry: yauzl.Entry, chunks: Chunks): Chunks {
  if (entry.isEncrypted()) throw new Error('expected a file that anybody can read; got one that is encrypted')
  if (!entry.canDecodeFileData()) {
    const method = entry.compressionMethod
    throw new Error(`expected a file that is deflated (8) or stored (0); got compression method ${method}`)
  }
  if (!entry.isCompressed()) return chunks
  const unpacking = createInflateRaw({ chunkSize: unpackedAtOnce })
  // What goes wrong is told to whoever reads on.
  return pipeline(copied(chunks), unpacking, () => {})
}

/** Copies, since what unpacks them may hold one yet when another is asked for, or when it is left. */
async function* copied(chunks: Chunks): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

function wrong(expected: string, got: string): Error {
  return new Error(`expected ${expected} that the archive states; got ${got}`)
}

const hex = (checksum: number): string => checksum.toString(16).padStart(8, '0')
