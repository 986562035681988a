/** Collects reviews, surveys and ratings of a build, and finds whose they are once all providers are known. */
import type { FacilityRating, Review } from '#contract/reviews'
import { inventedNpiMin } from '#registry/npi'
import type { FileRecord } from '../rows/file-record.ts'
import { entryOf } from '../rows/reviews.ts'
import { StagedReviews } from '../stage/staged-reviews.ts'
import type { Batch } from './batch.ts'
import { type Claim, Facilities, type Facility, type Match, Matching, type SurveyClaim } from './facilities.ts'
import { Phrasebook } from './phrasebook.ts'

export interface Additions {
  see(batch: Batch, firstOrdinal: number): void
  /** The rated facilities, in ascending order of their ordinals. Called once, before `reviews`. */
  ratings(npis: Uint32Array): Iterable<AddedRating>
  /** The reviewed providers in ascending order of NPI, all of them among `npis`. Called once. */
  reviews(npis: Uint32Array): Iterable<AddedReviews>
}

export interface AddedRating {
  ordinal: number
  json: string
}

export interface AddedReviews {
  npi: number
  /** JSON objects in UTF-8, newest first. */
  entries: readonly Uint8Array[]
  /** The mean of those with a rating, in hundredths; 0 when none has one. */
  averageHundredths: number
}

export const noAdditions: Additions = { see: () => {}, ratings: () => [], reviews: () => [] }

const inventedSource = 'Invented for the sample'

export class BuildAdditions implements Additions {
  readonly staged: StagedReviews
  readonly facilities = new Facilities()
  readonly #records: readonly FileRecord[]
  readonly #labels: ReadonlyMap<string, string>
  #matching: Matching | undefined

  /** `path` is that of a temporary file; `labels` those that the batches are rendered with. */
  constructor(path: string, records: readonly FileRecord[], labels: ReadonlyMap<string, string>) {
    this.staged = new StagedReviews(path)
    this.#records = records
    this.#labels = labels
  }

  /** Undefined where no file names a facility. Used only when all files are read. */
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

/** Undefined where CMS publishes no figure. */
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
