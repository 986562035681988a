/**
 * The fields of a row as they are staged: of its 330 mostly empty columns only those with content, each as the number of
 * its column in the layout, its length and its bytes.
 */
import type { CsvRow } from '../sources/csv-row.ts'

/** Before each field: its column and its length. */
const packedHeadBytes = 4

const quote = 0x22

/** No fewer bytes than the fields of a row take when packed. */
export function packedBytesMax(row: CsvRow): number {
  return packedHeadBytes * row.filledCount + row.bytesMax
}

/**
 * Packs the fields of a row into `target` from `at` on, where there must be room for them, and returns where they end. Doubled quotes
 * are undone. `columns[position]` is the number of the column in the layout.
 */
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

/** Reads packed fields back: one object, loaded with one row after the other. */
export class PackedFields {
  /** The bytes the fields stand in. Not a Buffer: code that meets only one kind of array runs faster. */
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

  /** Where the bytes of a field begin and end in `bytes`; both 0 when the file has nothing there. */
  start(column: number): number {
    return this.#ends[column] === 0 ? 0 : this.#starts[column]
  }

  end(column: number): number {
    return this.#ends[column]
  }

  isEmpty(column: number): boolean {
    return this.#ends[column] === 0
  }

  /** Whether two fields have the same bytes. */
  areSame(one: number, other: number): boolean {
    const { bytes } = this
    const start = this.start(one)
    const end = this.end(one)
    const away = this.start(other) - start
    if (this.end(other) - end !== away) return false
    for (let at = start; at < end; at++) if (bytes[at] !== bytes[at + away]) return false
    return true
  }

  /** The field's text with single blanks; empty when the file has nothing there, or only the note that it is withheld. */
  text(column: number): string {
    const end = this.#ends[column] ?? 0
    if (end === 0) return ''
    const text = this.#buffer.toString('utf8', this.#starts[column] ?? 0, end).trim()
    if (text === withheld) return ''
    return /\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text
  }
}

/** `readUInt16LE` without its checks, which cost more than all the rest of the loop. */
function u16(bytes: Buffer, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
}

/** What CMS writes where it does not publish a value (EIN, TIN, and since 2025 an organization's other name). */
const withheld = '<UNAVAIL>'
