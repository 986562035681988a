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
 * and may end the row. It never reads beyond the end: V8 would then expect `undefined` from every later read, and check each for it.
 */
export function scanRow(bytes: Buffer, from: number, isLast: boolean, row: CsvRow): Scan {
  const length = bytes.length
  let position = from
  let lines = 1
  let field = 0
  let filledCount = 0
  row.begin(bytes)
  const { view, filled, starts, ends, escaped } = row
  const fieldsMax = filled.length
  for (;;) {
    while (
      position + eightEmptyBytes <= length &&
      view.getFloat64(position, true) === firstThird &&
      view.getFloat64(position + 8, true) === secondThird &&
      view.getFloat64(position + 16, true) === lastThird
    ) {
      position += eightEmptyBytes
      field += 8
    }
    while (
      position + 2 < length &&
      bytes[position] === quote &&
      bytes[position + 1] === quote &&
      bytes[position + 2] === comma
    ) {
      position += 3
      field++
    }
    const isQuoted = position < length && bytes[position] === quote
    if (isQuoted) position++
    const start = position
    let isEscaped = false
    if (isQuoted) {
      for (;;) {
        while (position < length && bytes[position] !== quote) {
          if (bytes[position] === lineFeed) lines++
          position++
        }
        if (position === length) return { kind: 'more', isInQuotes: true }
        if (position + 1 === length || bytes[position + 1] !== quote) break
        isEscaped = true
        position += 2
      }
    } else {
      while (position < length && !endsField(bytes[position])) {
        if (bytes[position] === quote)
          return { kind: 'fault', at: position, lines, reason: 'a quote inside a field without quotes' }
        position++
      }
    }
    if (position > start && field < fieldsMax) {
      filled[filledCount] = field
      starts[field] = start
      ends[field] = position
      escaped[field] = isEscaped ? 1 : 0
      row.filledCount = ++filledCount
    }
    if (isQuoted) position++
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
        if (position + 1 === length) {
          return isLast ? { kind: 'row', next: length, lines, hasLineEnd: true } : { kind: 'more', isInQuotes: false }
        }
        if (bytes[position + 1] === lineFeed) return { kind: 'row', next: position + 2, lines, hasLineEnd: true }
        return { kind: 'fault', at: position, lines, reason: 'a carriage return without a line feed' }
      default:
        return { kind: 'fault', at: position, lines, reason: 'text after a closing quote' }
    }
  }
}

/** Whether a byte stands behind a field without quotes. */
function endsField(byte: number): boolean {
  return byte === comma || byte === lineFeed || byte === carriageReturn
}
