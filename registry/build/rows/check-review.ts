/**
 * Decides whether a review is fit for the registry. The form is ours and stands in docs/reviews.md; as with CMS's files, what
 * breaks a rule is refused with the rule and what came, and nothing is repaired.
 */
import type { Review } from '#contract/reviews'
import { hasValidCheckDigit } from '#registry/npi'
import { shown } from '../build-error.ts'
import { reviewCommentLengthMax, reviewSourceLengthMax } from '../limits.ts'
import { realDay } from './dates.ts'

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
  return entryOn(day, review)
}

function entryOn(day: number, review: Review): ReviewEntry {
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
  const told = comment === '' ? null : comment
  const review: Review = { kind: 'review', rating: Number(rating), comment: told, date, source }
  return { kind: 'fit', npi: Number(npi), entry: entryOn(day, review) }
}

/** By the length as people count it: in characters, of which one may be two units of UTF-16. */
function isLonger(text: string, lengthMax: number): boolean {
  return text.length > lengthMax && [...text].length > lengthMax
}

/** yyyymmdd of a real date as yyyy-mm-dd; 0 of anything else. */
function dayOfIso(date: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return 0
  return realDay(Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8)))
}

function refused(member: ReviewMember, expected: string, got: string): CheckedReview {
  return { kind: 'refused', rule: `${member}: expected ${expected}`, got: got === '' ? 'nothing' : shown(got) }
}
