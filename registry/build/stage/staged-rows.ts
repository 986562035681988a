/**
 * A staged row: its length, the kind of file, the file, the NPI and the row's rank, 16 bytes together, and behind them its
 * packed fields. Rows stand end to end.
 */
import type { CsvRow } from '../sources/csv-row.ts'
import { packedBytesMax, packFields } from './packed-fields.ts'

const rowHeadBytes = 16

export interface RowHead {
  kind: number
  file: number
  npi: number
  /** Of two rows of one NPI the one with the higher rank holds. */
  rank: number
}

export interface StagedRow extends RowHead {
  /** Where the packed fields are in the range's bytes. */
  start: number
  end: number
}

/** More than the rows of most segments take. */
const firstBytes = 4 * 1024 * 1024

/** Rows gathered end to end, in memory that threads share. */
export class StagedRows {
  /** Not a Buffer: code that meets only one kind of array runs faster. */
  buffer: Uint8Array<SharedArrayBuffer>
  length = 0

  constructor(room = firstBytes) {
    this.buffer = new Uint8Array(new SharedArrayBuffer(room))
  }

  /** Makes room for so many more bytes, which may then be written into `buffer`. */
  reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return
    const longer = new Uint8Array(new SharedArrayBuffer(Math.max(this.length + bytes, this.buffer.length * 2)))
    longer.set(this.buffer.subarray(0, this.length))
    this.buffer = longer
  }

  /** All there are; the next ones are written into memory that nobody needs any more, if there is some. */
  take(spare?: SharedArrayBuffer): Uint8Array<SharedArrayBuffer> {
    const all = this.buffer.subarray(0, this.length)
    this.buffer = new Uint8Array(spare ?? new SharedArrayBuffer(this.buffer.length))
    this.length = 0
    return all
  }
}

/** Adds a row at the end of others. `columns[position]` is the number of the column in the layout. */
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

/** Where the rows begin, in their order. */
export function rowsIn(rows: Buffer): number[] {
  const places: number[] = []
  for (let at = 0; at < rows.length; at = endOfRow(rows, at)) places.push(at)
  return places
}

/** Where the row ends that begins at a place. */
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

/** The row that begins at a place. */
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

/** Far below 31 bits, so that places of rows remain whole numbers for V8 instead of becoming floats. */
function lengthAt(bytes: Uint8Array, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)
}

function u32(bytes: Uint8Array, at: number): number {
  return (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0
}
