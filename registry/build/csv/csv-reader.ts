/**
 * Reads CSV as bytes arrive: the fastest way to CMS's 10.7 GB file is to look at each byte once and to make text only of
 * the fields somebody asks for. It reads what CMS publishes and what the usual tools make of it: quoted or plain
 * fields, doubled quotes, line ends inside quotes, LF or CRLF, a byte order mark, the header repeated in the middle.
 *
 * It promises that a row it hands on has as many fields as the header, each within its limit, all of it valid UTF-8. A row
 * that is not so goes to `refused` with its line and the reason, and reading goes on with the next line. It fails with
 * `CsvError` where no further row could be trusted: another encoding, an endless row, a file cut off in a row. It holds one
 * chunk and one row in memory, never more.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import { shown } from '../build-error.ts'
import { columnsMax, fieldBytesMax, rowBytesMax } from '../limits.ts'
import { CsvRow } from './csv-row.ts'
import { scanRow } from './scan-row.ts'

/** Gets what stands in the file, in the order of its lines. Lines are counted from 1. */
export interface CsvHandler {
  /** Gets the first row, before any other. */
  header(names: string[]): void
  row(row: CsvRow): void
  /** Gets each row that was not handed on: `rule` is the same text for every row of the kind, `got` what came. */
  refused(line: number, rule: string, got: string): void
}

/** The file cannot be read on. `line` is where, from 1. */
export class CsvError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'CsvError'
    this.line = line
  }
}

const lineFeed = 0x0a

/** Reads one file: `push` its bytes as they come, then `end`. */
export class CsvReader {
  /** How often the header stood again among the rows. */
  repeatedHeaders = 0
  readonly #handler: CsvHandler
  readonly #row = new CsvRow(columnsMax)
  #names: string[] | undefined
  #rest: Buffer = Buffer.alloc(0)
  #line = 1
  #isStarted = false
  #isSkipping = false
  /** Whether every byte at hand is plain ASCII without NUL, so that no row needs a look at its encoding. */
  #isPlain = true

  constructor(handler: CsvHandler) {
    this.#handler = handler
  }

  /** Reads the rows that are whole now and keeps the rest for the next call. */
  push(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    this.#rest = bytes
    if (!this.#isStarted) {
      if (bytes.length < 4) return
      this.#start(bytes)
    }
    this.#readRows(false)
    if (this.#rest.length > rowBytesMax) {
      throw new CsvError(
        this.#line,
        `expected rows of at most ${rowBytesMax} bytes; got a longer one, perhaps a lost quote`,
      )
    }
  }

  /** Reads the last row. Throws when the file is cut off in it, or holds no header. */
  end(): void {
    if (!this.#isStarted) this.#start(this.#rest)
    this.#readRows(true)
    if (this.#names === undefined) throw new CsvError(1, 'expected a header line; got an empty file')
  }

  #start(bytes: Buffer): void {
    this.#isStarted = true
    const [first, second, third, fourth] = bytes
    const isMarked16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
    const looksLike16 = (first === 0 && third === 0) || (second === 0 && fourth === 0)
    if (isMarked16 || looksLike16) throw new CsvError(1, 'expected UTF-8; got UTF-16')
    if (first === 0x50 && second === 0x4b && third === 3 && fourth === 4) {
      throw new CsvError(1, 'expected CSV text; got a zip archive, whose name should end in .zip')
    }
    if (first === 0xef && second === 0xbb && third === 0xbf) this.#rest = bytes.subarray(3)
  }

  #readRows(isLast: boolean): void {
    const bytes = this.#rest
    this.#isPlain = isAscii(bytes) && !bytes.includes(0)
    let position = 0
    while (position < bytes.length) {
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
    this.#rest = bytes.subarray(position)
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
    this.#names = row.texts()
    this.#handler.header(this.#names)
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
    if (this.#isPlain) return undefined
    const bytes = row.bytes.subarray(from, to)
    if (bytes.includes(0)) return { rule: 'expected text', got: 'a NUL byte' }
    if (!isUtf8(bytes)) return { rule: 'expected UTF-8', got: 'other bytes, perhaps Latin-1' }
    return undefined
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
