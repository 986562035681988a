/**
 * A file of staged rows that stand end to end. While a build runs they are read back by position; kept beside the version, they
 * are read in pieces by a later build, which finds out by size and checksums whether they are what was written.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { messageOf } from '#registry/read/thrown'
import { BuildError } from '../build-error.ts'
import { DirectFile } from '../direct-reading.ts'
import { columnsMax, rowBytesMax } from '../limits.ts'
import { rowKinds } from '../sources/layouts.ts'
import { packedHeadBytes } from './packed-fields.ts'
import { endOfRow, kindOfRow, npiOfRow, rowHeadBytes } from './staged-rows.ts'

/** Rows that follow each other, so many bytes of them and their checksum. */
export interface RowsPiece {
  bytes: number
  crc32: string
}

/** What a file of rows must hold to be the one that was written. */
export interface RowsSummary {
  /** From its beginning to its end. */
  pieces: readonly RowsPiece[]
}

/** A piece, and where to find it. */
export interface PlacedPiece extends RowsPiece {
  path: string
  /** Where it begins. */
  at: number
  /** How many bytes the file must have. */
  fileBytes: number
}

export function bytesOfRows({ pieces }: RowsSummary): number {
  return pieces.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** The pieces of the file at a path, in their order; one without rows has an empty one. */
export function piecesOf(path: string, summary: RowsSummary): PlacedPiece[] {
  const fileBytes = bytesOfRows(summary)
  let end = 0
  return summary.pieces.map((piece) => {
    const at = end
    end += piece.bytes
    return { ...piece, path, at, fileBytes }
  })
}

/** The file while it is written. Throws BuildError when the disk is full. */
export class RowsFile {
  readonly #path: string
  readonly #fd: number
  #bytes = 0
  #crc = 0
  /** Where the last piece begins, and the pieces before it. */
  #pieceStart = 0
  readonly #pieces: RowsPiece[] = []

  constructor(path: string) {
    this.#path = path
    this.#fd = openSync(path, 'wx+', 0o600)
  }

  get summary(): RowsSummary {
    return { pieces: [...this.#pieces, this.#lastPiece] }
  }

  /** Appends the first bytes of a block, which are whole rows, and answers with where they stand. */
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
    if (this.#bytes - this.#pieceStart >= pieceBytesMin) this.#endPiece()
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

  get #lastPiece(): RowsPiece {
    return { bytes: this.#bytes - this.#pieceStart, crc32: crc32Text(this.#crc) }
  }

  #endPiece(): void {
    this.#pieces.push(this.#lastPiece)
    this.#pieceStart = this.#bytes
    this.#crc = 0
  }
}

/** So many bytes are looked through by one thread while others look through more. */
const pieceBytesMin = 32 * 1024 * 1024

/** Gets one row, which stands in `rows` from `at` to `end` until the next one comes. */
export type VisitRow = (rows: Buffer, at: number, end: number) => void

/**
 * Reads a piece of a file of rows. Throws an Error that says what was expected when it is not what was written; the rows that were
 * handed on before may then be wrong.
 */
export function eachRow({ path, at, bytes, crc32: expectedCrc, fileBytes }: PlacedPiece, visit: VisitRow): void {
  const file = new DirectFile(path)
  try {
    if (file.bytes !== fileBytes) throw new Error(`expected ${fileBytes} bytes of rows; got ${file.bytes}`)
    const memory = Buffer.allocUnsafeSlow(stagedRowBytesMax + chunkBytes)
    let length = 0
    let crc = 0
    for (let done = 0; done < bytes; ) {
      const count = file.read(memory, length, Math.min(chunkBytes, bytes - done), at + done)
      if (count === 0) throw new Error(`expected the ${bytes} bytes at ${at}; got ${done}`)
      crc = crc32(memory.subarray(length, length + count), crc)
      done += count
      length += count
      const rest = visitRows(memory, length, visit)
      memory.copyWithin(0, rest, length)
      length -= rest
    }
    if (length > 0) throw new Error(`expected whole rows up to ${at + bytes}; got a part of one`)
    if (crc32Text(crc) !== expectedCrc) throw new Error(`expected CRC-32 ${expectedCrc}; got ${crc32Text(crc)}`)
  } finally {
    file.close()
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
