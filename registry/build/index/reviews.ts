/** Writes the reviews of providers and the ratings of facilities, and sets their flags. */
import { lowerBound } from '#registry/search/posting-lists'
import { hasRatingFlag, hasReviewsFlag } from '#registry/search/providers'
import { reviewAlignment } from '#registry/search/reviews'
import type { AddedRating, AddedReviews } from '../join/additions.ts'
import { U16Column, U32Column } from '../memory/column.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'

export function writeReviews(
  folder: SnapshotFolder,
  all: Iterable<AddedReviews>,
  npis: Uint32Array,
  flags: Uint8Array,
): void {
  const stream = folder.stream('reviews.bin')
  const providers = new U32Column()
  const starts = new U32Column()
  const counts = new U32Column()
  const averages = new U16Column()
  let ordinal = 0
  for (const { npi, entries, averageHundredths } of all) {
    ordinal = lowerBound(npis, npi, ordinal, npis.length)
    flags[ordinal] |= hasReviewsFlag
    providers.push(ordinal)
    starts.push(stream.position / reviewAlignment)
    counts.push(entries.length)
    averages.push(averageHundredths)
    stream.write(endsOf(entries))
    for (const entry of entries) stream.write(entry)
    stream.write(new Uint8Array((reviewAlignment - (stream.position % reviewAlignment)) % reviewAlignment))
  }
  stream.finish()
  folder.array('reviewed-providers', providers.whole())
  folder.array('review-starts', starts.whole())
  folder.array('review-counts', counts.whole())
  folder.array('review-averages', averages.whole())
}

/** Many ratings read alike, so each distinct text is written once. */
export function writeRatings(folder: SnapshotFolder, all: Iterable<AddedRating>, flags: Uint8Array): void {
  const providers = new U32Column()
  const numbers = new U16Column()
  const numberOf = new Map<string, number>()
  for (const { ordinal, json } of all) {
    const number = numberOf.get(json) ?? numberOf.size
    numberOf.set(json, number)
    flags[ordinal] |= hasRatingFlag
    providers.push(ordinal)
    numbers.push(number)
  }
  folder.array('rated-facilities', providers.whole())
  folder.array('facility-rating-numbers', numbers.whole())
  folder.lines('facility-ratings', [...numberOf.keys()])
}

/** Where each entry ends, counted from the beginning of the first, so that a page is read without the others. */
function endsOf(entries: readonly Uint8Array[]): Uint8Array {
  let end = 0
  const ends = Uint32Array.from(entries, (entry) => {
    end += entry.length
    return end
  })
  return new Uint8Array(ends.buffer)
}
