/**
 * Files are read in segments, so that several can be read at once. A segment has the rows that begin in it; its bytes
 * overlap the next one's. Where its first row begins is known only when the one before is read, since a line end may be
 * inside quotes. So reading begins behind a line end where a whole row follows, and counts only if the segment before
 * ended there; otherwise the segment is read again from that place. The result is that of one reader of the whole file.
 */
import { copyShared } from '#registry/search/answer-bytes'
import { rowBytesMax, segmentBytes } from '../limits.ts'
import { SpareMemory, sharedBytes } from '../memory/shared-bytes.ts'
import { CsvError, CsvReader, type CsvRow, type Start } from '../sources/csv-reader.ts'
import { type RowKind, rowKinds } from '../sources/layouts.ts'
import { StagedRows, stageRow } from '../stage/staged-rows.ts'
import { inOrder } from '../worker-pool.ts'
import { type Checked, rowChecker } from './check-row.ts'
import { type CityCounts, CityTally, cityCounter } from './city-tally.ts'
import { RefusedRows } from './refused-report.ts'

export interface SegmentFile {
  number: number
  kind: Exclude<RowKind, 'deactivations'>
  header: readonly string[]
  /** `columns[position]` is the number of the column in the layout. */
  columns: Int16Array
  /** yyyymmdd */
  today: number
  /** yyyymmdd of the file's data; 0 when its name has none. */
  releasedOn: number
}

export interface SegmentTask {
  file: SegmentFile
  bytes: Uint8Array<SharedArrayBuffer>
  /** Rows that begin here or later belong to the next segment. */
  until: number
  /** Where to begin; undefined to find it. */
  start: Start | undefined
  isFirst: boolean
  isLast: boolean
  /** Memory to use again for the staged rows. */
  spare?: SharedArrayBuffer | undefined
}

/** Lines count from 1 at the segment's start. */
export interface SegmentAnswer extends CityCounts {
  began: Start | undefined
  ended: Start
  lines: number
  rows: number
  staged: Uint8Array<SharedArrayBuffer>
  newest: number
  refused: Pick<RefusedRows, 'byRule' | 'samples'>
  repeatedHeaders: number
  /** Why no further row can be trusted. */
  fault: { line: number; message: string } | undefined
}

export interface SegmentReaders {
  readonly ahead: number
  segment(task: SegmentTask): Promise<SegmentAnswer>
}

/** Rows are valid until it returns; `firstLine` is the segment's first line, `end` where the next one begins. */
export type TakeSegment = (answer: SegmentAnswer, firstLine: number, end: number) => void

/** The overlap must be longer than any row. */
export interface Cut {
  segmentBytes: number
  overlapBytes: number
}

const usualCut: Cut = { segmentBytes, overlapBytes: rowBytesMax + 1 }

export class SpareSegments {
  readonly bytes = new SpareMemory()
  readonly staged = new SpareMemory()
}

/** In the order of the file. Throws a CsvError where no further row can be trusted, after the rows before it. */
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
      // Now the segment is known not to be the last.
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

const atFirstByte: Start = { at: 0, isSkipping: false }

export class SegmentReader {
  readonly #staged = new StagedRows()
  readonly #cities = new CityTally()
  #checked: { file: number; check: (row: CsvRow) => Checked; count: ((row: CsvRow) => void) | undefined } | undefined

  read({ file, bytes, until, start, isFirst, isLast, spare }: SegmentTask): SegmentAnswer {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const staged = this.#staged
    const { check, count } = this.#checkOf(file)
    const kind = rowKinds.indexOf(file.kind)
    const refused = new RefusedRows()
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
    const counts = { lines, rows, repeatedHeaders, newest }
    const { byRule, samples } = refused
    return {
      began,
      ended,
      ...counts,
      staged: staged.take(spare),
      refused: { byRule, samples },
      fault,
      ...this.#cities.take(),
    }
  }

  #checkOf(file: SegmentFile) {
    if (this.#checked?.file !== file.number) {
      this.#checked = { file: file.number, check: rowChecker(file.kind, file), count: cityCounter(file, this.#cities) }
    }
    return this.#checked
  }
}
