/**
 * Rows of a text file: CSV, or the same divided by pipes or tabs. Bytes that are not UTF-8 are read as windows-1252,
 * line by line. Throws an Error with one sentence for what is no such file: UTF-16, NUL bytes, a row without an end.
 */
import { isUtf8 } from 'node:buffer'
import { parse } from 'csv-parse'
import { rowBytesMax } from './limits.ts'

export interface Row {
  /** From 1; of a row that takes several, the last one. */
  line: number
  /** As they are in the file. A formula is text. */
  cells: readonly string[]
}

/** The rows with anything in them. */
export async function* textRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Row[]> {
  const pieces = asUtf8(chunks)[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (first.done === true) return
  const rows: Row[] = []
  const delimiter = delimiterOf(first.value)
  const parser = parse({
    bom: true,
    delimiter,
    // Files divided by pipes have no quotes of CSV, and stray ones.
    quote: delimiter === '|' ? null : '"',
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: rowBytesMax,
    on_record(cells: string[], { lines: line }) {
      rows.push({ line, cells })
      return null
    },
  })
  const push = (chunk: Buffer | undefined) =>
    new Promise<void>((resolve, reject) => {
      const fail = (error: unknown) => reject(new Error(sentenceOf(error)))
      parser.once('error', fail)
      const done = () => {
        parser.off('error', fail)
        resolve()
      }
      if (chunk !== undefined) parser.write(chunk, (error) => (error ? fail(error) : done()))
      else parser.once('end', done).resume().end()
    })
  for (let piece: IteratorResult<Buffer> = first; piece.done !== true; piece = await pieces.next()) {
    await push(piece.value)
    if (rows.length > 0) yield rows.splice(0)
  }
  await push(undefined)
  if (rows.length > 0) yield rows
}

function sentenceOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'the file is cut off: its last field does not end'
  if (code === 'CSV_MAX_RECORD_SIZE') return `expected rows of at most ${rowBytesMax} bytes; got a longer one`
  return error instanceof Error ? error.message : String(error)
}

/** The one that makes the most columns of a line at the beginning of the file. */
function delimiterOf(piece: Buffer): string {
  const lines = piece.subarray(0, rowBytesMax).toString('latin1').split('\n')
  const widthBy = (delimiter: string) => Math.max(...lines.map((line) => line.split(delimiter).length))
  return [',', '|', '\t'].reduce((best, next) => (widthBy(next) > widthBy(best) ? next : best))
}

const utf16Marks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]
const lineFeed = 0x0a

/** Whole lines, in UTF-8. */
async function* asUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun = Buffer.alloc(0)
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst && utf16Marks.some((mark) => chunk.subarray(0, 2).equals(mark))) {
      throw new Error('expected text in UTF-8 or windows-1252; got UTF-16')
    }
    isFirst = false
    if (chunk.includes(0)) throw new Error('expected text; got NUL bytes, as in UTF-16 and in programs')
    const end = chunk.lastIndexOf(lineFeed) + 1
    if (end === 0 && begun.length + chunk.length > rowBytesMax) {
      throw new Error(`expected lines of at most ${rowBytesMax} bytes; got a longer one`)
    }
    const whole = Buffer.concat([begun, chunk.subarray(0, end)])
    begun = end === 0 ? Buffer.concat([whole, chunk]) : Buffer.from(chunk.subarray(end))
    if (end > 0) yield readable(whole)
  }
  if (begun.length > 0) yield readable(begun)
}

const windows1252 = new TextDecoder('windows-1252')

function readable(lines: Buffer): Buffer {
  if (isUtf8(lines)) return lines
  const texts: string[] = []
  for (let at = 0; at < lines.length; ) {
    const end = lines.indexOf(lineFeed, at) + 1 || lines.length
    const line = lines.subarray(at, end)
    texts.push(isUtf8(line) ? line.toString() : windows1252.decode(line))
    at = end
  }
  return Buffer.from(texts.join(''))
}
