/** What a search asks and what it answers. */
import type { FacilityType } from '#contract/facilities'
import type { WrittenCities } from '../places/written-cities.ts'
import type { FoundSpecialty } from '../vocabulary/specialties.ts'
import type { RegistryError } from './errors.ts'
import type { ReviewPage } from './reviews.ts'

export type Resource = 'doctors' | 'individuals' | 'organizations'

/** How far one search reaches: `offset` plus `limit`. For each hit asked for, searching takes 32 bytes. */
export const hitsMax = 100_000

/** How many taxonomy codes, and how many NPIs, one search may name. */
export const codesMax = 1_000
export const npisMax = 1_000

/** CMS's ratings have from one to so many stars. */
export const starsMax = 5

/** Characters in a name or a credential. */
export const textLengthMax = 200

/**
 * Where to search. A practice location counts when it lies within `radiusMiles` of the point (if given) and in `state`
 * (if given); at least one of the two is given. Distances are measured from the point. Locations that nobody could
 * place are found, behind all others and without a distance, by the search of a whole state, without radius; by no
 * other with a place.
 */
export interface SearchPlace {
  /** Degrees north, -90 to 90. */
  latitude: number
  /** Degrees east, -180 to 180. */
  longitude: number
  /** Above 0. A location exactly this far away counts. */
  radiusMiles?: number
  /** Two-letter code, in capitals. */
  state?: string
}

/**
 * Locations that nobody could place, by what their rows say: the state, and a city of it in any spelling of `cityKey`.
 */
export interface UnplacedIn {
  /** Two-letter code, in capitals. */
  state: string
  city?: string
}

/** Which providers are meant: all filters given must hold. */
export interface Filters {
  resource: Resource
  place?: SearchPlace
  /** Instead of a place. */
  unplacedIn?: UnplacedIn
  /** Any of these taxonomy codes, on any of the provider's taxonomies. */
  taxonomyCodes?: readonly string[]
  /** Compared by its letters and digits, without case. Never matches an organization. */
  credential?: string
  /** Never matches an organization. */
  gender?: 'M' | 'F'
  /**
   * Every word must begin a word of its own of the names on file; neighboring words count joined, too
   * (registry/search/words.ts), titles and credentials for nothing (registry/search/asked-name.ts). Accents and case
   * are folded. Without letters and digits, no match.
   */
  name?: string
  /** Whether nicknames of the words of `name` count, and the names that these are nicknames of. */
  nicknames?: boolean
  npis?: readonly number[]
  /** Only providers whose organizationIds name the organization with this id; an id nobody has matches nothing. */
  organizationId?: string
  /** By the primary taxonomy. Never matches an individual. */
  facilityType?: FacilityType
  /** Only facilities that CMS rates with so many stars or more, of five. Never matches an individual. */
  minRating?: number
}

export interface SearchQuery extends Filters {
  /** How many matches to skip, and how many to return after them. */
  offset: number
  limit: number
}

export interface Hit {
  npi: number
  /** To the nearest matching practice location, unrounded; undefined in a search without a place. */
  distanceMiles: number | undefined
}

export interface FindResult {
  /** How many match in all: exact. */
  total: number
  /** Nearest first, then by NPI; without a place, by NPI. */
  hits: Hit[]
}

export interface SearchResult extends FindResult {
  /**
   * The hits as a ready JSON array in UTF-8, each in the shape of the resource's list, within the frame if one was
   * given. It shares its memory with other answers (registry/search/answer-bytes.ts): copy what is kept for long.
   */
  json: Buffer
}

/** The JSON around the list of an answer: before it, between it and the total, and behind the total. */
export interface Frame {
  before: string
  beforeTotal: string
  after: string
}

export type Lookup =
  | {
      kind: 'found'
      resource: 'individuals' | 'organizations'
      isDoctor: boolean
      json: (resource: Resource) => Buffer
      /** A page of its reviews, newest first, within the bounds of a search's page. */
      reviews: (offset: number, limit: number) => ReviewPage
    }
  | { kind: 'deactivated'; deactivatedOn: string; replacementNpi?: number }
  | { kind: 'unknown' }

/**
 * One opened snapshot: immutable, and safe to use from many requests at once until `close`. A query outside the bounds
 * stated in this file fails with a RangeError that names the member; use after `close` fails with a RegistryError.
 */
export interface Registry {
  readonly version: string
  /** yyyy-mm-dd of the newest source file. */
  readonly sourceDate: string
  readonly isSample: boolean
  /** How its rows write their cities. */
  readonly cities: WrittenCities
  /** Everything on file about one NPI. */
  get(npi: number): Lookup
  /** Finds, and reads what it found. The list is written within what `frame` makes of the total. */
  search(query: SearchQuery, frame?: Frame): SearchResult
  /**
   * The JSON of a search, made by a thread where the registry was opened with some: then it is awaited, and nobody
   * waits for it meanwhile.
   */
  answer(query: SearchQuery, frame: Frame): Buffer | Promise<Buffer>
  /** Finds without reading: total, NPIs and distances. */
  find(query: SearchQuery): FindResult
  /** The total of a search, without its page. */
  count(filters: Filters): number
  /** The codes in use that a taxonomy code, a label or a common word means, or the nearest word that means some. */
  specialty(text: string): FoundSpecialty
  /**
   * Compares every file on disk with its checksum, slowly, while it answers. Answers with an error for each that was
   * damaged; an aborted signal ends it early.
   */
  damages(signal: AbortSignal): Promise<RegistryError[]>
  close(): void
}

/** Refuses queries outside the bounds that registry/search/query.ts states. */

/** Fails with a RangeError that names the member, what was expected and what came. */
export function checkFilters(filters: Filters): void {
  if (filters.place !== undefined) checkPlace(filters.place)
  if (filters.unplacedIn !== undefined) {
    if (filters.place !== undefined) throw new RangeError('unplacedIn: expected instead of place, got both')
    checkState('unplacedIn.state', filters.unplacedIn.state)
    checkLength('unplacedIn.city', filters.unplacedIn.city)
  }
  checkCount('taxonomyCodes', filters.taxonomyCodes, codesMax)
  checkCount('npis', filters.npis, npisMax)
  checkLength('name', filters.name)
  checkLength('credential', filters.credential)
  checkStars(filters.minRating)
}

export function checkPage(offset: number, limit: number): void {
  checkWhole('offset', offset)
  checkWhole('limit', limit)
  if (offset + limit > hitsMax) {
    throw new RangeError(`offset and limit: expected at most ${hitsMax} together, got ${offset + limit}`)
  }
}

function checkWhole(member: string, value: number): void {
  const isExpected = Number.isSafeInteger(value) && value >= 0
  if (!isExpected) throw new RangeError(`${member}: expected a whole number from 0, got ${value}`)
}

function checkPlace({ latitude, longitude, radiusMiles, state }: SearchPlace): void {
  checkBetween('latitude', latitude, 90)
  checkBetween('longitude', longitude, 180)
  if (radiusMiles === undefined && state === undefined) {
    throw new RangeError('place: expected radiusMiles or state or both, got neither')
  }
  if (radiusMiles !== undefined && !(radiusMiles > 0 && radiusMiles < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`radiusMiles: expected a number of miles above 0, got ${radiusMiles}`)
  }
  if (state !== undefined) checkState('state', state)
}

function checkState(member: string, state: string): void {
  if (/^[A-Z]{2}$/.test(state)) return
  throw new RangeError(`${member}: expected two capital letters, got ${JSON.stringify(state)}`)
}

function checkBetween(member: string, value: number, bound: number): void {
  if (!(value >= -bound && value <= bound)) {
    throw new RangeError(`${member}: expected degrees from -${bound} to ${bound}, got ${value}`)
  }
}

function checkCount(member: string, values: readonly unknown[] | undefined, max: number): void {
  if (values !== undefined && values.length > max) {
    throw new RangeError(`${member}: expected at most ${max}, got ${values.length}`)
  }
}

function checkStars(stars: number | undefined): void {
  if (stars !== undefined && !(stars >= 1 && stars <= starsMax)) {
    throw new RangeError(`minRating: expected 1 to ${starsMax} stars, got ${stars}`)
  }
}

function checkLength(member: string, text: string | undefined): void {
  if (text !== undefined && text.length > textLengthMax) {
    throw new RangeError(`${member}: expected at most ${textLengthMax} characters, got ${text.length}`)
  }
}
