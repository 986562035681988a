/** Reads files of reviews, as CSV or one JSON object per line (docs/reviews.md). Nothing is repaired. */
import { isUtf8 } from 'node:buffer'
import type { Review } from '#contract/reviews'
import { hasValidCheckDigit } from '#registry/npi'
import { shown } from '../build-error.ts'
import { reviewCommentLengthMax, reviewSourceLengthMax, rowBytesMax } from '../limits.ts'
import { CsvError } from '../sources/csv-reader.ts'
import type { StagedReviews } from '../stage/staged-reviews.ts'
import { realDay } from './dates.ts'
import type { FileRecord } from './file-record.ts'
import { type Refusal, type RefusedReport, readCsv, refusal } from './refused-report.ts'

export interface ReviewReading {
  record: FileRecord
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
  await readCsv(chunks, reading.record, reading.report, (row) => {
    const at = (member: ReviewMember) => (columns[member] === -1 ? '' : row.text(columns[member]))
    const [npi, rating, comment, date, source] = [at('npi'), at('rating'), at('comment'), at('date'), at('source')]
    return take({ npi, rating, comment, date, source }, reading)
  })
}

export async function readReviewLines(chunks: AsyncIterable<Buffer>, reading: ReviewReading): Promise<void> {
  const { record, report } = reading
  for await (const { line, text } of linesOf(chunks)) {
    record.rows++
    const refused = takeLine(text, reading)
    if (refused !== undefined) report.add(record, line, refused.rule, refused.got)
  }
}

function takeLine(text: string | undefined, reading: ReviewReading): Refusal | undefined {
  if (text === undefined) return { rule: 'expected a JSON object', got: 'bytes that are no UTF-8' }
  const given = objectOf(text)
  if (given === undefined) return { rule: 'expected a JSON object', got: shown(text) }
  const unknown = Object.keys(given).find((name) => !reviewMembers.some((member) => member === name))
  if (unknown === undefined) return take(fromJson(given), reading)
  return { rule: `expected no members but ${reviewMembers.join(', ')}`, got: shown(unknown) }
}

function take(given: Given, { file, reviews, today }: ReviewReading): Refusal | undefined {
  const checked = checkReview(given, today)
  if (checked.kind === 'refused') return checked
  reviews.add(checked.npi, file, checked.entry)
  return undefined
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Numbers may be numbers or texts; anything else becomes a text that breaks the rule of its member. */
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

/** In the order of the documentation. */
const reviewMembers = ['npi', 'rating', 'comment', 'date', 'source'] as const
export type ReviewMember = (typeof reviewMembers)[number]

export interface ReviewEntry {
  /** yyyymmdd; 0 for none. */
  day: number
  /** Tenths of a rating; 0 for none. */
  tenths: number
  json: string
}

export type CheckedReview = { kind: 'fit'; npi: number; entry: ReviewEntry } | ({ kind: 'refused' } & Refusal)

export function entryOf(review: Review): ReviewEntry {
  const day = review.date === null ? 0 : Number(review.date.replaceAll('-', ''))
  return entryOn(day, review)
}

function entryOn(day: number, review: Review): ReviewEntry {
  return { day, tenths: Math.round((review.rating ?? 0) * 10), json: JSON.stringify(review) }
}

/** `today` is yyyymmdd; missing members are empty. */
export function checkReview(given: Readonly<Record<ReviewMember, string>>, today: number): CheckedReview {
  const npi = given.npi.trim()
  if (!hasValidCheckDigit(npi)) return refused('npi', 'ten digits with the right check digit', given.npi)
  const rating = given.rating.trim()
  if (!/^([1-4](\.\d)?|5(\.0)?)$/.test(rating)) {
    return refused('rating', 'a number from 1 to 5 with at most one decimal', given.rating)
  }
  const comment = given.comment.trim()
  if (isLonger(comment, reviewCommentLengthMax) || /[^\P{Cc}\n\r\t]/u.test(comment)) {
    const expected = `at most ${reviewCommentLengthMax} characters without control characters, or nothing`
    return refused('comment', expected, comment)
  }
  const date = given.date.trim()
  const day = dayOfIso(date)
  if (day === 0 || day > today)
    return refused('date', 'a real date as yyyy-mm-dd that is not in the future', given.date)
  const source = given.source.trim()
  if (source === '' || isLonger(source, reviewSourceLengthMax) || /\p{Cc}/u.test(source)) {
    const expected = `1 to ${reviewSourceLengthMax} characters without control characters`
    return refused('source', expected, given.source)
  }
  const review: Review = { kind: 'review', rating: Number(rating), comment: comment || null, date, source }
  return { kind: 'fit', npi: Number(npi), entry: entryOn(day, review) }
}

/** In characters, of which one may be two units of UTF-16. */
function isLonger(text: string, lengthMax: number): boolean {
  return text.length > lengthMax && [...text].length > lengthMax
}

/** 0 for anything but a real date as yyyy-mm-dd. */
function dayOfIso(date: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return 0
  return realDay(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8)))
}

function refused(member: ReviewMember, expected: string, got: string): CheckedReview {
  return { kind: 'refused', ...refusal(member, expected, got) }
}

const newline = 0x0a

/** Lines that are not blank; undefined for one that is not UTF-8. Fails with CsvError at an endless line. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<{ line: number; text: string | undefined }> {
  let rest: Buffer = Buffer.alloc(0)
  let line = 1
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    let from = 0
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, from)) {
      const found = lineAt(line++, bytes.subarray(from, end))
      if (found !== undefined) yield found
      from = end + 1
    }
    rest = bytes.subarray(from)
    if (rest.length > rowBytesMax)
      throw new CsvError(line, `expected lines of at most ${rowBytesMax} bytes; got a longer one`)
  }
  const last = lineAt(line, rest)
  if (last !== undefined) yield last
}

function lineAt(line: number, bytes: Buffer): { line: number; text: string | undefined } | undefined {
  if (!isUtf8(bytes)) return { line, text: undefined }
  const text = bytes.toString('utf8').trim()
  return text === '' ? undefined : { line, text }
}
