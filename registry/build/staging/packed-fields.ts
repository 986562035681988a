/**
 * The fields of a row as they are staged: of its 330 mostly empty columns only those with content, each as the number of
 * its column in the layout, its length and its bytes.
 */
import type { CsvRow } from '../csv/csv-row.ts'

const headBytes = 4

/**
 * Packs the fields of a row into `target` and returns how many bytes they take. `columns[position]` is the number of the
 * column in the layout. `target` must have room for the longest row and four bytes for each of its fields.
 */
export function packFields(row: CsvRow, columns: Int16Array, target: Buffer): number {
  let at = 0
  for (let place = 0; place < row.filledCount; place++) {
    const position = row.filled[place] ?? 0
    const column = columns[position] ?? 0
    const end = row.copyField(position, target, at + headBytes)
    const length = end - at - headBytes
    target[at] = column
    target[at + 1] = column >>> 8
    target[at + 2] = length
    target[at + 3] = length >>> 8
    at = end
  }
  return at
}

/** Reads packed fields back: one object, loaded with one row after the other. */
export class PackedFields {
  bytes: Buffer = Buffer.alloc(0)
  readonly #starts: Int32Array
  readonly #ends: Int32Array

  constructor(columnCount: number) {
    this.#starts = new Int32Array(columnCount)
    this.#ends = new Int32Array(columnCount)
  }

  load(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes
    this.#ends.fill(0)
    for (let at = start; at < end; ) {
      const column = u16(bytes, at)
      const from = at + headBytes
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

  /** The field's text with single blanks; empty when the file has nothing there, or only the note that it is withheld. */
  text(column: number): string {
    const end = this.#ends[column] ?? 0
    if (end === 0) return ''
    const text = this.bytes.toString('utf8', this.#starts[column] ?? 0, end).trim()
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
