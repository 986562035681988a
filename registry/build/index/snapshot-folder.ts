import { createHash } from 'node:crypto'
import { closeSync, fsync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import {
  checksumFile,
  checksumText,
  type FileSummary,
  formatVersion,
  type Manifest,
  manifestFile,
  manifestText,
  versionOf,
} from '#registry/format'
import { copyShared } from '#registry/search/answer-bytes'
import { hasErrorCode, messageOf, RegistryError } from '#registry/search/errors'
import { isKeptFile, sumBlockBytes, sumsNameOf } from '#registry/search/snapshot'
import { writtenAtOnce } from '../limits.ts'
import { type NumberArray, U32Column } from '../memory/column.ts'

/**
 * Writes the files of one snapshot and notes size and checksum of each for the manifest; beside a file that stays on disk
 * when the snapshot is open it writes one with the checksums of its blocks (registry/search/block-sums.ts). `settle` waits until all is on the disk, not
 * only in the system's memory. Fails with a RegistryError that names the file; `settle` with the system's error, where the folder itself
 * cannot be brought to the disk.
 */

/**
 * Writes the files of one snapshot and notes size and checksum of each for the manifest; beside a file that stays on disk
 * when the snapshot is open it writes one with the checksums of its blocks (registry/search/block-sums.ts). `settle` waits until all is on the disk, not
 * only in the system's memory. Fails with a RegistryError that names the file; `settle` with the system's error, where the folder itself
 * cannot be brought to the disk.
 */

const toDisk = promisify(fsync)

/** The folder of one snapshot: every file in it is written once. */
export class SnapshotFolder {
  readonly summaries: Record<string, FileSummary> = {}
  private readonly dir: string
  private readonly open = new Set<FileStream>()
  /** When what was finished is on the disk. */
  private onDisk: Promise<void> = Promise.resolve()

  constructor(dir: string) {
    this.dir = dir
  }

  /** What the finished files have together. */
  get bytesFinished(): number {
    return Object.values(this.summaries).reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** A file that is written piece by piece; `finish` it. */
  stream(name: string): FileStream {
    const stream = new FileStream(join(this.dir, name), name, (ending) => {
      this.open.delete(stream)
      if (ending === undefined) return
      this.summaries[name] = ending.summary
      // One after the other: each keeps one of the few threads busy by which this process reads. Behind one that fails none is.
      this.onDisk = this.onDisk.then(ending.toDisk, (failure) => {
        ending.letGo()
        throw failure
      })
      // Its failure is told by `settle`, if the snapshot comes so far.
      this.onDisk.catch(() => {})
      if (!isKeptFile(name)) this.array(sumsNameOf(name), ending.blockSums)
    })
    this.open.add(stream)
    return stream
  }

  /** A whole file. The ending of an array's file tells its elements: `npis` of 32 bits is `npis.u32`. */
  array(name: string, values: NumberArray): void {
    this.bytes(`${name}.${endingOf(values)}`, new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
  }

  /** Whole numbers of 32 bits that stay on disk when the snapshot is open. */
  list(name: string, values: Uint32Array): void {
    this.bytes(`${name}.list`, new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
  }

  /** One text per line. */
  lines(name: string, texts: readonly string[]): void {
    this.bytes(`${name}.utf8`, Buffer.from(texts.map((text) => `${text.replaceAll('\n', ' ')}\n`).join('')))
  }

  /** A whole file, under its full name. */
  bytes(name: string, bytes: Uint8Array): void {
    const stream = this.stream(name)
    stream.write(bytes)
    stream.finish()
  }

  /** Waits until every file that was finished is on the disk, and the folder's own list of them. */
  async settle(): Promise<void> {
    await this.onDisk
    const descriptor = openSync(this.dir, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }

  /** Lets go of files that were not finished. */
  abandon(): void {
    for (const stream of [...this.open]) stream.abandon()
  }
}

/** How a file ended: what is in it, and how to bring it to the disk itself, or to let go of it instead. */
interface Ending {
  summary: FileSummary
  blockSums: Uint32Array
  toDisk: () => Promise<void>
  letGo: () => void
}

/** One file of a snapshot, written from its beginning to its end. `onEnd` gets its ending, or nothing when it was abandoned. */
export class FileStream {
  private readonly name: string
  private readonly descriptor: number
  private readonly onEnd: (ending: Ending | undefined) => void
  private readonly hash = createHash('sha256')
  private readonly blockSums = new U32Column()
  /** Of the block that is not full yet. */
  private sum = 0
  private readonly buffer = Buffer.allocUnsafeSlow(writtenAtOnce)
  private buffered = 0
  /** Bytes in the file. */
  private flushed = 0

  constructor(path: string, name: string, onEnd: (ending: Ending | undefined) => void) {
    this.name = name
    this.onEnd = onEnd
    this.descriptor = this.guarded(() => openSync(path, 'wx'))
  }

  /** Bytes written so far: where the next ones will stand. */
  get position(): number {
    return this.flushed + this.buffered
  }

  /** Appends bytes; they are copied, so the caller may use theirs again. */
  write(bytes: Uint8Array): void {
    if (this.buffered > 0 && this.buffered + bytes.length > writtenAtOnce) this.flush()
    if (bytes.length > writtenAtOnce) {
      this.put(bytes)
      return
    }
    this.buffered += copyShared(bytes, 0, bytes.length, this.buffer, this.buffered)
  }

  /** Ends the file and tells its summary. */
  finish(): void {
    this.flush()
    if (this.flushed % sumBlockBytes > 0) this.blockSums.push(this.sum)
    const summary = { bytes: this.flushed, sha256: this.hash.digest('hex') }
    this.onEnd({
      summary,
      blockSums: this.blockSums.whole(),
      toDisk: () => this.toDisk(),
      letGo: () => closeSync(this.descriptor),
    })
  }

  /** Lets go of the file as it is. */
  abandon(): void {
    closeSync(this.descriptor)
    this.onEnd(undefined)
  }

  private async toDisk(): Promise<void> {
    try {
      await toDisk(this.descriptor)
    } catch (error) {
      throw this.failure(error)
    } finally {
      closeSync(this.descriptor)
    }
  }

  private flush(): void {
    this.put(this.buffer.subarray(0, this.buffered))
    this.buffered = 0
  }

  private put(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += writtenAtOnce) this.putPart(bytes.subarray(at, at + writtenAtOnce))
  }

  private putPart(bytes: Uint8Array): void {
    this.hash.update(bytes)
    this.addToSums(bytes)
    for (let done = 0; done < bytes.length; ) {
      const written = this.guarded(() => writeSync(this.descriptor, bytes, done, bytes.length - done, this.flushed))
      done += written
      this.flushed += written
    }
  }

  private addToSums(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const end = Math.min(bytes.length, at + sumBlockBytes - ((this.flushed + at) % sumBlockBytes))
      this.sum = crc32(bytes.subarray(at, end), this.sum)
      at = end
      if ((this.flushed + at) % sumBlockBytes > 0) continue
      this.blockSums.push(this.sum)
      this.sum = 0
    }
  }

  /** What fails is told with how many bytes had been written before. */
  private guarded<T>(step: () => T): T {
    try {
      return step()
    } catch (error) {
      throw this.failure(error)
    }
  }

  private failure(error: unknown): RegistryError {
    const isFull = hasErrorCode(error, 'ENOSPC')
    const reason = messageOf(error)
    return new RegistryError(
      this.name,
      isFull
        ? `the disk is full: expected room for more than the ${this.flushed} bytes written, got ${reason}`
        : `could not be written: ${reason}`,
      { cause: error },
    )
  }
}

function endingOf(values: NumberArray): string {
  if (values instanceof Float64Array) return 'f64'
  if (values instanceof Int32Array) return 'i32'
  return `u${values.BYTES_PER_ELEMENT * 8}`
}

/** Writes the manifest, with its name and the files of the folder. It and its checksum come last: without them nothing can be opened. */
export async function writeManifest(
  folder: SnapshotFolder,
  content: Omit<Manifest, 'formatVersion' | 'version' | 'files'>,
): Promise<Manifest> {
  const unnamed = { formatVersion, ...content, files: { ...folder.summaries } }
  const manifest = { ...unnamed, version: versionOf(unnamed) }
  const text = manifestText(manifest)
  await folder.settle()
  folder.bytes(manifestFile, Buffer.from(text))
  folder.bytes(checksumFile, Buffer.from(checksumText(text)))
  await folder.settle()
  return manifest
}
