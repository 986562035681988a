/** Reads one file in segments and takes their rows in the order of the file. */
import { copyShared } from '#registry/search/answer-bytes'
import { rowBytesMax, segmentBytes } from '../limits.ts'
import { CsvError, type Start } from '../sources/csv-reader.ts'
import { inOrder } from '../threads/in-order.ts'
import { SpareMemory, sharedBytes } from '../threads/shared-bytes.ts'
import type { SegmentAnswer, SegmentFile, SegmentTask } from './segment.ts'

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
