/**
 * Sorts rows by NPI on disk: each is appended to the range of its NPI; ranges are blocks of a temporary file. Rows of
 * one NPI are read back in the order in which they came. Fails with BuildError when the disk is full, or a range is too
 * large for memory.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { copyShared } from '#registry/search/answer-bytes'
import { messageOf } from '#registry/search/errors'
import { BuildError } from '../build-error.ts'
import { stagedRangeBytesMax } from '../limits.ts'
import { SpareMemory, sharedBytesIn } from '../memory/shared-bytes.ts'
import { endOfRow, npiOfRow } from './staged-rows.ts'

const npiMin = 1_000_000_000
const npiSpan = 2_000_000_000

/** Of ten numbers one passes the check digit, so a range has 100,000 NPIs at most: some 40 MB of rows. */
const rangeCount = 2_048
const rangeSpan = Math.ceil(npiSpan / rangeCount)

/** All open blocks together take 128 MB at most. */
const blockBytes = 64 * 1024

interface Block {
  offset: number
  length: number
}

export class Staging {
  readonly #file: RowsFile
  readonly #open: (Buffer | undefined)[] = new Array(rangeCount).fill(undefined)
  readonly #used = new Int32Array(rangeCount)
  readonly #blocks: Block[][] = Array.from({ length: rangeCount }, () => [])

  constructor(path: string) {
    this.#file = new RowsFile(path)
  }

  append(rows: Uint8Array): void {
    for (let at = 0; at < rows.length; ) {
      const end = endOfRow(rows, at)
      const range = Math.floor((npiOfRow(rows, at) - npiMin) / rangeSpan)
      const block = this.#blockFor(range, end - at)
      this.#used[range] += copyShared(rows, at, end, block, this.#used[range])
      at = end
    }
  }

  /** By NPI, in memory that threads share. Put ranges that are done into `spare`. Nothing may be appended after. */
  *ranges(spare = new SpareMemory()): Generator<Buffer<SharedArrayBuffer>> {
    for (let range = 0; range < rangeCount; range++) {
      this.#write(range)
      this.#open[range] = undefined
      const blocks = this.#blocks[range] ?? []
      if (blocks.length > 0) yield readRange(this.#file, blocks, spare.take())
      this.#blocks[range] = []
    }
  }

  close(): void {
    this.#file.close()
  }

  #blockFor(range: number, length: number): Buffer {
    const block = this.#open[range]
    if (block !== undefined && (this.#used[range] ?? 0) + length <= block.length) return block
    this.#write(range)
    const fits =
      block !== undefined && length <= block.length ? block : Buffer.allocUnsafeSlow(Math.max(blockBytes, length))
    this.#open[range] = fits
    return fits
  }

  #write(range: number): void {
    const block = this.#open[range]
    const length = this.#used[range] ?? 0
    if (block === undefined || length === 0) return
    this.#blocks[range]?.push({ offset: this.#file.append(block, length), length })
    this.#used[range] = 0
  }
}

function readRange(
  file: RowsFile,
  blocks: readonly Block[],
  spare: SharedArrayBuffer | undefined,
): Buffer<SharedArrayBuffer> {
  const total = blocks.reduce((sum, block) => sum + block.length, 0)
  if (total > stagedRangeBytesMax) {
    const got = `${total} bytes: too many rows stand for the same providers`
    throw new BuildError([
      `expected rows of one range of NPIs to have at most ${stagedRangeBytesMax} bytes; got ${got}`,
    ])
  }
  const bytes = sharedBytesIn(spare, total)
  let at = 0
  for (const { offset, length } of blocks) {
    file.readInto(bytes, at, length, offset)
    at += length
  }
  return bytes
}

class RowsFile {
  readonly #path: string
  readonly #fd: number
  #bytes = 0

  constructor(path: string) {
    this.#path = path
    this.#fd = openSync(path, 'wx+', 0o600)
  }

  /** Appends the first bytes of a block and returns their offset. Throws BuildError when the disk is full. */
  append(block: Uint8Array, length: number): number {
    const offset = this.#bytes
    try {
      for (let written = 0; written < length; ) {
        written += writeSync(this.#fd, block, written, length - written, offset + written)
      }
    } catch (error) {
      throw new BuildError([`${this.#path}: expected room for staged rows; got ${messageOf(error)}`], { cause: error })
    }
    this.#bytes += length
    return offset
  }

  readInto(target: Uint8Array, at: number, length: number, offset: number): void {
    for (let read = 0; read < length; ) {
      const count = readSync(this.#fd, target, at + read, length - read, offset + read)
      if (count === 0) throw new Error(`${this.#path}: expected the ${length} bytes just written; got ${read}`)
      read += count
    }
  }

  close(): void {
    closeSync(this.#fd)
  }
}
