/** What a search asks and what it answers. */
import type { FacilityType } from '#contract/facilities'
import type { WrittenCities } from '../places/written-cities.ts'
import type { FoundSpecialty } from '../vocabulary/specialties.ts'
import type { RegistryError } from './errors.ts'
import type { Filed } from './filed.ts'
import type { AddressPurpose } from './filed-places.ts'
import type { AlignedParts, Overlay } from './overlay.ts'
import type { ReviewPage } from './reviews.ts'
import type { SharedFiles } from './snapshot.ts'

export type Resource = 'doctors' | 'individuals' | 'organizations'

/** `offset` plus `limit`; 32 bytes per hit. */
export const hitsMax = 100_000

export const codesMax = 1_000
export const npisMax = 1_000

export const starsMax = 5

export const textLengthMax = 200

/**
 * A practice location matches within `radiusMiles` of the point (if given) and in `state` (if given); at least one is
 * given. Unlocated ones are found last, without a distance, by a search of a whole state without radius.
 */
export interface SearchPlace {
  /** Degrees north, -90 to 90. */
  latitude: number
  /** Degrees east, -180 to 180. */
  longitude: number
  /** Above 0. A location exactly this far away counts. */
  radiusMiles?: number
  /** Two-letter code, upper case. */
  state?: string
}

/** Unlocated practice locations, by the state and city of their rows. */
export interface UnplacedIn {
  state: string
  city?: string
}

/** A whole field, or how it begins. */
export interface FieldText {
  text: string
  isPrefix: boolean
}

/** One address for all of it. In capitals; a postal code without blanks and hyphens. */
export interface FiledAddress {
  purposes: readonly AddressPurpose[]
  country?: string
  state?: string
  city?: FieldText
  postalCode?: FieldText
}

/** Fields as filed. Of names only letters and digits count, without accents and case. */
export interface FiledFilters {
  /** The legal name of a person, or the name of an organization's authorized official. */
  last?: FieldText
  first?: FieldText
  /** Whether `first`, when it is whole, also stands for the nicknames of it. */
  hasNicknames?: boolean
  /** The legal name or another one. Never matches an individual. */
  organization?: FieldText
  address?: FiledAddress
}

/** All given filters must match. */
export interface Filters {
  resource: Resource
  place?: SearchPlace
  /** Instead of a place. */
  unplacedIn?: UnplacedIn
  /** Any of these codes, on any of the provider's taxonomies. */
  taxonomyCodes?: readonly string[]
  /** Letters and digits, ignoring case. Never matches an organization. */
  credential?: string
  /** Never matches an organization. */
  gender?: 'M' | 'F'
  /** Every word begins a word of its own; neighbors count joined too (words.ts). Accents and case are folded. */
  name?: string
  /** Nicknames of the words of `name` match, both ways. */
  nicknames?: boolean
  filed?: FiledFilters
  npis?: readonly number[]
  /** An unknown id matches nothing. */
  organizationId?: string
  /** By the primary taxonomy. Never matches an individual. */
  facilityType?: FacilityType
  /** Two-letter code of a state in which NPPES has a license number of theirs. */
  licensedIn?: string
  /** Only with a license in `licensedIn` that a board's roll confirms. */
  licenseVerified?: boolean
  /** Only those enrolled in Medicare who have not opted out. */
  acceptsMedicare?: boolean
  /** Only facilities that CMS rates with at least this many stars, of five. Never matches an individual. */
  minRating?: number
}

export interface LocationFilters extends Filters {
  place: SearchPlace
}

export interface FiledPage {
  offset: number
  limit: number
  /**
   * By last and first name, of organizations their official's; by organizations' names; or nearest first. Of more than
   * `namesOrderedMax` by NPI, as without an order.
   */
  order?: 'person' | 'organization' | 'distance' | undefined
}

/** Each has its name read. */
export const namesOrderedMax = 2_000

export interface SearchQuery extends Filters {
  /** How many matches to skip, and how many to return after them. */
  offset: number
  limit: number
}

export interface Hit {
  npi: number
  /** To the nearest matching location, unrounded; undefined without a place. */
  distanceMiles: number | undefined
}

export interface FindResult {
  /** Exact. */
  total: number
  /** Nearest first, then by NPI; without a place, by NPI. */
  hits: Hit[]
}

export interface SearchResult extends FindResult {
  /** A JSON array in UTF-8, within the frame. It shares memory with other answers: copy what is kept for long. */
  json: Buffer
}

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
      /** Newest first. */
      reviews: (offset: number, limit: number) => ReviewPage
    }
  | { kind: 'deactivated'; deactivatedOn: string; replacementNpi?: number }
  | { kind: 'unknown' }

export interface Loan {
  files: SharedFiles
  /** Of the overlay that searches use. */
  overlay: AlignedParts
  release(): void
}

/** A spot is one position in one state. */
export interface Spots {
  /** Microdegrees: latitude at 2s, longitude at 2s + 1. */
  positions: Int32Array
  /** Two letters: the first times 256, and the second. */
  states: Uint16Array
}

/**
 * An open snapshot, immutable. A query out of bounds fails with a RangeError, use after `close` with a RegistryError.
 */
export interface Registry {
  readonly version: string
  /** yyyy-mm-dd of the newest source. */
  readonly sourceDate: string
  /** Of the overlay that searches use; empty without one. */
  readonly listsVersion: string
  readonly isSample: boolean
  /** How its rows spell cities. */
  readonly cities: WrittenCities
  /** Of all active providers, ascending. */
  readonly npis: Uint32Array
  get(npi: number): Lookup
  /** Everything that was filed about an active provider; undefined for other NPIs. */
  filedOf(npi: number): Filed | undefined
  /** What matches any of the queries, which differ in their resource. */
  findFiled(queries: readonly Filters[], page: FiledPage): FindResult
  /** The NPIs with a license in a state, ascending. */
  licensedIn(state: string): Uint32Array
  /** Whether searches may ask for this part of the overlay. */
  hasListed(part: string): boolean
  /** Takes the place of the overlay before; searches that began use that one. */
  takeOverlay(overlay: Overlay): Promise<void>
  /** Writes the list within `frame`. */
  search(query: SearchQuery, frame?: Frame): SearchResult
  /** By a thread where there are some. */
  answer(query: SearchQuery, frame: Frame): Buffer | Promise<Buffer>
  /** Total, NPIs and distances, without records. */
  find(query: SearchQuery): FindResult
  count(filters: Filters): number
  readonly spots: Spots
  /**
   * How many match at each spot: at the location nearest to the place, or else at the first that could be placed. Each
   * provider counts once, and not at all where none could.
   */
  countBySpot(filters: Filters): Uint32Array
  /** How many practice locations in the place the matching providers have, without those that could not be placed. */
  countLocations(filters: LocationFilters): number
  /**
   * A JSON array of entries of people, then organizations, with such a name, at most `limit` of each, by NPI; where
   * there are few, also by a name with one letter corrected. It shares memory with other answers.
   */
  named(name: string, limit: number): Buffer
  /** NUCC's "Classification, Specialization" of a code where the operator's table has it, else its label. */
  taxonomyName(code: string): string
  /** Codes in use with the text as words of their names. */
  taxonomiesNamed(text: string, isPrefix: boolean): string[]
  /** Codes in use that the text means, or the nearest known word. */
  specialty(text: string): FoundSpecialty
  /** Specialties that begin so, shortest first; with one wrong letter where there are no others. */
  suggestSpecialties(text: string, limit: number): string[]
  /** Compares every file with its checksum, slowly, while serving; an error for each damaged one. */
  damages(signal: AbortSignal): Promise<RegistryError[]>
  /** For a thread of the caller's own. The files stay open until they are released, also past `close`. */
  lend(): Loan
  close(): void
}

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
  checkLength('filed.last', filters.filed?.last?.text)
  checkLength('filed.first', filters.filed?.first?.text)
  checkLength('filed.organization', filters.filed?.organization?.text)
  checkLength('credential', filters.credential)
  if (filters.licensedIn !== undefined) checkState('licensedIn', filters.licensedIn)
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
