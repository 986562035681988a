/**
 * A file of staged rows that stand end to end. While a build runs they are read back by position; kept beside the version, they
 * are read once from the beginning by a later build, which finds out by size and checksum whether they are what was written.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { messageOf } from '#registry/read/thrown'
import { BuildError } from '../build-error.ts'
import { columnsMax, rowBytesMax } from '../limits.ts'
import { rowKinds } from '../sources/layouts.ts'
import { packedHeadBytes } from './packed-fields.ts'
import { endOfRow, kindOfRow, npiOfRow, rowHeadBytes } from './staged-rows.ts'

/** What a file of rows must hold to be the one that was written. */
export interface RowsSummary {
  bytes: number
  crc32: string
}

/** The file while it is written. Throws BuildError when the disk is full. */
export class RowsFile {
  readonly #path: string
  readonly #fd: number
  #bytes = 0
  #crc = 0

  constructor(path: string) {
    this.#path = path
    this.#fd = openSync(path, 'wx+', 0o600)
  }

  get summary(): RowsSummary {
    return { bytes: this.#bytes, crc32: crc32Text(this.#crc) }
  }

  /** Appends the first bytes of a block, and answers with where they stand. */
  append(block: Uint8Array, length: number): number {
    const offset = this.#bytes
    try {
      for (let written = 0; written < length; ) {
        written += writeSync(this.#fd, block, written, length - written, offset + written)
      }
    } catch (error) {
      throw new BuildError([`${this.#path}: expected room for staged rows; got ${messageOf(error)}`], { cause: error })
    }
    this.#crc = crc32(block.subarray(0, length), this.#crc)
    this.#bytes += length
    return offset
  }

  /** Reads bytes that were written at `offset` into `target` from `at` on. */
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

/** Gets one row, which stands in `rows` from `at` to `end` until the next one comes. */
export type VisitRow = (rows: Buffer, at: number, end: number) => void

/**
 * Reads a file of rows from its beginning; `onRead` is told of each piece. Throws an Error that says what was expected when it is
 * not the file that was written; the rows that were handed on before may then be wrong.
 */
export async function eachRow(
  path: string,
  expected: RowsSummary,
  visit: VisitRow,
  onRead: (bytes: number) => void = () => {},
): Promise<void> {
  const file = await open(path)
  try {
    const memory = Buffer.allocUnsafeSlow(stagedRowBytesMax + chunkBytes)
    let length = 0
    let total = 0
    let crc = 0
    for (;;) {
      const { bytesRead } = await file.read(memory, length, memory.length - length, null)
      if (bytesRead === 0) break
      crc = crc32(memory.subarray(length, length + bytesRead), crc)
      total += bytesRead
      onRead(bytesRead)
      length += bytesRead
      const rest = visitRows(memory, length, visit)
      memory.copyWithin(0, rest, length)
      length -= rest
    }
    if (length > 0 || total !== expected.bytes) {
      throw new Error(`expected ${expected.bytes} bytes of whole rows; got ${total}`)
    }
    if (crc32Text(crc) !== expected.crc32) throw new Error(`expected CRC-32 ${expected.crc32}; got ${crc32Text(crc)}`)
  } finally {
    await file.close()
  }
}

function crc32Text(crc: number): string {
  return crc.toString(16).padStart(8, '0')
}

const chunkBytes = 1024 * 1024
const stagedRowBytesMax = rowHeadBytes + rowBytesMax + columnsMax * packedHeadBytes

/** Visits the rows that are whole, and answers with where the first that is not begins. */
function visitRows(memory: Buffer, length: number, visit: VisitRow): number {
  let at = 0
  while (at + rowHeadBytes <= length) {
    const end = endOfRow(memory, at)
    const isLength = end >= at + rowHeadBytes && end - at <= stagedRowBytesMax
    if (!isLength || kindOfRow(memory, at) >= rowKinds.length || !isNpi(npiOfRow(memory, at))) {
      throw new Error('expected staged rows; got other bytes')
    }
    if (end > length) break
    visit(memory, at, end)
    at = end
  }
  return at
}

function isNpi(number: number): boolean {
  return number >= 1_000_000_000 && number < 3_000_000_000
}
