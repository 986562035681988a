/**
 * Writes the files of one snapshot and notes size and checksums of each for the manifest. What is written in small pieces is on its
 * way to the disk while this thread makes more (pieces above the size of a buffer are written at once): `keepUp` waits while too
 * much is, and `settle` until all is there, not only in the system's memory. Fails with a RegistryError that names the file, in
 * either of them where what is on its way fails; `settle` with the system's error, where the folder itself cannot be brought to
 * the disk.
 */
import { createHash } from 'node:crypto'
import { closeSync, fsync, fsyncSync, openSync, write, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FileSummary } from '#registry/format'
import { copyShared } from '#registry/read/answer-bytes'
import { Gmac } from '#registry/read/gmac'
import { RegistryError } from '#registry/read/json-reader'
import { hasErrorCode, messageOf } from '#registry/read/thrown'
import type { NumberArray } from './column.ts'

const toDisk = promisify(fsync)
const writePart = promisify(write)

const bufferBytes = 1024 * 1024

/** So many full buffers of a file are on their way at most; what comes then is waited for. */
const buffersAhead = 8

/** The folder of one snapshot: every file in it is written once. */
export class SnapshotFolder {
  readonly summaries: Record<string, FileSummary> = {}
  private readonly dir: string
  private readonly open = new Set<FileStream>()
  private readonly settling: Promise<void>[] = []

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
      // Its failure is told by `settle`, if the snapshot comes so far.
      ending.onDisk.catch(() => {})
      this.settling.push(ending.onDisk)
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

  /** To be awaited now and then where much is written in small pieces: otherwise this thread comes to wait for the disk. */
  async keepUp(): Promise<void> {
    for (const stream of this.open) await stream.keepUp()
  }

  /** Waits until every file that was finished is on the disk, and the folder's own list of them. */
  async settle(): Promise<void> {
    await Promise.all(this.settling)
    const descriptor = openSync(this.dir, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }

  /** Lets go of files that were not finished. */
  async abandon(): Promise<void> {
    await Promise.all([...this.open].map((stream) => stream.abandon()))
  }
}

/** How a file ended: what is in it, and when it is on the disk itself. */
interface Ending {
  summary: FileSummary
  onDisk: Promise<void>
}

/** One file of a snapshot, written from its beginning to its end. `onEnd` gets its ending, or nothing when it was abandoned. */
export class FileStream {
  private readonly name: string
  private readonly descriptor: number
  private readonly onEnd: (ending: Ending | undefined) => void
  private readonly hash = createHash('sha256')
  private readonly gmac = new Gmac()
  private buffer: Buffer = Buffer.allocUnsafeSlow(bufferBytes)
  private buffered = 0
  private flushed = 0
  /** Of the full buffers, in their order. */
  private readonly onTheWay: Promise<void>[] = []
  private readonly spare: Buffer[] = []

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
    if (this.buffered > 0 && this.buffered + bytes.length > bufferBytes) this.flush()
    if (bytes.length > bufferBytes) {
      this.put(bytes)
      return
    }
    this.buffered += copyShared(bytes, 0, bytes.length, this.buffer, this.buffered)
  }

  /** Waits until half of what may be on its way has been written. */
  async keepUp(): Promise<void> {
    while (this.onTheWay.length > buffersAhead / 2) await this.onTheWay[0]
  }

  /** Ends the file, sends it to the disk and tells its summary. */
  finish(): void {
    this.put(this.buffer.subarray(0, this.buffered))
    this.buffered = 0
    const summary = { bytes: this.flushed, sha256: this.hash.digest('hex'), gmac: this.gmac.text() }
    this.onEnd({ summary, onDisk: this.toDisk() })
  }

  /** Lets go of the file as it is. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.onTheWay)
    closeSync(this.descriptor)
    this.onEnd(undefined)
  }

  private async toDisk(): Promise<void> {
    try {
      // Of several the last, which waits for those before.
      await this.onTheWay.at(-1)
      await toDisk(this.descriptor)
    } catch (error) {
      throw error instanceof RegistryError ? error : this.failure(error)
    } finally {
      closeSync(this.descriptor)
    }
  }

  private flush(): void {
    const full = this.buffer.subarray(0, this.buffered)
    if (this.onTheWay.length < buffersAhead) {
      this.send(this.buffer, full.length, this.noted(full))
      this.buffer = this.spare.pop() ?? Buffer.allocUnsafeSlow(bufferBytes)
    } else this.put(full)
    this.buffered = 0
  }

  /** What fails stays among those on their way, so that it is told by whoever waits for them. */
  private send(buffer: Buffer, length: number, position: number): void {
    const before = this.onTheWay.at(-1) ?? Promise.resolve()
    const sent = before.then(() => this.putInTime(buffer.subarray(0, length), position))
    this.onTheWay.push(sent)
    const reuse = () => {
      this.onTheWay.shift()
      this.spare.push(buffer)
    }
    sent.then(reuse, () => {})
  }

  private async putInTime(bytes: Buffer, position: number): Promise<void> {
    let done = 0
    try {
      while (done < bytes.length) {
        const { bytesWritten } = await writePart(this.descriptor, bytes, done, bytes.length - done, position + done)
        done += bytesWritten
      }
    } catch (error) {
      throw this.failure(error, position + done)
    }
  }

  private put(bytes: Uint8Array): void {
    const position = this.noted(bytes)
    for (let done = 0; done < bytes.length; ) {
      const length = Math.min(bytes.length - done, 2 ** 30)
      done += this.guarded(() => writeSync(this.descriptor, bytes, done, length, position + done), position + done)
    }
  }

  /** Takes bytes into the checksums, and answers where they stand. */
  private noted(bytes: Uint8Array): number {
    this.hash.update(bytes)
    this.gmac.add(bytes)
    const position = this.flushed
    this.flushed += bytes.length
    return position
  }

  /** What fails is told with how many bytes had been written before. */
  private guarded<T>(step: () => T, written = 0): T {
    try {
      return step()
    } catch (error) {
      throw this.failure(error, written)
    }
  }

  private failure(error: unknown, written = this.flushed): RegistryError {
    const isFull = hasErrorCode(error, 'ENOSPC')
    const reason = messageOf(error)
    return new RegistryError(
      this.name,
      isFull
        ? `the disk is full: expected room for more than the ${written} bytes written, got ${reason}`
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
