import { copyShared } from '#registry/search/answer-bytes'
import { rowBytesMax, segmentBytes } from '../limits.ts'
import { SpareMemory, sharedBytes } from '../memory/shared-bytes.ts'
import { CsvError, CsvReader, type CsvRow, type Start } from '../sources/csv-reader.ts'
import { type RowKind, rowKinds } from '../sources/layouts.ts'
import { StagedRows, stageRow } from '../stage/staged-rows.ts'
import { inOrder } from '../worker-pool.ts'
import { type Checked, rowChecker } from './check-row.ts'
import { type CityCounts, CityTally, cityCounter } from './city-tally.ts'
import { type RefusedRows, RefusedRowsWriter } from './refused-report.ts'

/**
 * Files are read in segments, so that several can be read at once. A segment has the bytes of the rows that begin in it,
 * which takes some of the next one's. Where its first row begins, nobody knows before the one before is read: a line end may
 * stand inside quotes. So it begins where a whole row stands behind a line end, and what was read counts only if the segment
 * before ended just there; otherwise it is read again from where that one did end. What comes out is what one reader
 * makes of the whole file.
 */

/** What must be known of the file, the same for all of its segments. */
export interface SegmentFile {
  /** The number of the file in the staging. */
  number: number
  kind: Exclude<RowKind, 'deactivations'>
  header: readonly string[]
  /** `columns[position]` is the number of the column in the layout. */
  columns: Int16Array
  /** yyyymmdd */
  today: number
  /** yyyymmdd of the file's data; 0 when its name does not tell. */
  releasedOn: number
}

export interface SegmentTask {
  file: SegmentFile
  /** In memory that threads share. */
  bytes: Uint8Array<SharedArrayBuffer>
  /** Rows that begin at this place or behind it are the next segment's. */
  until: number
  /** Where to begin; undefined to find it out. */
  start: Start | undefined
  isFirst: boolean
  isLast: boolean
  /** The memory of staged rows that were taken, for these. */
  spare?: SharedArrayBuffer | undefined
}

/** Lines are counted from 1 at the segment's start. */
export interface SegmentAnswer extends CityCounts {
  /** Where reading began; undefined when no row was found to begin with. */
  began: Start | undefined
  ended: Start
  /** How many lines were read. */
  lines: number
  rows: number
  /** Rows fit for the registry, as they are staged, in memory that threads share. */
  staged: Uint8Array<SharedArrayBuffer>
  /** The highest rank among them. */
  newest: number
  refused: RefusedRows
  repeatedHeaders: number
  /** Why no further row can be trusted. */
  fault: { line: number; message: string } | undefined
}

/** Reads one file in segments and takes their rows in the order of the file. */

/** Who reads segments, and how many of them should be asked for at once. */
export interface SegmentReaders {
  readonly ahead: number
  segment(task: SegmentTask): Promise<SegmentAnswer>
}

/**
 * Gets a segment's rows, which stand where they are until it returns; `firstLine` is the line of the file that is the segment's first,
 * `end` the place in it where the next segment begins.
 */
export type TakeSegment = (answer: SegmentAnswer, firstLine: number, end: number) => void

/** How a file is cut; the overlap must be longer than any row. */
export interface Cut {
  segmentBytes: number
  overlapBytes: number
}

const usualCut: Cut = { segmentBytes, overlapBytes: rowBytesMax + 1 }

/** The memory of segments that were read and of rows that were taken, for those of the same file and of the next. */
export class SpareSegments {
  readonly bytes = new SpareMemory()
  readonly staged = new SpareMemory()
}

/** Throws a CsvError with its line in the file where no further row can be trusted; the rows before it have been taken. */
export async function readSegments(
  file: SegmentFile,
  chunks: AsyncIterable<Buffer>,
  readers: SegmentReaders,
  take: TakeSegment,
  spare: SpareSegments,
  cut: Cut = usualCut,
): Promise<void> {
  const read = async (task: SegmentTask) => {
    return { task, answer: await readers.segment({ ...task, spare: spare.staged.take() }) }
  }
  let start: Start = { at: 0, isSkipping: false }
  let firstLine = 1
  let end = 0
  for await (const { task, answer: guessed } of inOrder(
    segmentsOf(file, chunks, cut, spare.bytes),
    readers.ahead,
    read,
  )) {
    const answer = isSame(guessed.began, start)
      ? guessed
      : await readers.segment({ ...task, start, spare: guessed.staged.buffer })
    end += task.until
    take(answer, firstLine, end)
    if (answer.fault !== undefined) throw new CsvError(firstLine + answer.fault.line - 1, answer.fault.message)
    spare.bytes.put(task.bytes.buffer)
    spare.staged.put(answer.staged.buffer)
    firstLine += answer.lines
    start = { at: answer.ended.at - task.until, isSkipping: answer.ended.isSkipping }
  }
}

function isSame(began: Start | undefined, start: Start): boolean {
  return began !== undefined && began.at === start.at && began.isSkipping === start.isSkipping
}

async function* segmentsOf(
  file: SegmentFile,
  chunks: AsyncIterable<Buffer>,
  { segmentBytes, overlapBytes }: Cut,
  spare: SpareMemory,
): AsyncGenerator<SegmentTask> {
  const memory = () => {
    const used = spare.take()
    return used === undefined ? sharedBytes(segmentBytes + overlapBytes) : Buffer.from(used)
  }
  let bytes = memory()
  let length = 0
  let isFirst = true
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      // Only now, that there are more bytes, is the segment known not to be the last.
      if (length === bytes.length) {
        const next = memory()
        copyShared(bytes, segmentBytes, bytes.length, next, 0)
        yield { file, bytes, until: segmentBytes, start: undefined, isFirst, isLast: false }
        isFirst = false
        bytes = next
        length = overlapBytes
      }
      const to = Math.min(chunk.length, from + bytes.length - length)
      length += copyShared(chunk, from, to, bytes, length)
      from = to
    }
  }
  yield { file, bytes: bytes.subarray(0, length), until: length, start: undefined, isFirst, isLast: true }
}

/** Reads segments: finds where the first row begins, checks every row and packs those that are fit. */

const atFirstByte: Start = { at: 0, isSkipping: false }

export class SegmentReader {
  readonly #staged = new StagedRows()
  readonly #cities = new CityTally()
  /** The checks of the file read last: a file's segments come one after the other. */
  #checked: { file: number; check: (row: CsvRow) => Checked; count: ((row: CsvRow) => void) | undefined } | undefined

  read({ file, bytes, until, start, isFirst, isLast, spare }: SegmentTask): SegmentAnswer {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const staged = this.#staged
    const { check, count } = this.#checkOf(file)
    const kind = rowKinds.indexOf(file.kind)
    const refused = new RefusedRowsWriter()
    let rows = 0
    let newest = 0
    const reader = new CsvReader(
      {
        header: () => {},
        row: (row) => {
          rows++
          const checked = check(row)
          if (checked.kind === 'refused') {
            refused.add(row.line, checked.rule, checked.got)
            return
          }
          newest = Math.max(newest, checked.rank)
          stageRow(row, { kind, file: file.number, npi: checked.npi, rank: checked.rank }, file.columns, staged)
          count?.(row)
        },
        refused: (line, rule, got) => {
          rows++
          refused.add(line, rule, got)
        },
      },
      isFirst ? undefined : file.header,
    )
    const began = isFirst ? atFirstByte : (start ?? reader.findRow(buffer, until))
    let ended: Start = { at: until, isSkipping: false }
    let fault: SegmentAnswer['fault']
    try {
      if (began !== undefined) ended = reader.readSegment(buffer, began, until, isLast)
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      fault = { line: error.line, message: error.message }
    }
    const { lines, repeatedHeaders } = reader
    return {
      ...{ began, ended, lines, rows, staged: staged.take(spare), newest, refused: refused.rows },
      ...{ repeatedHeaders, fault, ...this.#cities.take() },
    }
  }

  #checkOf(file: SegmentFile) {
    if (this.#checked?.file !== file.number) {
      this.#checked = { file: file.number, check: rowChecker(file.kind, file), count: cityCounter(file, this.#cities) }
    }
    return this.#checked
  }
}
