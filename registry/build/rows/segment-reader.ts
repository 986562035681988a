/** Reads segments: finds where the first row begins, checks every row and packs those that are fit. */

import { CsvError, CsvReader, type Start } from '../sources/csv-reader.ts'
import type { CsvRow } from '../sources/csv-row.ts'
import { rowKinds } from '../sources/layouts.ts'
import { StagedRows, stageRow } from '../stage/staged-rows.ts'
import { type Checked, rowChecker } from './check-row.ts'
import { CityTally, cityCounter } from './city-tally.ts'
import { RefusedRowsWriter } from './refused-rows.ts'
import type { SegmentAnswer, SegmentFile, SegmentTask } from './segment.ts'

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
