/**
 * Searches an area cell by cell, roughly from near to far. A cell that lies wholly in the area and is farther than every hit
 * still wanted is counted without looking at distances, which makes exact totals cheap in crowded places. The order of the
 * cells decides how much is looked at, never what is found. A provider with several points is counted once and stands with
 * the nearest of those that lie in the area.
 */
import type { Area } from './area.ts'
import type { Bits } from './bits.ts'
import { CountedSearch } from './counted-search.ts'
import { type ProviderTest, passes, type Wanted } from './filters.ts'
import type { NearCells } from './near-cells.ts'
import type { ClassRun } from './point-classes.ts'
import { firstSiteOf, firstSpreadSite, type PointRuns, spotOf } from './point-runs.ts'
import { noSpot, type Points, SpotDistances, spreadFrom } from './points.ts'
import { lowerBoundOfSmall } from './posting-lists.ts'
import { Practices } from './practices.ts'
import { SeenPoints } from './seen-points.ts'
import { SpreadCount } from './spread-count.ts'
import { noEntry, type TopHits } from './top-hits.ts'

/** Which of the points in an area count. */
export interface PointFilter {
  classes: readonly ClassRun[]
  /** Only points with one of these members; undefined when all points are to be looked at. */
  driver: Pick<Wanted, 'groups' | 'numbers'> | undefined
  /** What else must hold of the provider. */
  rest: ProviderTest
}

/**
 * How points are gone through: counted by the run where each counts (`CountedSearch`); picked out first where providers only have to be
 * named; otherwise asked one by one, and where they may be met several times, whether they were.
 */
type Way = { kind: 'asked' | 'askedOnce' } | { kind: 'named'; named: Bits }

/** One cell being searched. */
interface Visit {
  area: Area
  top: TopHits
  classes: readonly ClassRun[]
  rest: ProviderTest
  /** What has to be done with points: see `Way`. */
  way: Way
  /** Every point of the cell lies in the area. */
  isInside: boolean
  /** And none of them is near enough to be a hit. */
  isJustCounted: boolean
}

export class PlaceSearch {
  private readonly points: Points
  private readonly near: NearCells
  private readonly distances: SpotDistances
  private readonly practices: Practices
  private readonly spread: SpreadCount
  private readonly counted: CountedSearch
  private readonly seen = new SeenPoints()
  /** Points whose providers are named. */
  private listed = new Uint32Array(0)
  /** What touching groups gave: nobody asks for it, but what nobody keeps need not be read. */
  touched = 0

  constructor(points: Points, near: NearCells) {
    this.points = points
    this.near = near
    this.distances = new SpotDistances(points)
    this.practices = new Practices(points, this.distances)
    this.spread = new SpreadCount(points.spreadProviders.length)
    this.counted = new CountedSearch(points, {
      distances: this.distances,
      practices: this.practices,
      spread: this.spread,
    })
  }

  /** How many points lie in the cells that an area may touch. */
  countPoints(area: Area): number {
    const { near, points } = this
    near.find(area)
    let count = 0
    for (let place = 0; place < near.count; place++) {
      count += points.runs.countPoints(near.cells[place], near.cells[place] + 1)
    }
    return count
  }

  /** Whether a provider practises in the area. */
  isIn(area: Area, ordinal: number): boolean {
    const { practices, points, distances } = this
    distances.begin(area.origin)
    const own = points.providerSpots[ordinal]
    if (own === noSpot) return false
    if (own >= spreadFrom) return practices.nearestEntry(own - spreadFrom, area) !== undefined
    return practices.haversineIn(area, own) !== Number.POSITIVE_INFINITY
  }

  /** Offers those of some providers that practise in the area to `top`, and returns how many they are. */
  searchAmong(area: Area, ordinals: Iterable<number>, top: TopHits): number {
    const { practices, distances, points } = this
    distances.begin(area.origin)
    let total = 0
    for (const ordinal of ordinals) {
      const own = points.providerSpots[ordinal]
      if (own === noSpot) continue
      const entry = own >= spreadFrom ? practices.nearestEntry(own - spreadFrom, area) : noEntry
      if (entry === undefined) continue
      const haversine = practices.haversineIn(area, entry === noEntry ? own : points.spreadSpots[entry])
      if (haversine === Number.POSITIVE_INFINITY) continue
      top.offer(haversine, ordinal, entry)
      total++
    }
    return total
  }

  /** Offers the matching providers in the area to `top` as far as they are wanted there, and returns how many match. */
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

  /** Searches all groups that were listed for a cell. */
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

  /** Counts some runs whose points lie all in the area. */
  private countRuns(
    visit: Visit,
    { starts, holders }: PointRuns,
    fromRun: number,
    toRun: number,
    isOnly: boolean,
  ): number {
    const { way, rest } = visit
    const from = starts[fromRun]
    const to = starts[toRun]
    if (isOnly && way.kind === 'named') return way.named.countAmong(holders, from, to)
    let total = 0
    for (let point = from; point < to; point++) {
      const holder = holders[point]
      const ordinal = this.ordinalOf(isOnly, holder)
      if (passes(rest, ordinal) && (isOnly || this.spread.isFirst(holder))) total++
    }
    return total
  }

  /** Searches some runs of providers with one point, who are to be named: few are in a state, so they are picked out first. */
  private searchNamed(
    { area, top, isInside }: Visit,
    named: Bits,
    { sites, starts, holders }: PointRuns,
    from: number,
    to: number,
  ): number {
    const pointCount = starts[to] - starts[from]
    if (pointCount > this.listed.length) this.listed = new Uint32Array(2 * pointCount)
    const { listed } = this
    const length = named.placesAmong(holders, starts[from], starts[to], listed)
    let total = 0
    let run = from
    for (let index = 0; index < length; index++) {
      const point = listed[index]
      while (starts[run + 1] <= point) run++
      const haversine = this.distances.haversineTo(spotOf(sites[run]))
      if (!isInside && !area.reaches(haversine)) continue
      total++
      if (haversine <= top.worst) top.offer(haversine, holders[point], noEntry)
    }
    return total
  }

  /** Searches some runs point by point. */
  private searchPoints(visit: Visit, runs: PointRuns, from: number, to: number, isOnly: boolean): number {
    const { area, top, rest, way, isInside, isJustCounted } = visit
    const isOnce = way.kind === 'askedOnce'
    const { sites, starts, holders } = runs
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
        const holder = holders[point]
        if (isOnce && !this.seen.isFirst(holder, site)) continue
        const ordinal = this.ordinalOf(isOnly, holder)
        if (!passes(rest, ordinal)) continue
        if (isOnly || this.spread.isFirst(holder)) total++
        if (isWanted && top.wants(haversine, ordinal)) this.offer(area, top, site, holder, haversine)
      }
    }
    return total
  }

  private ordinalOf(isOnly: boolean, holder: number): number {
    return isOnly ? holder : this.points.spreadProviders[holder]
  }

  /** Offers a point that is wanted, if it is its provider's hit. */
  private offer(area: Area, top: TopHits, site: number, holder: number, haversine: number): void {
    if (site < firstSpreadSite) {
      top.offer(haversine, holder, noEntry)
      return
    }
    const entry = this.practices.hitEntryAt(holder, spotOf(site), area)
    if (entry !== undefined) top.offer(haversine, this.points.spreadProviders[holder], entry)
  }
}

function wayOf({ named, wanted }: ProviderTest): Way {
  return named === undefined || wanted.length > 0 ? { kind: 'asked' } : { kind: 'named', named }
}
