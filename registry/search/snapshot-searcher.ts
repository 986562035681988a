/**
 * Searching the files of a snapshot: what a process that has it open does, and each of its threads. It checks nothing that is asked
 * of it, which is for whoever takes the question.
 */
import { setImmediate } from 'node:timers/promises'
import { FacilityRatings } from './facility-ratings.ts'
import { hasRatingFlag, hasReviewsFlag, Providers } from './providers.ts'
import type { Framing, Resource, SearchQuery } from './query.ts'
import { Records } from './records.ts'
import { Reviews } from './reviews.ts'
import { type FoundPage, Search } from './search.ts'
import type { SnapshotFiles } from './snapshot-files.ts'

/** A page that was found and read: ready JSON, which shares its memory with other answers. */
export interface ReadPage extends FoundPage {
  json: Buffer
}

const noFrame: Framing = () => ['', '']

export class Searching {
  readonly providers: Providers
  readonly records: Records
  readonly reviews: Reviews
  private readonly searcher: Search

  /** Opens it in several stretches. It keeps at most so many bytes of what it was asked for. */
  static async open(files: SnapshotFiles, keptBytesMax: number): Promise<Searching> {
    const providers = new Providers(files)
    const { npis, flags } = providers
    const reviews = new Reviews(files, flags)
    const ratings = new FacilityRatings(files, flags)
    await setImmediate()
    const records = new Records(files, npis, { added: addedMembers(flags, reviews, ratings), keptBytesMax })
    await setImmediate()
    const searcher = await Search.open(files, providers, ratings, files.lines('taxonomy-codes'))
    await setImmediate()
    return new Searching({ providers, records, reviews, searcher })
  }

  private constructor(parts: { providers: Providers; records: Records; reviews: Reviews; searcher: Search }) {
    this.providers = parts.providers
    this.records = parts.records
    this.reviews = parts.reviews
    this.searcher = parts.searcher
  }

  find(query: SearchQuery): FoundPage {
    return this.searcher.find(query, query)
  }

  search(query: SearchQuery, frame: Framing = noFrame): ReadPage {
    const { total, page } = this.find(query)
    return { total, page, json: this.records.list(page, hasOrganizationIds(query.resource), frame(total)) }
  }
}

/** The list of individuals is the one without them. */
export function hasOrganizationIds(resource: Resource): boolean {
  return resource !== 'individuals'
}

/** Reviews and rating of a provider, which stand neither in its record nor in its details. */
function addedMembers(flags: Uint8Array, reviews: Reviews, ratings: FacilityRatings) {
  return (ordinal: number) => {
    if ((flags[ordinal] & (hasReviewsFlag | hasRatingFlag)) === 0) return undefined
    const summary = reviews.summaryOf(ordinal)
    const rating = ratings.textOf(ordinal)
    return `${summary === undefined ? '' : `,"reviews":${summary}`}${rating === undefined ? '' : `,"rating":${rating}`}`
  }
}
