/** Reads the files beside those of NPIs: reviews, and what CMS says of hospitals and groups. */
import type { BuildAdditions } from '../join/build-additions.ts'
import { Facilities } from '../join/facilities.ts'
import { CsvReader } from '../sources/csv-reader.ts'
import type { RecognisedQuality } from '../sources/quality-layouts.ts'
import {
  clinicianGroupTaker,
  groupSurveyTaker,
  hospitalSurveyTaker,
  hospitalTaker,
  type RowTaker,
  type TakerOptions,
} from './facility-rows.ts'
import type { FileRecord } from './file-record.ts'
import { readReviewCsv, readReviewLines } from './read-reviews.ts'
import type { RefusedReport } from './refused-report.ts'

/** What such a file holds. */
export type AdditionContent = Exclude<RecognisedQuality, { kind: 'refused' }> | { kind: 'reviews'; columns: 'lines' }

export interface AdditionReading {
  record: FileRecord
  /** The number of the file among those of the build. */
  file: number
  chunks: AsyncIterable<Buffer>
  additions: BuildAdditions
  records: readonly FileRecord[]
  report: RefusedReport
  /** yyyymmdd */
  today: number
}

/** Reads one file; answers with what adds its content when the file is accepted, if that has not happened by then. */
export async function readAddition(content: AdditionContent, reading: AdditionReading): Promise<() => void> {
  const { additions, records, record, file, chunks } = reading
  if (content.kind === 'reviews') {
    const options = { ...reading, reviews: additions.staged }
    if (content.columns === 'lines') await readReviewLines(chunks, options)
    else await readReviewCsv(chunks, content.columns, options)
    return () => {}
  }
  const into = new Facilities()
  await readRows(takerFor(content, additions.facilities, { into, file, record }), reading)
  return () => additions.facilities.add(into, records)
}

function takerFor(
  content: Exclude<AdditionContent, { kind: 'reviews' }>,
  surveyed: Facilities,
  options: TakerOptions,
): RowTaker {
  switch (content.kind) {
    case 'hospitals':
      return hospitalTaker(content.columns, options)
    case 'hospitalSurveys':
      return hospitalSurveyTaker(content.columns, options)
    case 'groupSurveys':
      return groupSurveyTaker(content.columns, options)
    case 'clinicianGroups':
      return clinicianGroupTaker(content.columns, surveyed, options)
  }
}

async function readRows(take: RowTaker, { record, report, chunks }: AdditionReading): Promise<void> {
  const reader = new CsvReader({
    header: () => {},
    row: (row) => {
      record.rows++
      const refused = take(row)
      if (refused !== undefined) report.add(record, row.line, refused.rule, refused.got)
    },
    refused: (line, rule, got) => {
      record.rows++
      report.add(record, line, rule, got)
    },
  })
  for await (const chunk of chunks) reader.push(chunk)
  reader.end()
  record.repeatedHeaders = reader.repeatedHeaders
}
