/** Reads files of reviews, which come as CSV or as one JSON object per line (docs/reviews.md), and stages what is fit. */
import { shown } from '../build-error.ts'
import { CsvReader } from '../sources/csv-reader.ts'
import { linesOf } from '../sources/json-lines.ts'
import type { StagedReviews } from '../stage/staged-reviews.ts'
import { checkReview, type ReviewMember, reviewMembers } from './check-review.ts'
import type { FileRecord } from './file-record.ts'
import type { RefusedReport } from './refused-report.ts'

export interface ReviewReading {
  record: FileRecord
  /** The number of the file among those of the build. */
  file: number
  reviews: StagedReviews
  report: RefusedReport
  /** yyyymmdd */
  today: number
}

type Given = Record<ReviewMember, string>

/** `columns[member]` is the position of the member's column, -1 for one that the file lacks. */
export async function readReviewCsv(
  chunks: AsyncIterable<Buffer>,
  columns: Readonly<Record<ReviewMember, number>>,
  reading: ReviewReading,
): Promise<void> {
  const { record } = reading
  const reader = new CsvReader({
    header: () => {},
    row: (row) => {
      record.rows++
      const at = (member: ReviewMember) => (columns[member] === -1 ? '' : row.text(columns[member]))
      const [npi, rating, comment, date, source] = [at('npi'), at('rating'), at('comment'), at('date'), at('source')]
      take({ npi, rating, comment, date, source }, row.line, reading)
    },
    refused: (line, rule, got) => {
      record.rows++
      reading.report.add(record, line, rule, got)
    },
  })
  for await (const chunk of chunks) reader.push(chunk)
  reader.end()
  record.repeatedHeaders = reader.repeatedHeaders
}

export async function readReviewLines(chunks: AsyncIterable<Buffer>, reading: ReviewReading): Promise<void> {
  const { record, report } = reading
  for await (const { line, text } of linesOf(chunks)) {
    record.rows++
    const given = text === undefined ? undefined : objectOf(text)
    if (given === undefined) {
      report.add(record, line, 'expected a JSON object', text === undefined ? 'bytes that are no UTF-8' : shown(text))
      continue
    }
    const unknown = Object.keys(given).find((name) => !reviewMembers.some((member) => member === name))
    if (unknown === undefined) take(fromJson(given), line, reading)
    else report.add(record, line, `expected no members but ${reviewMembers.join(', ')}`, shown(unknown))
  }
}

function take(given: Given, line: number, { record, file, reviews, report, today }: ReviewReading): void {
  const checked = checkReview(given, today)
  if (checked.kind === 'fit') reviews.add(checked.npi, file, checked.entry)
  else report.add(record, line, checked.rule, checked.got)
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Numbers may stand as numbers or as texts; anything but these becomes a text that breaks the rule of its member. */
function fromJson(given: Record<string, unknown>): Given {
  const text = (member: ReviewMember) => {
    const value = given[member]
    if (value === undefined || value === null) return ''
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return {
    npi: text('npi'),
    rating: text('rating'),
    comment: typeof given.comment === 'string' || given.comment == null ? text('comment') : '\u0000',
    date: text('date'),
    source: typeof given.source === 'string' ? given.source : '',
  }
}
