import type { FacilityRating, Review } from '#contract/reviews'
import { inventedNpiMin } from '#registry/npi'
import type { FileRecord } from '../rows/file-record.ts'
import { entryOf } from '../rows/reviews.ts'
import { StagedReviews } from '../stage/staged-reviews.ts'
import type { Batch } from './batch.ts'
import { type Claim, Facilities, type Facility, type Match, Matching, type SurveyClaim } from './facilities.ts'
import { Phrasebook } from './phrasebook.ts'

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

/**
 * Reviews, surveys and ratings of one build: collects what the files beside those of NPIs say, and once all providers are known
 * tells who is meant. What became of each row is counted in the record of its file.
 */

const inventedSource = 'Invented for the sample'

export class BuildAdditions implements Additions {
  readonly staged: StagedReviews
  readonly facilities = new Facilities()
  readonly #records: readonly FileRecord[]
  readonly #labels: ReadonlyMap<string, string>
  #matching: Matching | undefined

  /** `path` is that of a temporary file; `labels` are those that the batches are rendered with, known before the first comes. */
  constructor(path: string, records: readonly FileRecord[], labels: ReadonlyMap<string, string>) {
    this.staged = new StagedReviews(path)
    this.#records = records
    this.#labels = labels
  }

  /** Who is which facility; absent where no file tells of any. First asked for when all files are read. */
  get matching(): Matching | undefined {
    if (this.facilities.size > 0)
      this.#matching ??= new Matching(this.facilities.all, new Phrasebook(this.#labels).texts)
    return this.#matching
  }

  see(batch: Batch, firstOrdinal: number): void {
    this.matching?.see(batch, firstOrdinal)
  }

  ratings(npis: Uint32Array): AddedRating[] {
    const ratings: AddedRating[] = []
    for (const [facility, match] of this.matching?.matches() ?? []) {
      this.#count(facility.rating, match)
      this.#count(facility.survey, match)
      if (!('ordinal' in match)) continue
      const npi = npis[match.ordinal]
      const json = ratingOf(facility, match.kind, npi)
      if (json !== undefined) ratings.push({ ordinal: match.ordinal, json })
      const survey = facility.survey && reviewOf(facility.survey, match.kind, npi)
      if (survey !== undefined) this.staged.addSurvey(npi, entryOf(survey))
    }
    return ratings.sort((a, b) => a.ordinal - b.ordinal)
  }

  reviews(npis: Uint32Array): Iterable<AddedReviews> {
    const outcomes = this.#records.map((record) => (record.refusal === undefined ? record : undefined))
    return this.staged.byProvider(npis, outcomes)
  }

  close(): void {
    this.staged.close()
  }

  #count(claim: Claim | undefined, { kind }: Match): void {
    const record = claim && this.#records[claim.file]
    if (claim === undefined || record === undefined) return
    record.matches ??= { identifier: 0, nameAndAddress: 0, ambiguous: 0, none: 0 }
    record.matches[kind] += claim.rows
    if (kind === 'identifier' || kind === 'nameAndAddress') record.taken += claim.rows
    else record.orphan += claim.rows
  }
}

function ratingOf({ rating }: Facility, matchedBy: FacilityRating['matchedBy'], npi: number): string | undefined {
  if (rating?.stars === undefined) return undefined
  const source = sourceFor(npi, 'CMS Overall Hospital Quality Star Rating')
  return JSON.stringify({ stars: rating.stars, source, date: rating.date ?? null, matchedBy } satisfies FacilityRating)
}

/** A survey of which CMS publishes no figure is none. */
function reviewOf(survey: SurveyClaim, matchedBy: FacilityRating['matchedBy'], npi: number): Review | undefined {
  const results = [...survey.results.values()]
  if (results.length === 0) return undefined
  return {
    kind: 'survey',
    rating: survey.stars ?? null,
    comment: null,
    date: survey.date ?? null,
    source: sourceFor(npi, survey.source),
    survey: { patients: survey.patients ?? null, matchedBy, results },
  }
}

function sourceFor(npi: number, source: string): string {
  return npi >= inventedNpiMin ? inventedSource : source
}
