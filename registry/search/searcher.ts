/** Searches the files of a snapshot, in the process that has it open and in each thread. Callers check the query. */
import { setImmediate } from 'node:timers/promises'
import { isDoctorTaxonomy } from '../vocabulary/specialties.ts'
import { giveBack } from './answer-bytes.ts'
import { Bits, beginSearch } from './bits.ts'
import { type Filed, isAsFiled, mustBeRead, readFiled, zipPlus4In } from './filed.ts'
import { FiledPlaces } from './filed-places.ts'
import {
  Facilities,
  type MemberFilter,
  matches,
  type ProviderFilter,
  providerFilter,
  type Vocabularies,
  Vocabulary,
} from './filters.ts'
import { Area, milesOf } from './geometry.ts'
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
import { hasRatingFlag, hasReviewsFlag, isOrganizationFlag, Providers } from './providers.ts'
import {
  type FiledFilters,
  type FiledPage,
  type Filters,
  type Frame,
  type LocationFilters,
  namesOrderedMax,
  type Resource,
  type SearchQuery,
  type Spots,
} from './query.ts'
import { Records } from './records.ts'
import { FacilityRatings, Reviews } from './reviews.ts'
import type { SnapshotFiles } from './snapshot.ts'
import { noEntry, TopHits } from './top-hits.ts'
import { Unplaced } from './unplaced.ts'
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

/** With fewer found by name, names with one letter corrected are looked for, too. */
const correctedBelow = 3

/** Of those with a name, how many are looked at. */
const namedReadMax = 16_384
const namedReadAtOnce = 4_096

/** A tenth of a second. */
const filedReadMax = 15_000

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
  private readonly filedPlaces: FiledPlaces

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
    this.filedPlaces = new FiledPlaces(files, providers.count)
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

  /**
   * The ordinals of every match, ascending, however many they are; the caller keeps them. It looks at each candidate,
   * which takes up to a second for all providers in a large area: for threads that answer no searches.
   */
  matching(filters: Filters): Uint32Array {
    beginSearch()
    const filter = providerFilter(filters, this.vocabularies)
    if (filter === undefined) return new Uint32Array()
    const { place, unplacedIn } = filters
    const { candidates, residual } = this.withMemberFilter(this.candidatesOf(filters), filter)
    const area = place && new Area(place)
    if (area !== undefined) this.placeSearch.begin(area)
    const wholeState = place?.radiusMiles === undefined ? place?.state : undefined
    const nowhere = unplacedIn ?? (wholeState === undefined ? undefined : { state: wholeState })
    const unplaced = new Set(nowhere && this.unplaced.find(nowhere, () => true).map(({ ordinal }) => ordinal))
    const isHere = (ordinal: number) =>
      (area === undefined && nowhere === undefined) ||
      (area !== undefined && this.placeSearch.spotIn(area, ordinal) !== undefined) ||
      unplaced.has(ordinal)
    const isMatch = (ordinal: number) => matches(residual, this.providers, ordinal) && isHere(ordinal)
    if (candidates !== undefined && !(candidates instanceof Bits)) return candidates.filter(isMatch)
    const found = new Uint32Array(this.providers.count)
    let count = 0
    for (let ordinal = 0; ordinal < found.length; ordinal++) {
      if ((candidates === undefined || candidates.has(ordinal)) && isMatch(ordinal)) found[count++] = ordinal
    }
    return found.slice(0, count)
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

  /** See `Registry.findFiled`. */
  findFiled(queries: readonly Filters[], { offset, limit, order }: FiledPage): FoundPage {
    const isByName = order === 'person' || order === 'organization'
    const reach = Math.max(offset + limit, isByName ? namesOrderedMax : 0)
    const founds = queries.map((query) => this.find(query, { offset: 0, limit: reach }))
    const total = founds.reduce((sum, found) => sum + found.total, 0)
    const all = founds.flatMap(({ page }) => page)
    if (isByName && total <= namesOrderedMax) this.sortByName(all, order)
    else if (order === 'distance') all.sort((a, b) => milesBetween(a, b) || a.ordinal - b.ordinal)
    else all.sort((a, b) => a.ordinal - b.ordinal)
    return { total, page: all.slice(offset, offset + limit) }
  }

  filedAt(ordinal: number): Filed {
    const json = this.records.filed(ordinal)
    const filed = readFiled(json)
    giveBack(json)
    return filed
  }

  private sortByName(found: Found[], order: 'person' | 'organization'): void {
    const names = new Map<number, readonly [last: string, first: string]>()
    for (const { ordinal } of found) {
      const { last, first } = order === 'person' ? this.records.personName(ordinal) : { last: '', first: '' }
      const name = order === 'person' ? last : this.records.organizationName(ordinal)
      names.set(ordinal, [name.toUpperCase(), first.toUpperCase()])
    }
    const none = ['', ''] as const
    found.sort((a, b) => {
      const [one, other] = [names.get(a.ordinal) ?? none, names.get(b.ordinal) ?? none]
      return compare(one[0], other[0]) || compare(one[1], other[1]) || a.ordinal - b.ordinal
    })
  }

  /** Matching providers by the spot where each counts; those that are nowhere are left out. */
  countBySpot(filters: Filters): Uint32Array {
    beginSearch()
    const counts = new Uint32Array(this.points.spotStates.length)
    const filter = providerFilter(filters, this.vocabularies)
    if (filter === undefined || filters.unplacedIn !== undefined) return counts
    const area = filters.place === undefined ? undefined : new Area(filters.place)
    if (area !== undefined) this.placeSearch.begin(area)
    const { candidates, residual } = this.withMemberFilter(this.candidatesOf(filters), filter)
    if (candidates === undefined || candidates instanceof Bits) {
      this.placeSearch.countBySpot(area, this.countedPoints(filters, candidates, residual), counts)
      return counts
    }
    for (const ordinal of candidates) {
      const spot = matches(residual, this.providers, ordinal) ? this.placeSearch.spotIn(area, ordinal) : undefined
      if (spot !== undefined) counts[spot]++
    }
    return counts
  }

  /** See `Registry.countLocations`. */
  countLocations(filters: LocationFilters): number {
    beginSearch()
    const filter = providerFilter(filters, this.vocabularies)
    if (filter === undefined) return 0
    const area = new Area(filters.place)
    this.placeSearch.begin(area)
    const { candidates, residual } = this.withMemberFilter(this.candidatesOf(filters), filter)
    return this.placeSearch.countLocations(area, this.countedPoints(filters, candidates, residual))
  }

  get spots(): Spots {
    return { positions: this.points.spotPositions, states: this.points.spotStates }
  }

  /** A JSON array of people and organizations whose names match, `limit` of each; corrected where these are few. */
  named(name: string, limit: number): Buffer {
    const found = { individuals: new Set<number>(), organizations: new Set<number>() }
    const isEnough = () => found.individuals.size + found.organizations.size >= correctedBelow
    beginSearch()
    this.addNamed(name, limit, found)
    for (const corrected of isEnough() ? [] : this.names.corrections(name)) {
      beginSearch()
      this.addNamed(corrected, limit, found)
      if (isEnough()) break
    }
    const page = [...found.individuals, ...found.organizations].map((ordinal) => ({
      ordinal,
      location: 0,
      distanceMiles: undefined,
    }))
    return this.records.list(page, false, page.length)
  }

  private addNamed(name: string, limit: number, found: Record<'individuals' | 'organizations', Set<number>>): void {
    const { individuals, organizations } = found
    const { flags } = this.providers
    const ordinals = this.names.find(name)
    const isList = !(ordinals instanceof Bits)
    for (let from = 0; from < namedReadMax; from += namedReadAtOnce) {
      const some = isList ? ordinals.subarray(from, from + namedReadAtOnce) : ordinals.page(from, namedReadAtOnce)
      for (let index = 0; index < some.length; index++) {
        const isOrganization = (flags[some[index]] & isOrganizationFlag) !== 0
        const ofKind = isOrganization ? organizations : individuals
        if (ofKind.size < limit) ofKind.add(some[index])
      }
      const isFull = individuals.size >= limit && organizations.size >= limit
      if (isFull || some.length < namedReadAtOnce) return
    }
  }

  /** Undefined when none of these filters is given. */
  private candidatesOf(filters: Filters): Ordinals | undefined {
    const { npis, organizationId, name, nicknames, filed, facilityType, minRating, licensedIn } = filters
    const lists: Ordinals[] = []
    if (npis !== undefined) lists.push(this.providers.ordinalsOf(npis))
    if (organizationId !== undefined) lists.push(this.neighborsOf(organizationId))
    if (name !== undefined) lists.push(this.names.find(name, nicknames))
    if (facilityType !== undefined) lists.push(this.facilities.ofType(facilityType))
    if (minRating !== undefined) lists.push(this.ratings.atLeast(minRating))
    if (licensedIn !== undefined) lists.push(this.licenses.in(licensedIn))
    if (licensedIn !== undefined && filters.licenseVerified === true) lists.push(this.listed.in(licensedIn))
    if (filters.acceptsMedicare === true) lists.push(this.listed.in(medicarePart))
    if (filed !== undefined) lists.push(...this.filedLists(filed))
    if (lists.length === 0) return undefined
    const found = lists.reduce(intersect)
    return filed === undefined || !mustBeRead(filed) ? found : this.readAsFiled(found, filed)
  }

  private filedLists({ last, first, hasNicknames, organization, address }: FiledFilters): Ordinals[] {
    const lists: Ordinals[] = []
    if (last !== undefined) lists.push(this.names.ofField('last', last))
    if (first !== undefined) lists.push(this.names.ofField('first', first, hasNicknames))
    if (organization !== undefined) lists.push(this.names.ofField('organization', organization))
    if (address !== undefined) lists.push(this.filedPlaces.providersIn(address))
    return lists
  }

  /** Indexes know the beginnings of long names and of postal codes. */
  private readAsFiled(found: Ordinals, filed: FiledFilters): Uint32Array {
    const list = found instanceof Bits ? found.list() : found
    if (list.length > filedReadMax) {
      throw new RangeError(`filed: expected at most ${filedReadMax} providers to read, got ${list.length}`)
    }
    const hyphenated = zipPlus4In(filed.address?.postalCode?.text)
    return list.filter((ordinal) => {
      if (hyphenated !== undefined && !this.records.hasText(ordinal, hyphenated)) return false
      return isAsFiled(this.filedAt(ordinal), filed)
    })
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

  /** Uses up `candidates`. */
  private countedPoints(
    { resource, gender }: Filters,
    candidates: Ordinals | undefined,
    { memberFilters }: ProviderFilter,
  ) {
    const bits = candidates && this.bitsOf(candidates)
    for (const one of memberFilters) bits?.and(one.sharedBits())
    return { classes: classRunsOf(resource, gender), candidates: bits }
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

/** The page of matches with unlocated ones behind them. */
function appended({ total, page }: FoundPage, unplaced: Found[], asked: Page): FoundPage {
  if (unplaced.length === 0) return { total, page }
  const from = Math.max(0, asked.offset - total)
  const added = unplaced.slice(from, from + asked.limit - page.length)
  return { total: total + unplaced.length, page: [...page, ...added] }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function milesBetween(a: Found, b: Found): number {
  return (a.distanceMiles ?? Number.MAX_VALUE) - (b.distanceMiles ?? Number.MAX_VALUE)
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
