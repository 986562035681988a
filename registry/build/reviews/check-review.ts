/**
 * Decides whether a review is fit for the registry. The form is ours and stands in docs/reviews.md; as with CMS's files, what
 * breaks a rule is refused with the rule and what came, and nothing is repaired.
 */
import type { Review } from '#contract/reviews'
import { hasValidCheckDigit } from '#registry/npi'
import { shown } from '../build-error.ts'
import { reviewCommentLengthMax, reviewSourceLengthMax } from '../limits.ts'
import { isoDate } from '../rows/dates.ts'

/** The members of a review, in the order of the documentation. */
export const reviewMembers = ['npi', 'rating', 'comment', 'date', 'source'] as const
export type ReviewMember = (typeof reviewMembers)[number]

/** One entry of a provider's list of reviews. */
export interface ReviewEntry {
  /** yyyymmdd; 0 for none. */
  day: number
  /** Tenths of a rating; 0 for none. */
  tenths: number
  json: string
}

export type CheckedReview =
  | { kind: 'fit'; npi: number; entry: ReviewEntry }
  | { kind: 'refused'; rule: string; got: string }

/** An entry of what stands in an answer. */
export function entryOf(review: Review): ReviewEntry {
  const day = review.date === null ? 0 : Number(review.date.replaceAll('-', ''))
  return { day, tenths: Math.round((review.rating ?? 0) * 10), json: JSON.stringify(review) }
}

/** Checks a review; `today` is yyyymmdd, and members that are not given are empty. */
export function checkReview(given: Readonly<Record<ReviewMember, string>>, today: number): CheckedReview {
  const npi = given.npi.trim()
  if (!hasValidCheckDigit(npi)) return refused('npi', 'ten digits with the right check digit', given.npi)
  const rating = given.rating.trim()
  if (!/^([1-4](\.\d)?|5(\.0)?)$/.test(rating)) {
    return refused('rating', 'a number from 1 to 5 with at most one decimal', given.rating)
  }
  const comment = given.comment.trim()
  if (lengthOf(comment) > reviewCommentLengthMax || /[^\P{Cc}\n\r\t]/u.test(comment)) {
    const expected = `at most ${reviewCommentLengthMax} characters without control characters, or nothing`
    return refused('comment', expected, comment)
  }
  const date = given.date.trim()
  if (!isDay(date, today)) return refused('date', 'a real date as yyyy-mm-dd that is not in the future', given.date)
  const source = given.source.trim()
  if (source === '' || lengthOf(source) > reviewSourceLengthMax || /\p{Cc}/u.test(source)) {
    const expected = `1 to ${reviewSourceLengthMax} characters without control characters`
    return refused('source', expected, given.source)
  }
  const told = { rating: Number(rating), comment: comment === '' ? null : comment, date, source }
  return { kind: 'fit', npi: Number(npi), entry: entryOf({ kind: 'review', ...told }) }
}

/** The length as people count it: in characters, not in units of UTF-16. */
function lengthOf(text: string): number {
  return [...text].length
}

function isDay(date: string, today: number): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  const real = isoDate(Number(year), Number(month), Number(day))
  return real !== undefined && Number(date.replaceAll('-', '')) <= today
}

function refused(member: ReviewMember, expected: string, got: string): CheckedReview {
  return { kind: 'refused', rule: `${member}: expected ${expected}`, got: got === '' ? 'nothing' : shown(got) }
}
