/** What a search asks and what it answers. */

export type Resource = 'doctors' | 'individuals' | 'organizations'

/**
 * Where to search. A practice location counts when it lies within `radiusMiles` of the point (if given) and in `state` (if
 * given); at least one of the two is given. Distances are measured from the point.
 */
export interface SearchPlace {
  /** Degrees north, -90 to 90. */
  latitude: number
  /** Degrees east, -180 to 180. */
  longitude: number
  radiusMiles?: number
  /** Two-letter code. */
  state?: string
}

/** All filters given must hold. */
export interface SearchQuery {
  resource: Resource
  place?: SearchPlace
  /** Any of these taxonomy codes, on any of the provider's taxonomies. */
  taxonomyCodes?: readonly string[]
  /** Compared without dots, spaces and case. Never matches an organization. */
  credential?: string
  /** Never matches an organization. */
  gender?: 'M' | 'F'
  /** Every word must begin a word of a name on file; accents and case are folded. */
  name?: string
  npis?: readonly number[]
  /** Only providers whose organizationIds name the organization with this id; an id nobody has matches nothing. */
  organizationId?: string
  /** How many matches to skip, and how many to return after them. */
  offset: number
  limit: number
}

export interface Hit {
  npi: number
  /** To the nearest matching practice location, unrounded; undefined in a search without a place. */
  distanceMiles: number | undefined
}

export interface SearchResult {
  /** How many match in all: exact. */
  total: number
  /** Nearest first, then by NPI; without a place, by NPI. */
  hits: Hit[]
  /** The hits as a ready JSON array in UTF-8, each in the shape of the resource's list. */
  json: Buffer
}

export type Lookup =
  | { kind: 'found'; resource: 'individuals' | 'organizations'; isDoctor: boolean; json: (resource: Resource) => Buffer }
  | { kind: 'deactivated'; deactivatedOn: string }
  | { kind: 'unknown' }

/** One opened snapshot: immutable, and safe to use from many requests at once until `close`. */
export interface Registry {
  readonly version: string
  /** yyyy-mm-dd of the newest source file. */
  readonly sourceDate: string
  readonly isSample: boolean
  /** Everything on file about one NPI. */
  get(npi: number): Lookup
  search(query: SearchQuery): SearchResult
  /** The total of a search, without its page. */
  count(query: Omit<SearchQuery, 'offset' | 'limit'>): number
  close(): void
}
