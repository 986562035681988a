/**
 * Searches an area cell by cell, roughly near to far. A cell wholly in the area and farther than every wanted hit is
 * counted without distances, which makes exact totals cheap. The order of cells decides how much is looked at, never
 * what is found. A provider with several locations is a hit by its nearest.
 */
import type { Bits } from './bits.ts'
import { type ProviderTest, passes, type Wanted } from './filters.ts'
import type { Area } from './geometry.ts'
import {
  type ClassRun,
  firstMultiSite,
  firstSiteOf,
  multiFrom,
  type NearCells,
  noSpot,
  type PointRuns,
  type Points,
  SpotDistances,
  spotOf,
} from './place-index.ts'
import { lowerBoundOfSmall } from './posting-lists.ts'
import { NearRuns, noEntry, type TopHits } from './top-hits.ts'

export interface PointFilter {
  classes: readonly ClassRun[]
  /** Undefined when all points are to be looked at. */
  driver: Pick<Wanted, 'groups' | 'numbers'> | undefined
  rest: ProviderTest
}

/**
 * `counted`: every point counts, by run. `named`: providers are picked out first. `askedOnce`: one by one; points
 * that may be met several times are remembered.
 */
type Way = { kind: 'asked' | 'askedOnce' } | { kind: 'named'; named: Bits }

interface Visit {
  area: Area
  top: TopHits
  classes: readonly ClassRun[]
  rest: ProviderTest
  way: Way
  isInside: boolean
  isJustCounted: boolean
}

export class PlaceSearch {
  private readonly points: Points
  private readonly near: NearCells
  private readonly distances: SpotDistances
  private readonly practices: Practices
  private readonly spread: MultiLocationCount
  private readonly counted: CountedSearch
  private readonly seen = new SeenPoints()
  private listed = new Uint32Array(0)
  /** Keeps the prefetch from being optimized away. */
  touched = 0

  constructor(points: Points, near: NearCells) {
    this.points = points
    this.near = near
    this.distances = new SpotDistances(points)
    this.practices = new Practices(points, this.distances)
    this.spread = new MultiLocationCount(points.multiProviders.length)
    this.counted = new CountedSearch(points, {
      distances: this.distances,
      practices: this.practices,
      spread: this.spread,
    })
  }

  countPoints(area: Area): number {
    const { near, points } = this
    near.find(area)
    let count = 0
    for (let place = 0; place < near.count; place++) {
      count += points.runs.countPoints(near.cells[place], near.cells[place] + 1)
    }
    return count
  }

  isIn(area: Area, ordinal: number): boolean {
    const { practices, points, distances } = this
    distances.begin(area.origin)
    const own = points.providerSpots[ordinal]
    if (own === noSpot) return false
    if (own >= multiFrom) return practices.nearestEntry(own - multiFrom, area) !== undefined
    return practices.haversineIn(area, own) !== Number.POSITIVE_INFINITY
  }

  /** Offers the located ones to `top`; returns how many there are. */
  searchAmong(area: Area, ordinals: Iterable<number>, top: TopHits): number {
    const { practices, distances, points } = this
    distances.begin(area.origin)
    let total = 0
    for (const ordinal of ordinals) {
      const own = points.providerSpots[ordinal]
      if (own === noSpot) continue
      const entry = own >= multiFrom ? practices.nearestEntry(own - multiFrom, area) : noEntry
      if (entry === undefined) continue
      const haversine = practices.haversineIn(area, entry === noEntry ? own : points.multiSpots[entry])
      if (haversine === Number.POSITIVE_INFINITY) continue
      top.offer(haversine, ordinal, entry)
      total++
    }
    return total
  }

  /** Offers the matching providers to `top`; returns how many match. */
  search(area: Area, { classes, driver, rest }: PointFilter, top: TopHits): number {
    this.spread.begin()
    this.distances.begin(area.origin)
    const { near } = this
    const isSeveral = driver !== undefined && driver.numbers.length > 1
    if (driver === undefined) near.find(area)
    else if (isSeveral) near.findLists(area, driver.groups, driver.numbers)
    else near.findGroups(area, driver.groups, driver.numbers[0])
    near.sort()
    const runs = driver === undefined ? this.points.runs : driver.groups.runs
    this.touched = isSeveral ? runs.touch(near.listed, 1, near.listedCount) : runs.touch(near.groups, 0, near.count)
    if (!isSeveral && rest.named === undefined && rest.wanted.length === 0)
      return this.counted.search(area, near, runs, classes, top)
    const way = isSeveral ? ({ kind: 'askedOnce' } as const) : wayOf(rest)
    const visit: Visit = { area, top, classes, rest, way, isInside: false, isJustCounted: false }
    let total = 0
    for (let index = 0; index < near.count; index++) {
      const place = near.order[index]
      visit.isInside = near.areInside[place] === 1
      visit.isJustCounted = visit.isInside && near.haversinesMin[place] > top.worst
      total += isSeveral ? this.searchList(visit, runs, place) : this.searchGroup(visit, runs, near.groups[place])
    }
    return total
  }

  private searchList(visit: Visit, runs: PointRuns, place: number): number {
    const { near } = this
    let count = 0
    for (let at = near.groups[place]; at !== 0; at = near.nexts[at]) {
      count += runs.countPoints(near.listed[at], near.listed[at] + 1)
    }
    if (count === 0) return 0
    this.seen.begin(count)
    let total = 0
    for (let at = near.groups[place]; at !== 0; at = near.nexts[at]) {
      total += this.searchGroup(visit, runs, near.listed[at])
    }
    return total
  }

  private searchGroup(visit: Visit, runs: PointRuns, group: number): number {
    const { groupStarts, sites } = runs
    const runEnd = groupStarts[group + 1]
    let total = 0
    let end = groupStarts[group]
    for (const { from, to, isOnly } of visit.classes) {
      if (end === runEnd) break
      const first = lowerBoundOfSmall(sites, firstSiteOf(from), end, runEnd)
      end = lowerBoundOfSmall(sites, firstSiteOf(to), first, runEnd)
      if (first === end) continue
      if (visit.isJustCounted && visit.way.kind !== 'askedOnce') {
        total += this.countRuns(visit, runs, first, end, isOnly)
      } else if (isOnly && visit.way.kind === 'named') {
        total += this.searchNamed(visit, visit.way.named, runs, first, end)
      } else {
        total += this.searchPoints(visit, runs, first, end, isOnly)
      }
    }
    return total
  }

  private countRuns(
    visit: Visit,
    { starts, providers }: PointRuns,
    fromRun: number,
    toRun: number,
    isOnly: boolean,
  ): number {
    const { way, rest } = visit
    const from = starts[fromRun]
    const to = starts[toRun]
    if (isOnly && way.kind === 'named') return way.named.countAmong(providers, from, to)
    let total = 0
    for (let point = from; point < to; point++) {
      const provider = providers[point]
      const ordinal = this.ordinalOf(isOnly, provider)
      if (passes(rest, ordinal) && (isOnly || this.spread.isFirst(provider))) total++
    }
    return total
  }

  /** Few such providers are in a state, so they are picked out first. */
  private searchNamed(
    { area, top, isInside }: Visit,
    named: Bits,
    { sites, starts, providers }: PointRuns,
    from: number,
    to: number,
  ): number {
    const pointCount = starts[to] - starts[from]
    if (pointCount > this.listed.length) this.listed = new Uint32Array(2 * pointCount)
    const { listed } = this
    const length = named.placesAmong(providers, starts[from], starts[to], listed)
    let total = 0
    let run = from
    for (let index = 0; index < length; index++) {
      const point = listed[index]
      while (starts[run + 1] <= point) run++
      const haversine = this.distances.haversineTo(spotOf(sites[run]))
      if (!isInside && !area.reaches(haversine)) continue
      total++
      if (haversine <= top.worst) top.offer(haversine, providers[point], noEntry)
    }
    return total
  }

  private searchPoints(visit: Visit, runs: PointRuns, from: number, to: number, isOnly: boolean): number {
    const { area, top, rest, way, isInside, isJustCounted } = visit
    const isOnce = way.kind === 'askedOnce'
    const { sites, starts, providers } = runs
    let total = 0
    for (let run = from; run < to; run++) {
      const site = sites[run]
      const haversine = isJustCounted ? Number.POSITIVE_INFINITY : this.distances.haversineTo(spotOf(site))
      if (!isInside && !area.reaches(haversine)) continue
      const isWanted = haversine <= top.worst && !isJustCounted
      if (!isWanted && !isOnce) {
        total += this.countRuns(visit, runs, run, run + 1, isOnly)
        continue
      }
      for (let point = starts[run]; point < starts[run + 1]; point++) {
        const provider = providers[point]
        if (isOnce && !this.seen.isFirst(provider, site)) continue
        const ordinal = this.ordinalOf(isOnly, provider)
        if (!passes(rest, ordinal)) continue
        if (isOnly || this.spread.isFirst(provider)) total++
        if (isWanted && top.wants(haversine, ordinal)) this.offer(area, top, site, provider, haversine)
      }
    }
    return total
  }

  private ordinalOf(isOnly: boolean, provider: number): number {
    return isOnly ? provider : this.points.multiProviders[provider]
  }

  private offer(area: Area, top: TopHits, site: number, provider: number, haversine: number): void {
    if (site < firstMultiSite) {
      top.offer(haversine, provider, noEntry)
      return
    }
    const entry = this.practices.hitEntryAt(provider, spotOf(site), area)
    if (entry !== undefined) top.offer(haversine, this.points.multiProviders[provider], entry)
  }
}

function wayOf({ named, wanted }: ProviderTest): Way {
  return named === undefined || wanted.length > 0 ? { kind: 'asked' } : { kind: 'named', named }
}

/**
 * Groups of which every point counts: the commonest search, a few microseconds, so its loops use local variables.
 * Rough distances suffice except for runs that may have hits.
 */

/** Relative error of rough haversines. */
const roughness = 1e-8

export class CountedSearch {
  private readonly points: Points
  private readonly distances: SpotDistances
  private readonly practices: Practices
  private readonly spread: MultiLocationCount
  private readonly nearRuns = new NearRuns()

  constructor(points: Points, parts: { distances: SpotDistances; practices: Practices; spread: MultiLocationCount }) {
    this.points = points
    this.distances = parts.distances
    this.practices = parts.practices
    this.spread = parts.spread
  }

  /** Offers points of some classes to `top`; returns how many providers are in the area. */
  search(area: Area, near: NearCells, runs: PointRuns, classes: readonly ClassRun[], top: TopHits): number {
    const { nearRuns } = this
    const { groupStarts, sites } = runs
    const { order, groups, areInside, haversinesMin } = near
    nearRuns.begin(top.wanted, top.worst)
    let total = 0
    for (let index = 0; index < near.count; index++) {
      const place = order[index]
      const group = groups[place]
      const isInside = areInside[place] === 1
      const mayHaveHits = haversinesMin[place] <= nearRuns.worst
      const runEnd = groupStarts[group + 1] | 0
      let end = groupStarts[group] | 0
      for (let one = 0; one < classes.length && end < runEnd; one++) {
        const { from, to, isOnly } = classes[one]
        const first = lowerBoundOfSmall(sites, firstSiteOf(from), end, runEnd)
        end = lowerBoundOfSmall(sites, firstSiteOf(to), first, runEnd)
        if (first === end) continue
        if (!isInside) {
          total += this.searchRuns(area, runs, first, end, isOnly, top)
        } else {
          total += this.countRuns(runs, first, end, isOnly)
          if (mayHaveHits) this.keepNear(area, runs, first, end, isOnly, top)
        }
      }
    }
    this.settle(area, runs, top)
    return total
  }

  private countRuns({ starts, providers }: PointRuns, from: number, to: number, isOnly: boolean): number {
    const first = starts[from] | 0
    const end = starts[to] | 0
    return isOnly ? end - first : this.spread.count(providers, first, end)
  }

  private keepNear(area: Area, runs: PointRuns, from: number, to: number, isOnly: boolean, top: TopHits): void {
    const { sites } = runs
    const { spotPositions } = this.points
    const { origin } = area
    for (let run = from; run < to; run++) {
      const spot = spotOf(sites[run])
      const rough = origin.roughHaversineTo(spotPositions[2 * spot], spotPositions[2 * spot + 1])
      if (rough <= this.nearRuns.worst * (1 + roughness)) this.keep(area, runs, run, isOnly, top)
    }
  }

  private searchRuns(area: Area, runs: PointRuns, from: number, to: number, isOnly: boolean, top: TopHits): number {
    const { sites } = runs
    const { spotPositions } = this.points
    const { origin, haversineMax } = area
    const inside = haversineMax * (1 - roughness)
    const outside = haversineMax * (1 + roughness)
    let total = 0
    for (let run = from; run < to; run++) {
      const spot = spotOf(sites[run])
      const rough = origin.roughHaversineTo(spotPositions[2 * spot], spotPositions[2 * spot + 1])
      if (rough > outside) continue
      if (rough > inside && !area.reaches(this.distances.haversineTo(spot))) continue
      total += this.countRuns(runs, run, run + 1, isOnly)
      if (rough <= this.nearRuns.worst * (1 + roughness)) this.keep(area, runs, run, isOnly, top)
    }
    return total
  }

  private keep(area: Area, runs: PointRuns, run: number, isOnly: boolean, top: TopHits): void {
    const { nearRuns } = this
    const haversine = this.distances.haversineTo(spotOf(runs.sites[run]))
    if (haversine > nearRuns.worst) return
    // A multi-location provider's hit is found when it is read.
    nearRuns.add(run, haversine, isOnly ? runs.starts[run + 1] - runs.starts[run] : 0)
    if (nearRuns.isFull || !top.areFew) this.settle(area, runs, top)
  }

  private settle(area: Area, runs: PointRuns, top: TopHits): void {
    const { nearRuns } = this
    for (let index = 0; index < nearRuns.count; index++) {
      const haversine = nearRuns.haversines[index]
      if (haversine > top.worst) break
      this.offerPoints(area, runs, nearRuns.runs[index], haversine, top)
    }
    nearRuns.begin(top.wanted, top.worst)
  }

  private offerPoints(area: Area, runs: PointRuns, run: number, haversine: number, top: TopHits): void {
    const { sites, starts, providers } = runs
    const { multiProviders } = this.points
    const spot = spotOf(sites[run])
    const isOnly = sites[run] < firstMultiSite
    for (let point = starts[run]; point < starts[run + 1]; point++) {
      const provider = providers[point]
      const ordinal = isOnly ? provider : multiProviders[provider]
      // Providers of a run ascend: after one that is not wanted, none is.
      if (!top.wants(haversine, ordinal)) return
      const entry = isOnly ? noEntry : this.practices.hitEntryAt(provider, spot, area)
      if (entry !== undefined) top.offer(haversine, ordinal, entry)
    }
  }
}

export class Practices {
  private readonly points: Points
  private readonly distances: SpotDistances

  constructor(points: Points, distances: SpotDistances) {
    this.points = points
    this.distances = distances
  }

  /** The nearest located entry in the area, the earliest of equals. */
  nearestEntry(number: number, area: Area): number | undefined {
    const { multiStarts, multiSpots } = this.points
    let nearest: number | undefined
    let haversineMin = Number.POSITIVE_INFINITY
    for (let entry = multiStarts[number]; entry < multiStarts[number + 1]; entry++) {
      const haversine = this.haversineIn(area, multiSpots[entry])
      // Entries are in the order of locations.
      if (haversine >= haversineMin) continue
      haversineMin = haversine
      nearest = entry
    }
    return nearest
  }

  /**
   * The entry by which the provider is a hit at this spot: each of its points is met, and only the nearest counts.
   */
  hitEntryAt(number: number, spot: number, area: Area): number | undefined {
    const entry = this.nearestEntry(number, area)
    return entry !== undefined && this.points.multiSpots[entry] === spot ? entry : undefined
  }

  /** Infinity outside the area. */
  haversineIn(area: Area, spot: number): number {
    if (area.state !== undefined && this.points.spotStates[spot] !== area.state) return Number.POSITIVE_INFINITY
    const haversine = this.distances.haversineTo(spot)
    return area.reaches(haversine) ? haversine : Number.POSITIVE_INFINITY
  }
}

/**
 * Counts multi-location providers once per search. Sixteen share a 32-bit word: a bit each, and above them the round
 * in which the bits were set, so that nothing is cleared between searches.
 */
export class MultiLocationCount {
  private readonly words: Uint32Array
  private round = 0

  constructor(count: number) {
    this.words = new Uint32Array(Math.ceil(count / 16))
  }

  /** After 65,535 rounds the numbers restart. */
  begin(): void {
    this.round = (this.round + 1) & 0xffff
    if (this.round !== 0) return
    this.words.fill(0)
    this.round = 1
  }

  isFirst(number: number): boolean {
    const { words, round } = this
    const word = words[number >>> 4]
    const bits = word >>> 16 === round ? word : round << 16
    words[number >>> 4] = bits | (1 << (number & 15))
    return ((bits >>> (number & 15)) & 1) === 0
  }

  count(numbers: Uint32Array, from: number, to: number): number {
    const { words, round } = this
    const fresh = round << 16
    let total = 0
    for (let at = from | 0; at < to; at++) {
      const number = numbers[at]
      const word = words[number >>> 4]
      // Branch-free: all ones where the bits are of this round.
      const kept = (((word >>> 16) ^ round) - 1) >> 31
      const bits = word & kept
      const place = number & 15
      total = (total + (((bits >>> place) & 1) ^ 1)) | 0
      words[number >>> 4] = bits | fresh | (1 << place)
    }
    return total
  }
}

/**
 * Points of one cell met before: with several specialties a provider is met at the same point more than once. Open
 * addressing, no larger than the cell needs.
 */
export class SeenPoints {
  /** Round, provider, site, unused. */
  private table = new Uint32Array(0)
  private mask = 0
  private round = 0

  /** At most `count` points until the next call. */
  begin(count: number): void {
    const size = 2 ** (33 - Math.clz32(count))
    this.round = (this.round + 1) >>> 0
    if (4 * size > this.table.length || this.round === 0) {
      this.table = new Uint32Array(Math.max(4 * size, this.table.length))
      this.round = 1
    }
    this.mask = size - 1
  }

  isFirst(provider: number, site: number): boolean {
    const { table, mask, round } = this
    let place = (Math.imul(provider, 0x9e3779b1) >>> 7) & mask
    while (table[4 * place] === round) {
      if (table[4 * place + 1] === provider && table[4 * place + 2] === site) return false
      place = (place + 1) & mask
    }
    table[4 * place] = round
    table[4 * place + 1] = provider
    table[4 * place + 2] = site
    return true
  }
}
