/** Searches the files of a snapshot, in the process that has it open and in each thread. Callers check the query. */
import { setImmediate } from 'node:timers/promises'
import { cityKey } from '../places/geography.ts'
import { WrittenCities } from '../places/written-cities.ts'
import { isDoctorTaxonomy } from '../vocabulary/specialties.ts'
import { Bits, beginSearch } from './bits.ts'
import {
  Facilities,
  type MemberFilter,
  matches,
  type ProviderFilter,
  providerFilter,
  type Vocabularies,
  Vocabulary,
} from './filters.ts'
import { Area, milesOf, stateNumber } from './geometry.ts'
import { LicenseStates, ListedProviders } from './listed.ts'
import { NameIndex } from './name-index.ts'
import { medicarePart } from './overlay.ts'
import { classRunsOf, NearCells, Points } from './place-index.ts'
import { PlaceSearch } from './place-search.ts'
import {
  DiskLists,
  hasOrdinal,
  intersect,
  listShareMax,
  lowerBound,
  type Ordinals,
  sortedUnique,
} from './posting-lists.ts'
import { readId } from './provider-id.ts'
import { hasRatingFlag, hasReviewsFlag, Providers } from './providers.ts'
import type { Filters, Frame, Resource, SearchQuery, UnplacedIn } from './query.ts'
import { Records } from './records.ts'
import { FacilityRatings, Reviews } from './reviews.ts'
import type { SnapshotFiles } from './snapshot.ts'
import { noEntry, TopHits } from './top-hits.ts'
/**
 * NPIs, an organization, names, facility type and rating give candidates; a place gives cells; a specialty or
 * credential alone gives posting lists. The search starts from the smallest of these and checks the rest.
 */

export interface Found {
  ordinal: number
  /** 0 is the primary one. */
  location: number
  distanceMiles: number | undefined
}

export interface FoundPage {
  total: number
  page: Found[]
}

interface Candidates {
  candidates: Ordinals | undefined
  residual: ProviderFilter
}

interface Page {
  offset: number
  limit: number
}

/** Groups of more taxonomies are scattered in memory: checking everyone in the area is faster … */
const groupsMembersMax = 16

/** … once its bits exist; until then, with this many points. */
const pointsPerNewBits = 250_000

const nothing: FoundPage = { total: 0, page: [] }

/** In points of a cell that could be looked at instead. */
const pointsPerCandidate = 100

/** In points of a cell that could be looked at instead. */
const pointsPerBits = 50_000

export class SnapshotSearcher {
  readonly providers: Providers
  readonly records: Records
  readonly reviews: Reviews
  readonly listed = new ListedProviders()
  private readonly vocabularies: Vocabularies
  private readonly points: Points
  private readonly placeSearch: PlaceSearch
  private readonly top = new TopHits()
  private readonly names: NameIndex
  private readonly organizations: Uint32Array
  private readonly neighbors: DiskLists
  private readonly facilities: Facilities
  private readonly ratings: FacilityRatings
  private readonly unplaced: Unplaced
  private readonly licenses: LicenseStates

  /** In several steps, between which a serving process answers. */
  static async open(files: SnapshotFiles, cacheBytesMax: number): Promise<SnapshotSearcher> {
    return new SnapshotSearcher(files, await openParts(files, cacheBytesMax))
  }

  private constructor(files: SnapshotFiles, parts: Awaited<ReturnType<typeof openParts>>) {
    const { providers } = parts
    this.providers = providers
    this.records = parts.records
    this.reviews = parts.reviews
    this.ratings = parts.ratings
    this.vocabularies = parts.vocabularies
    this.points = parts.points
    this.placeSearch = parts.placeSearch
    this.names = parts.names
    this.organizations = files.u32('neighboured-organizations')
    this.neighbors = new DiskLists(files.u32('neighbour-starts'), files.onDisk('neighbours', 'list'))
    this.facilities = new Facilities(files, providers.count)
    this.unplaced = new Unplaced(files)
    this.licenses = new LicenseStates(files, providers.count)
  }

  /** Ready JSON that shares memory with other answers. */
  search(query: SearchQuery, frame?: Frame): FoundPage & { json: Buffer } {
    const found = this.find(query, query)
    const json = this.records.list(found.page, hasOrganizationIds(query.resource), found.total, frame)
    return { total: found.total, page: found.page, json }
  }

  licensedIn(state: string): Uint32Array {
    beginSearch()
    const holders = this.licenses.in(state)
    const ordinals = holders instanceof Bits ? holders.list() : holders
    return ordinals.map((ordinal) => this.providers.npis[ordinal])
  }

  find(filters: Filters, page: Page): FoundPage {
    beginSearch()
    const filter = providerFilter(filters, this.vocabularies)
    if (filter === undefined) return nothing
    const candidates = this.candidatesOf(filters)
    if (candidates !== undefined && !(candidates instanceof Bits) && candidates.length === 0) return nothing
    const { place } = filters
    // A closure here would take a third of a search's time.
    if (filters.unplacedIn !== undefined || (place?.state !== undefined && place.radiusMiles === undefined))
      return this.findWithUnplaced(filters, candidates, filter, page)
    if (place !== undefined) return this.findInArea(new Area(place), filters, candidates, filter, page)
    const { candidates: all, residual } = this.withMemberFilter(candidates, filter)
    if (all === undefined) return this.findByFlags(filter, page)
    return all instanceof Bits ? this.findInBits(all, residual, page) : this.findInList(all, residual, page)
  }

  /** Undefined when none of these filters is given. */
  private candidatesOf(filters: Filters): Ordinals | undefined {
    const { npis, organizationId, name, nicknames, facilityType, minRating, licensedIn } = filters
    const lists: Ordinals[] = []
    if (npis !== undefined) lists.push(this.providers.ordinalsOf(npis))
    if (organizationId !== undefined) lists.push(this.neighborsOf(organizationId))
    if (name !== undefined) lists.push(this.names.find(name, nicknames))
    if (facilityType !== undefined) lists.push(this.facilities.ofType(facilityType))
    if (minRating !== undefined) lists.push(this.ratings.atLeast(minRating))
    if (licensedIn !== undefined) lists.push(this.licenses.in(licensedIn))
    if (licensedIn !== undefined && filters.licenseVerified === true) lists.push(this.listed.in(licensedIn))
    if (filters.acceptsMedicare === true) lists.push(this.listed.in(medicarePart))
    return lists.length === 0 ? undefined : lists.reduce(intersect)
  }

  private neighborsOf(organizationId: string): Uint32Array {
    const id = readId(organizationId)
    const ordinal = id?.kind === 'organization' ? this.providers.ordinalOf(id.npi) : undefined
    if (ordinal === undefined) return new Uint32Array()
    const place = lowerBound(this.organizations, ordinal, 0, this.organizations.length)
    return this.organizations[place] === ordinal ? this.neighbors.at(place) : new Uint32Array()
  }

  /** A superset of the matches; undefined when only flags are asked for. */
  private withMemberFilter(candidates: Ordinals | undefined, filter: ProviderFilter): Candidates {
    const [fewest, ...memberFilters] = filter.memberFilters
    if (fewest === undefined || (candidates !== undefined && !(candidates instanceof Bits)))
      return { candidates, residual: filter }
    const members = this.providersOf(fewest)
    const both = candidates === undefined ? members : intersect(candidates, members)
    return { candidates: both, residual: { ...filter, memberFilters } }
  }

  private providersOf(filter: MemberFilter): Ordinals {
    const { count } = this.providers
    if (filter.providerCount > count * listShareMax) return filter.bits()
    return filter.numbers.length === 1 ? filter.providers() : sortedUnique(filter.providers(), count)
  }

  private findInList(list: Uint32Array, filter: ProviderFilter, { offset, limit }: Page): FoundPage {
    // With flags alone, bits give the total and the search ends with its page.
    const isCounted = filter.memberFilters.length === 0 && list.length > offset + limit
    const total = isCounted ? this.providers.countAmong(list, filter.mask, filter.value) : undefined
    const page: Found[] = []
    let passed = 0
    for (let index = 0; index < list.length; index++) {
      if (total !== undefined && page.length === limit) break
      const ordinal = list[index]
      if (!matches(filter, this.providers, ordinal)) continue
      if (passed >= offset && page.length < limit) page.push({ ordinal, location: 0, distanceMiles: undefined })
      passed++
    }
    return { total: total ?? passed, page }
  }

  /** Uses up `bits`. */
  private findInBits(bits: Bits, { mask, value, memberFilters }: ProviderFilter, { offset, limit }: Page): FoundPage {
    this.providers.keepMatching(bits, mask, value)
    for (const one of memberFilters) bits.and(one.sharedBits())
    const page = bits.page(offset, limit).map((ordinal) => ({ ordinal, location: 0, distanceMiles: undefined }))
    return { total: bits.count(), page }
  }

  /** Counts by flags are known: the search ends with its page. */
  private findByFlags({ mask, value }: ProviderFilter, { offset, limit }: Page): FoundPage {
    const { flags } = this.providers
    const page: Found[] = []
    let passed = 0
    for (let ordinal = 0; ordinal < flags.length && page.length < limit; ordinal++) {
      if ((flags[ordinal] & mask) !== value) continue
      if (passed >= offset) page.push({ ordinal, location: 0, distanceMiles: undefined })
      passed++
    }
    return { total: this.providers.countWith(mask, value), page }
  }

  private findWithUnplaced(
    filters: Filters,
    candidates: Ordinals | undefined,
    filter: ProviderFilter,
    page: Page,
  ): FoundPage {
    const { place, unplacedIn } = filters
    const isMatch = (ordinal: number) =>
      (candidates === undefined || hasOrdinal(candidates, ordinal)) && matches(filter, this.providers, ordinal)
    if (unplacedIn !== undefined) return appended(nothing, this.unplaced.find(unplacedIn, isMatch), page)
    if (place?.state === undefined) return nothing
    const area = new Area(place)
    // Those with a located practice there are found there. Asked first, since the search uses up `candidates`.
    const isUnplaced = (ordinal: number) => isMatch(ordinal) && !this.placeSearch.isIn(area, ordinal)
    const unplaced = this.unplaced.find({ state: place.state }, isUnplaced)
    return appended(this.findInArea(area, filters, candidates, filter, page), unplaced, page)
  }

  private findInArea(
    area: Area,
    { resource, gender }: Filters,
    candidates: Ordinals | undefined,
    filter: ProviderFilter,
    { offset, limit }: Page,
  ): FoundPage {
    const { top } = this
    top.begin(offset + limit)
    let total: number
    if (candidates !== undefined && !(candidates instanceof Bits) && this.areFew(candidates, area)) {
      const matching = candidates.filter((ordinal) => matches(filter, this.providers, ordinal))
      total = this.placeSearch.searchOrdinals(area, matching, top)
    } else {
      const wide = filter.memberFilters.slice(0, 1).find((first) => this.usesBits(first, area))
      const [driver, ...memberFilters] = filter.memberFilters.filter((one) => one !== wide)
      const residual = { candidates: this.bitsOfBoth(candidates, wide), memberFilters }
      total = this.placeSearch.search(area, { classes: classRunsOf(resource, gender), driver, residual }, top)
    }
    const { multiLocations } = this.points
    const page = top.takeFrom(
      offset,
      (ordinal, entry, haversine): Found => ({
        ordinal,
        location: entry === noEntry ? 0 : multiLocations[entry],
        distanceMiles: milesOf(haversine),
      }),
    )
    return { total, page }
  }

  private areFew(candidates: Uint32Array, area: Area): boolean {
    return candidates.length * pointsPerCandidate <= pointsPerBits + this.placeSearch.countPoints(area)
  }

  private usesBits(filter: MemberFilter, area: Area): boolean {
    const isWide =
      filter.numbers.length > groupsMembersMax && filter.providerCount > this.providers.count * listShareMax
    return isWide && (filter.hasCachedBits() || this.placeSearch.countPoints(area) > pointsPerNewBits)
  }

  /** The intersection; undefined when neither is given. Uses up `candidates`. */
  private bitsOfBoth(candidates: Ordinals | undefined, filter: MemberFilter | undefined): Bits | undefined {
    if (candidates === undefined) return filter?.sharedBits()
    const bits = this.bitsOf(candidates)
    if (filter !== undefined) bits.and(filter.sharedBits())
    return bits
  }

  private bitsOf(ordinals: Ordinals): Bits {
    if (ordinals instanceof Bits) return ordinals
    const bits = Bits.forSearch(this.providers.count)
    bits.add(ordinals)
    return bits
  }
}

async function openParts(files: SnapshotFiles, cacheBytesMax: number) {
  const providers = new Providers(files)
  const { npis, flags } = providers
  const reviews = new Reviews(files, flags)
  const ratings = new FacilityRatings(files, flags)
  await setImmediate()
  const records = new Records(files, npis, { added: addedMembers(flags, reviews, ratings), cacheBytesMax })
  await setImmediate()
  const codes = files.lines('taxonomy-codes')
  const taxonomies = await Vocabulary.open(files, 'taxonomy', codes)
  await setImmediate()
  const credentials = await Vocabulary.open(files, 'credential', files.lines('credentials'))
  await setImmediate()
  const points = new Points(files)
  await setImmediate()
  const near = new NearCells(files)
  await setImmediate()
  const placeSearch = new PlaceSearch(points, near)
  await setImmediate()
  const names = new NameIndex(files, providers.count)
  await setImmediate()
  const vocabularies = { taxonomies, credentials, doctorTaxonomyCount: codes.filter(isDoctorTaxonomy).length }
  return { providers, records, reviews, ratings, vocabularies, points, placeSearch, names }
}

export class Unplaced {
  private readonly states: Uint32Array
  private readonly providers: Uint32Array
  private readonly locations: Uint16Array
  private readonly cities: Uint32Array
  private readonly written: WrittenCities

  constructor(files: SnapshotFiles) {
    this.states = Uint32Array.from(files.u16('unplaced-states'))
    this.providers = files.u32('unplaced-providers')
    this.locations = files.u16('unplaced-locations')
    this.cities = files.u32('unplaced-cities')
    this.written = WrittenCities.in(files)
  }

  /** Ascending, by the first such location. */
  find({ state, city }: UnplacedIn, isMatch: (ordinal: number) => boolean): Found[] {
    const number = stateNumber(state)
    const from = lowerBound(this.states, number, 0, this.states.length)
    const to = lowerBound(this.states, number + 1, from, this.states.length)
    if (from === to) return []
    const cityNumber = city === undefined ? undefined : this.written.numberOf(cityKey(city), state)
    if (city !== undefined && cityNumber === undefined) return []
    const found: Found[] = []
    let last: number | undefined
    for (let at = from; at < to; at++) {
      const ordinal = this.providers[at]
      if (ordinal === last || (cityNumber !== undefined && this.cities[at] !== cityNumber)) continue
      last = ordinal
      if (isMatch(ordinal)) found.push({ ordinal, location: this.locations[at], distanceMiles: undefined })
    }
    return found
  }
}

/** The page of matches with unlocated ones behind them. */
function appended({ total, page }: FoundPage, unplaced: Found[], asked: Page): FoundPage {
  if (unplaced.length === 0) return { total, page }
  const from = Math.max(0, asked.offset - total)
  const added = unplaced.slice(from, from + asked.limit - page.length)
  return { total: total + unplaced.length, page: [...page, ...added] }
}

export function hasOrganizationIds(resource: Resource): boolean {
  return resource !== 'individuals'
}

/** Reviews and rating are in neither record nor details. */
function addedMembers(flags: Uint8Array, reviews: Reviews, ratings: FacilityRatings) {
  return (ordinal: number) => {
    if ((flags[ordinal] & (hasReviewsFlag | hasRatingFlag)) === 0) return undefined
    const summary = reviews.summaryOf(ordinal)
    const rating = ratings.textOf(ordinal)
    return `${summary === undefined ? '' : `,"reviews":${summary}`}${rating === undefined ? '' : `,"rating":${rating}`}`
  }
}
