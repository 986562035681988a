/**
 * A staged row: a head of 16 bytes (length, kind of file, file, NPI, rank) and its packed fields, each with its column
 * in the layout, its length and its bytes. Only fields with content are packed, of 330 columns. Rows are end to end.
 */
import type { CsvRow } from '../sources/csv-reader.ts'

const rowHeadBytes = 16

export interface RowHead {
  kind: number
  file: number
  npi: number
  /** Of two rows of one NPI the one with the higher rank holds. */
  rank: number
}

export interface StagedRow extends RowHead {
  start: number
  end: number
}

/** More than the rows of most segments take. */
const firstBytes = 4 * 1024 * 1024

export class StagedRows {
  buffer: Uint8Array<SharedArrayBuffer>
  length = 0

  constructor(room = firstBytes) {
    this.buffer = new Uint8Array(new SharedArrayBuffer(room))
  }

  reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return
    const longer = new Uint8Array(new SharedArrayBuffer(Math.max(this.length + bytes, this.buffer.length * 2)))
    longer.set(this.buffer.subarray(0, this.length))
    this.buffer = longer
  }

  /** All rows; the next ones are written into `spare`, if given. */
  take(spare?: SharedArrayBuffer): Uint8Array<SharedArrayBuffer> {
    const all = this.buffer.subarray(0, this.length)
    this.buffer = new Uint8Array(spare ?? new SharedArrayBuffer(this.buffer.length))
    this.length = 0
    return all
  }
}

/** `columns[position]` is the number of the column in the layout. */
export function stageRow(row: CsvRow, head: RowHead, columns: Int16Array, rows: StagedRows): void {
  const at = rows.length
  rows.reserve(rowHeadBytes + packedBytesMax(row))
  rows.length = packFields(row, columns, rows.buffer, at + rowHeadBytes)
  writeHead(rows.buffer, at, head, rows.length - at - rowHeadBytes)
}

const nothing = new Uint8Array(0)

/** A row without fields, or with other content in their place. */
export function bareRow(head: RowHead, content = nothing): Uint8Array {
  const row = new Uint8Array(rowHeadBytes + content.length)
  row.set(content, rowHeadBytes)
  writeHead(row, 0, head, content.length)
  return row
}

export function rowsIn(rows: Buffer): number[] {
  const places: number[] = []
  for (let at = 0; at < rows.length; at = endOfRow(rows, at)) places.push(at)
  return places
}

export function endOfRow(rows: Uint8Array, at: number): number {
  return at + rowHeadBytes + lengthAt(rows, at)
}

export function fileOfRow(rows: Uint8Array, at: number): number {
  return rows[at + 6] | (rows[at + 7] << 8)
}

function kindOfRow(rows: Uint8Array, at: number): number {
  return rows[at + 4] | (rows[at + 5] << 8)
}

export function npiOfRow(rows: Uint8Array, at: number): number {
  return u32(rows, at + 8)
}

export function rowAt(rows: Uint8Array, at: number): StagedRow {
  return {
    kind: kindOfRow(rows, at),
    file: fileOfRow(rows, at),
    npi: npiOfRow(rows, at),
    rank: u32(rows, at + 12),
    start: at + rowHeadBytes,
    end: endOfRow(rows, at),
  }
}

function writeHead(bytes: Uint8Array, at: number, { kind, file, npi, rank }: RowHead, fieldsLength: number): void {
  putU32(bytes, at, fieldsLength)
  bytes[at + 4] = kind
  bytes[at + 5] = kind >>> 8
  bytes[at + 6] = file
  bytes[at + 7] = file >>> 8
  putU32(bytes, at + 8, npi)
  putU32(bytes, at + 12, rank)
}

function putU32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value
  bytes[at + 1] = value >>> 8
  bytes[at + 2] = value >>> 16
  bytes[at + 3] = value >>> 24
}

/** Far below 31 bits, so that it stays a small integer. */
function lengthAt(bytes: Uint8Array, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)
}

function u32(bytes: Uint8Array, at: number): number {
  return (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0
}

const packedHeadBytes = 4

const quote = 0x22

/** No fewer bytes than the fields of a row take when packed. */
function packedBytesMax(row: CsvRow): number {
  return packedHeadBytes * row.filledCount + row.bytesMax
}

/** Returns where they end in `target`, which must have room. Doubled quotes are undone. */
export function packFields(row: CsvRow, columns: Int16Array, target: Uint8Array, at: number): number {
  const { bytes, filled, filledCount, starts, ends, escaped } = row
  let to = at
  for (let place = 0; place < filledCount; place++) {
    const position = filled[place]
    const column = columns[position]
    const head = to
    const end = ends[position]
    to += packedHeadBytes
    if (escaped[position] === 0) {
      for (let from = starts[position]; from < end; from++) target[to++] = bytes[from]
    } else {
      for (let from = starts[position]; from < end; from++) {
        target[to++] = bytes[from]
        if (bytes[from] === quote) from++
      }
    }
    const length = to - head - packedHeadBytes
    target[head] = column
    target[head + 1] = column >>> 8
    target[head + 2] = length
    target[head + 3] = length >>> 8
  }
  return to
}

/** Packed fields: one object, loaded with one row after the other. */
export class PackedFields {
  /** Not a Buffer: code that meets only one kind of array is faster. */
  bytes: Uint8Array = new Uint8Array(0)
  #buffer: Buffer = Buffer.alloc(0)
  readonly #starts: Int32Array
  readonly #ends: Int32Array

  constructor(columnCount: number) {
    this.#starts = new Int32Array(columnCount)
    this.#ends = new Int32Array(columnCount)
  }

  load(bytes: Buffer, start: number, end: number): void {
    if (bytes !== this.#buffer) {
      this.#buffer = bytes
      this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    }
    this.#ends.fill(0)
    for (let at = start; at < end; ) {
      const column = u16(bytes, at)
      const from = at + packedHeadBytes
      at = from + u16(bytes, at + 2)
      this.#starts[column] = from
      this.#ends[column] = at
    }
  }

  /** Where a field is in `bytes`; both 0 when the file has nothing there. */
  start(column: number): number {
    return this.#ends[column] === 0 ? 0 : this.#starts[column]
  }

  end(column: number): number {
    return this.#ends[column]
  }

  isEmpty(column: number): boolean {
    return this.#ends[column] === 0
  }

  areSame(one: number, other: number): boolean {
    const { bytes } = this
    const start = this.start(one)
    const end = this.end(one)
    const away = this.start(other) - start
    if (this.end(other) - end !== away) return false
    for (let at = start; at < end; at++) if (bytes[at] !== bytes[at + away]) return false
    return true
  }

  /** With single blanks; empty also for a withheld value. */
  text(column: number): string {
    const end = this.#ends[column] ?? 0
    if (end === 0) return ''
    const text = this.#buffer.toString('utf8', this.#starts[column] ?? 0, end).trim()
    if (text === withheld) return ''
    return /\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text
  }
}

/** `readUInt16LE` without its checks, which take longer than the rest of the loop. */
function u16(bytes: Buffer, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
}

/** CMS writes it where it does not publish a value (EIN, TIN, and since 2025 an organization's other name). */
const withheld = '<UNAVAIL>'
