/**
 * Reads CSV as bytes arrive, and makes text only of fields that are used. Every row it hands on has as many fields as
 * the header, each within its limit, all valid UTF-8; any other goes to `refused` with its line and the reason. It
 * fails with `CsvError` where no further row can be trusted: another encoding, an endless row, a file cut off in a row.
 * It holds one chunk and one row in memory.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import { shown } from '../build-error.ts'
import { columnsMax, fieldBytesMax, rowBytesMax } from '../limits.ts'

/** Gets the rows in the order of their lines, which count from 1. */
export interface CsvHandler {
  header(names: string[]): void
  row(row: CsvRow): void
  /** `rule` is the same text for every row of the kind, `got` what came. */
  refused(line: number, rule: string, got: string): void
}

/** The file cannot be read on from `line`, which counts from 1. */
export class CsvError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'CsvError'
    this.line = line
  }
}

const lineFeed = 0x0a

const lookBytes = 8 * 1024

/** Where reading continues, and whether the rest of a refused row is there, up to the next line end. */
export interface Start {
  at: number
  isSkipping: boolean
}

/** Reads one file: `push` its bytes as they come, then `end`. */
export class CsvReader {
  repeatedHeaders = 0
  readonly #handler: CsvHandler
  readonly #row = new CsvRow(columnsMax)
  #names: readonly string[] | undefined
  #rest: Buffer = Buffer.alloc(0)
  #line = 1
  #isStarted = false
  #isSkipping = false
  /** Up to where bytes were checked, and up to where they are plain ASCII. */
  #lookedTo = 0
  #plainTo = 0

  constructor(handler: CsvHandler, names?: readonly string[]) {
    this.#handler = handler
    this.#names = names
  }

  get lines(): number {
    return this.#line - 1
  }

  push(chunk: Buffer): void {
    const bytes = Buffer.concat([this.#rest, chunk])
    this.#rest = bytes
    if (!this.#isStarted && bytes.length < 4) return
    const from = this.#isStarted ? 0 : this.#start(bytes)
    this.#rest = bytes.subarray(this.#readRows(bytes, from, bytes.length, false))
  }

  /** Reads the last row. Throws when the file is cut off in it, or has no header. */
  end(): void {
    const bytes = this.#rest
    this.#readRows(bytes, this.#isStarted ? 0 : this.#start(bytes), bytes.length, true)
    if (this.#names === undefined) throw new CsvError(1, 'expected a header line; got an empty file')
  }

  /** Reads rows that begin before `until`; returns where the next begins. `bytes` must hold all of the last one. */
  readSegment(bytes: Buffer, start: Start, until: number, isLast: boolean): Start {
    this.#isSkipping = start.isSkipping
    const from = this.#names === undefined ? this.#start(bytes) : start.at
    const at = this.#readRows(bytes, from, until, isLast)
    if (isLast && this.#names === undefined) throw new CsvError(1, 'expected a header line; got an empty file')
    return { at, isSkipping: this.#isSkipping }
  }

  /** The first place before `until` behind a line end where a whole row follows: most likely, a row begins there. */
  findRow(bytes: Buffer, until: number): Start | undefined {
    const row = this.#row
    for (let at = bytes.indexOf(lineFeed) + 1; at > 0 && at < until; at = bytes.indexOf(lineFeed, at) + 1) {
      const isWhole = scanRow(bytes, at, false, row).kind === 'row' && row.fieldCount === this.#names?.length
      if (isWhole) return { at, isSkipping: false }
    }
    return undefined
  }

  #start(bytes: Buffer): number {
    this.#isStarted = true
    const [first, second, third, fourth] = bytes
    const isMarked16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
    const looksLike16 = (first === 0 && third === 0) || (second === 0 && fourth === 0)
    if (isMarked16 || looksLike16) throw new CsvError(1, 'expected UTF-8; got UTF-16')
    if (first === 0x50 && second === 0x4b && third === 3 && fourth === 4) {
      throw new CsvError(1, 'expected CSV text; got a zip archive, whose name should end in .zip')
    }
    return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0
  }

  #readRows(bytes: Buffer, from: number, until: number, isLast: boolean): number {
    this.#lookedTo = 0
    this.#plainTo = 0
    let position = from
    while (position < until) {
      if (this.#isSkipping) {
        const end = bytes.indexOf(lineFeed, position)
        if (end === -1) {
          position = bytes.length
          break
        }
        this.#isSkipping = false
        this.#line++
        position = end + 1
        continue
      }
      const scan = scanRow(bytes, position, isLast, this.#row)
      if (scan.kind === 'more') {
        if (isLast) this.#throwCutOff(scan.isInQuotes)
        this.#expectShort(bytes.length - position)
        break
      }
      if (scan.kind === 'fault') {
        this.#refuseBroken(scan.reason, bytes.toString('latin1', Math.max(position, scan.at - 20), scan.at + 1))
        this.#line += scan.lines - 1
        this.#isSkipping = true
        position = scan.at
        continue
      }
      this.#row.line = this.#line
      this.#take(position, scan.next, scan.hasLineEnd)
      this.#line += scan.lines
      position = scan.next
    }
    return position
  }

  #expectShort(rowBytes: number): void {
    if (rowBytes <= rowBytesMax) return
    const expected = `expected rows of at most ${rowBytesMax} bytes`
    throw new CsvError(this.#line, `${expected}; got a longer one, perhaps a lost quote`)
  }

  #refuseBroken(reason: string, near: string): void {
    if (this.#names === undefined)
      throw new CsvError(this.#line, `expected a header line; got ${reason}: ${shown(near)}`)
    this.#handler.refused(this.#line, 'expected well-formed CSV', `${reason}: ${shown(near)}`)
  }

  #take(from: number, to: number, hasLineEnd: boolean): void {
    const row = this.#row
    if (row.fieldCount === 1 && row.isEmpty(0)) return
    if (this.#names === undefined) {
      this.#takeHeader(from, to)
      return
    }
    const columns = this.#names.length
    if (row.fieldCount < columns && !hasLineEnd) this.#throwCutOff(false)
    const fault = this.#faultOf(from, to, columns)
    if (fault !== undefined) this.#handler.refused(row.line, fault.rule, fault.got)
    else if (this.#isHeader(this.#names)) this.repeatedHeaders++
    else this.#handler.row(row)
  }

  #takeHeader(from: number, to: number): void {
    const row = this.#row
    if (row.fieldCount > columnsMax) {
      throw new CsvError(row.line, `expected at most ${columnsMax} columns; got ${row.fieldCount}`)
    }
    if (!isUtf8(row.bytes.subarray(from, to)))
      throw new CsvError(row.line, 'expected UTF-8; got other bytes in the header')
    const names = row.texts()
    this.#names = names
    this.#handler.header(names)
  }

  #faultOf(from: number, to: number, columns: number): { rule: string; got: string } | undefined {
    const row = this.#row
    if (row.fieldCount !== columns) {
      return { rule: 'expected as many fields as the header has', got: `${row.fieldCount} instead of ${columns}` }
    }
    if (to - from > rowBytesMax)
      return { rule: `expected rows of at most ${rowBytesMax} bytes`, got: `${to - from} bytes` }
    const long = to - from > fieldBytesMax ? row.indexOfLongField() : -1
    if (long !== -1) {
      const got = `${row.end(long) - row.start(long)} bytes in column ${long + 1}`
      return { rule: `expected fields of at most ${fieldBytesMax} bytes`, got }
    }
    if (this.#isPlain(from, to)) return undefined
    const bytes = row.bytes.subarray(from, to)
    if (bytes.includes(0)) return { rule: 'expected text', got: 'a NUL byte' }
    if (!isUtf8(bytes)) return { rule: 'expected UTF-8', got: 'other bytes, perhaps Latin-1' }
    return undefined
  }

  #isPlain(from: number, to: number): boolean {
    if (from >= this.#lookedTo) {
      this.#lookedTo = from + lookBytes
      const ahead = this.#row.bytes.subarray(from, this.#lookedTo)
      this.#plainTo = isAscii(ahead) && !ahead.includes(0) ? this.#lookedTo : from
    }
    return to <= this.#plainTo
  }

  #isHeader(names: readonly string[]): boolean {
    const row = this.#row
    if (row.end(0) - row.start(0) !== Buffer.byteLength(names[0] ?? '') || row.text(0) !== names[0]) return false
    return names.every((name, index) => row.text(index) === name)
  }

  #throwCutOff(isInQuotes: boolean): never {
    const where = isInQuotes ? 'inside quotes' : `after ${this.#row.fieldCount} fields`
    throw new CsvError(this.#line, `expected a whole last row; got one that ends ${where}: the file is cut off`)
  }
}

/** Positions in the bytes of a row, valid until the handler returns. Empty fields take no time and no memory. */
export class CsvRow {
  bytes: Buffer = Buffer.alloc(0)
  view: DataView = new DataView(new ArrayBuffer(0))
  /** The line on which the row begins, from 1. */
  line = 0
  fieldCount = 0
  /** Which fields have content, in their order. */
  filledCount = 0
  readonly filled: Int16Array
  /** By field: where its content is in `bytes`, without its quotes, and 1 where quotes in it are doubled. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly escaped: Uint8Array

  constructor(fieldsMax: number) {
    this.filled = new Int16Array(fieldsMax)
    this.starts = new Int32Array(fieldsMax)
    this.ends = new Int32Array(fieldsMax)
    this.escaped = new Uint8Array(fieldsMax)
  }

  start(index: number): number {
    return this.starts[index] ?? 0
  }

  end(index: number): number {
    return this.ends[index] ?? 0
  }

  isEmpty(index: number): boolean {
    return this.start(index) === this.end(index)
  }

  text(index: number): string {
    const raw = this.bytes.toString('utf8', this.start(index), this.end(index))
    return this.escaped[index] === 1 ? raw.replaceAll('""', '"') : raw
  }

  texts(): string[] {
    return Array.from({ length: this.fieldCount }, (_, index) => this.text(index))
  }

  indexOfLongField(): number {
    for (let place = 0; place < this.filledCount; place++) {
      const index = this.filled[place] ?? 0
      if (this.end(index) - this.start(index) > fieldBytesMax) return index
    }
    return -1
  }

  /** No fewer bytes than all fields have together. */
  get bytesMax(): number {
    if (this.filledCount === 0) return 0
    return this.ends[this.filled[this.filledCount - 1]] - this.starts[this.filled[0]]
  }

  begin(bytes: Buffer): void {
    if (bytes !== this.bytes) {
      this.bytes = bytes
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    }
    for (let place = 0; place < this.filledCount; place++) {
      const index = this.filled[place] ?? 0
      this.starts[index] = 0
      this.ends[index] = 0
    }
    this.filledCount = 0
    this.fieldCount = 0
  }
}

const quote = 0x22
const comma = 0x2c
const carriageReturn = 0x0d

/** `"","","","","","","","",` as three floats: skipping empty fields by eight takes a third of the time. */
const eightEmptyBytes = 24
const eightEmpty = new Float64Array(Uint8Array.from(Buffer.from('"",'.repeat(8))).buffer)
const [firstThird, secondThird, lastThird] = [eightEmpty[0], eightEmpty[1], eightEmpty[2]]

type Scan =
  /** The row spans `lines` lines; the next begins at `next`. */
  | { kind: 'row'; next: number; lines: number; hasLineEnd: boolean }
  /** The buffer ends before the row does. */
  | { kind: 'more'; isInQuotes: boolean }
  /** The row breaks the rules of CSV at the byte `at`, `lines` line ends after its beginning. */
  | { kind: 'fault'; at: number; lines: number; reason: string }

/** With `isLast`, the end of the buffer may end the row. Never reads beyond it, which would make every read slower. */
function scanRow(bytes: Buffer, from: number, isLast: boolean, row: CsvRow): Scan {
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

function endsField(byte: number): boolean {
  return byte === comma || byte === lineFeed || byte === carriageReturn
}
