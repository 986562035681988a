/** Finds the fields of one row in a buffer: the inner loop of the CSV reader. */
import type { CsvRow } from './csv-row.ts'

const quote = 0x22
const comma = 0x2c
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Eight empty fields, `"","","","","","","","",`, as three floats. Seven of eight fields of CMS's rows are empty, and passing
 * over them by eight takes a third of what it takes by one.
 */
const eightEmptyBytes = 24
const eightEmpty = new Float64Array(Uint8Array.from(Buffer.from('"",'.repeat(8))).buffer)
const [firstThird, secondThird, lastThird] = [eightEmpty[0], eightEmpty[1], eightEmpty[2]]

/** What stands at a place of the buffer. */
export type Scan =
  /** The row is whole; the next begins at `next`. It spans `lines` lines. */
  | { kind: 'row'; next: number; lines: number; hasLineEnd: boolean }
  /** The buffer ends before the row does. */
  | { kind: 'more'; isInQuotes: boolean }
  /** The row breaks the rules of CSV at the byte `at`, `lines` line ends after its beginning. */
  | { kind: 'fault'; at: number; lines: number; reason: string }

/**
 * Fills `row` with the fields of the row that begins at `from`. With `isLast`, the end of the buffer is the end of the file
 * and may end the row.
 */
export function scanRow(bytes: Buffer, from: number, isLast: boolean, row: CsvRow): Scan {
  const length = bytes.length
  let position = from
  let lines = 1
  let field = 0
  row.begin(bytes)
  const { view, filled, starts, ends, escaped } = row
  const fieldsMax = filled.length
  const lastEight = length - eightEmptyBytes
  for (;;) {
    while (
      position <= lastEight &&
      view.getFloat64(position, true) === firstThird &&
      view.getFloat64(position + 8, true) === secondThird &&
      view.getFloat64(position + 16, true) === lastThird
    ) {
      position += eightEmptyBytes
      field += 8
    }
    while (bytes[position] === quote && bytes[position + 1] === quote && bytes[position + 2] === comma) {
      position += 3
      field++
    }
    if (bytes[position] === quote) {
      const start = position + 1
      let isEscaped = false
      position = start
      for (;;) {
        let byte = bytes[position]
        while (byte !== quote && position < length) {
          if (byte === lineFeed) lines++
          byte = bytes[++position]
        }
        if (position >= length) return { kind: 'more', isInQuotes: true }
        if (bytes[position + 1] !== quote) break
        isEscaped = true
        position += 2
      }
      if (position > start && field < fieldsMax) {
        filled[row.filledCount++] = field
        starts[field] = start
        ends[field] = position
        escaped[field] = isEscaped ? 1 : 0
      }
      position++
    } else {
      const start = position
      let byte = bytes[position]
      while (position < length && byte !== comma && byte !== lineFeed && byte !== carriageReturn) {
        if (byte === quote)
          return { kind: 'fault', at: position, lines, reason: 'a quote inside a field without quotes' }
        byte = bytes[++position]
      }
      if (position > start && field < fieldsMax) {
        filled[row.filledCount++] = field
        starts[field] = start
        ends[field] = position
        escaped[field] = 0
      }
    }
    row.fieldCount = ++field
    if (position >= length) {
      return isLast ? { kind: 'row', next: length, lines, hasLineEnd: false } : { kind: 'more', isInQuotes: false }
    }
    switch (bytes[position]) {
      case comma:
        position++
        break
      case lineFeed:
        return { kind: 'row', next: position + 1, lines, hasLineEnd: true }
      case carriageReturn:
        if (bytes[position + 1] === lineFeed) return { kind: 'row', next: position + 2, lines, hasLineEnd: true }
        if (position + 1 >= length) {
          return isLast ? { kind: 'row', next: length, lines, hasLineEnd: true } : { kind: 'more', isInQuotes: false }
        }
        return { kind: 'fault', at: position, lines, reason: 'a carriage return without a line feed' }
      default:
        return { kind: 'fault', at: position, lines, reason: 'text after a closing quote' }
    }
  }
}
