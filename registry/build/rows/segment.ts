/**
 * Files are read in segments, so that several can be read at once. A segment has the bytes of the rows that begin in it,
 * which takes some of the next one's. Where its first row begins, nobody knows before the one before is read: a line end may
 * stand inside quotes. So it begins where a whole row stands behind a line end, and what was read counts only if the segment
 * before ended just there; otherwise it is read again from where that one did end. What comes out is what one reader
 * makes of the whole file.
 */

import type { Start } from '../sources/csv-reader.ts'
import type { RowKind } from '../sources/layouts.ts'
import type { CityCounts } from './city-tally.ts'
import type { RefusedRows } from './refused-rows.ts'

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
