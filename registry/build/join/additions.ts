import type { Batch } from './batch.ts'

/** What is known of providers from elsewhere than CMS's files of NPIs, and may depend on who the providers are. */
export interface Additions {
  /** Gets every batch before anything is asked; `firstOrdinal` is that of its first provider. */
  see(batch: Batch, firstOrdinal: number): void
  /** The rated facilities, in ascending order of their ordinals. Asked once, before the reviews. */
  ratings(npis: Uint32Array): Iterable<AddedRating>
  /** Who is reviewed, in ascending order of the NPIs, all of which are among `npis`. Asked once. */
  reviews(npis: Uint32Array): Iterable<AddedReviews>
}

/** The rating of one facility; `json` is what answers show. */
export interface AddedRating {
  ordinal: number
  json: string
}

/** The entries of one provider's list, newest first. */
export interface AddedReviews {
  npi: number
  /** JSON objects in UTF-8. */
  entries: readonly Uint8Array[]
  /** The mean of those that have a rating, in hundredths; 0 when none has. */
  averageHundredths: number
}

export const noAdditions: Additions = { see: () => {}, ratings: () => [], reviews: () => [] }
