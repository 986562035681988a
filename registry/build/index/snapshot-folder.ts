/**
 * Writes the files of a snapshot and their checksums. A file that stays on disk when the snapshot is open gets a second
 * file with checksums of its blocks. Fails with a RegistryError that names the file.
 */
import { createHash } from 'node:crypto'
import { closeSync, fsync, openSync, writeSync } from 'node:fs'
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
import { syncFolder } from '../workspace.ts'

const toDisk = promisify(fsync)

export class SnapshotFolder {
  readonly summaries: Record<string, FileSummary> = {}
  private readonly dir: string
  private readonly open = new Set<FileStream>()
  private onDisk: Promise<void> = Promise.resolve()

  constructor(dir: string) {
    this.dir = dir
  }

  get bytesFinished(): number {
    return Object.values(this.summaries).reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** A file that is written piece by piece; `finish` it. */
  stream(name: string): FileStream {
    const stream = new FileStream(join(this.dir, name), name, (ending) => {
      this.open.delete(stream)
      if (ending === undefined) return
      this.summaries[name] = ending.summary
      // One after the other: each keeps one of this process's few reading threads busy. After a failure none follows.
      this.onDisk = this.onDisk.then(ending.toDisk, (failure) => {
        ending.letGo()
        throw failure
      })
      // `settle` throws it.
      this.onDisk.catch(() => {})
      if (!isKeptFile(name)) this.array(sumsNameOf(name), ending.blockSums)
    })
    this.open.add(stream)
    return stream
  }

  array(name: string, values: NumberArray): void {
    this.bytes(`${name}.${endingOf(values)}`, new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
  }

  /** Whole numbers of 32 bits that stay on disk when the snapshot is open. */
  list(name: string, values: Uint32Array): void {
    this.bytes(`${name}.list`, new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
  }

  lines(name: string, texts: readonly string[]): void {
    this.bytes(`${name}.utf8`, Buffer.from(texts.map((text) => `${text.replaceAll('\n', ' ')}\n`).join('')))
  }

  bytes(name: string, bytes: Uint8Array): void {
    const stream = this.stream(name)
    stream.write(bytes)
    stream.finish()
  }

  async settle(): Promise<void> {
    await this.onDisk
    syncFolder(this.dir)
  }

  abandon(): void {
    for (const stream of [...this.open]) stream.abandon()
  }
}

interface Ending {
  summary: FileSummary
  blockSums: Uint32Array
  toDisk: () => Promise<void>
  letGo: () => void
}

/** `onEnd` gets nothing when the file was abandoned. */
export class FileStream {
  private readonly name: string
  private readonly descriptor: number
  private readonly onEnd: (ending: Ending | undefined) => void
  private readonly hash = createHash('sha256')
  private readonly blockSums = new U32Column()
  private sum = 0
  private readonly buffer = Buffer.allocUnsafeSlow(writtenAtOnce)
  private buffered = 0
  private flushed = 0

  constructor(path: string, name: string, onEnd: (ending: Ending | undefined) => void) {
    this.name = name
    this.onEnd = onEnd
    this.descriptor = this.guarded(() => openSync(path, 'wx'))
  }

  get position(): number {
    return this.flushed + this.buffered
  }

  /** Appends a copy of some bytes. */
  write(bytes: Uint8Array): void {
    if (this.buffered > 0 && this.buffered + bytes.length > writtenAtOnce) this.flush()
    if (bytes.length > writtenAtOnce) {
      this.put(bytes)
      return
    }
    this.buffered += copyShared(bytes, 0, bytes.length, this.buffer, this.buffered)
  }

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

/** Writes the manifest and its checksum last: without them nothing can be opened. */
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
