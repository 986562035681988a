/**
 * Searches an area cell by cell, roughly near to far. A cell wholly in the area and farther than every hit kept is only
 * counted. The order decides how much is looked at, never what is found. The nearest location of a provider counts.
 */
import type { Bits } from './bits.ts'
import { type MemberFilter, passes, type ResidualFilter } from './filters.ts'
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
import { lowerBound, lowerBoundOfSmall } from './posting-lists.ts'
import { MultiLocationCount, SeenPoints } from './seen-points.ts'
import { NearRuns, noEntry, type TopHits } from './top-hits.ts'

export interface PointFilter {
  classes: readonly ClassRun[]
  /** Undefined when all points are to be looked at. */
  driver: Pick<MemberFilter, 'groups' | 'numbers'> | undefined
  residual: ResidualFilter
}

/** Points of these classes, and of these providers alone where they are given. */
interface CountedPoints {
  classes: readonly ClassRun[]
  candidates: Bits | undefined
}

/**
 * `test`: each provider is tested. `testOnce`: so is each, but a point met before is skipped. `candidates`: only these
 * match, and all of them do.
 */
type ScanMode = { kind: 'test' | 'testOnce' } | { kind: 'candidates'; candidates: Bits }

interface CellScan {
  area: Area
  top: TopHits
  classes: readonly ClassRun[]
  residual: ResidualFilter
  mode: ScanMode
  isInside: boolean
  isJustCounted: boolean
}

export class PlaceSearch {
  private readonly points: Points
  private readonly near: NearCells
  private readonly distances: SpotDistances
  private readonly locations: PracticeLocations
  private readonly multiLocation: MultiLocationCount
  private readonly counted: CountedSearch
  private readonly seen = new SeenPoints()
  private listed = new Uint32Array(0)
  /** Keeps the prefetch from being optimized away. */
  touched = 0

  constructor(points: Points, near: NearCells) {
    this.points = points
    this.near = near
    this.distances = new SpotDistances(points)
    this.locations = new PracticeLocations(points, this.distances)
    this.multiLocation = new MultiLocationCount(points.multiProviders.length)
    this.counted = new CountedSearch(points, {
      distances: this.distances,
      locations: this.locations,
      multiLocation: this.multiLocation,
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
    this.begin(area)
    return this.spotIn(area, ordinal) !== undefined
  }

  /** Where a provider counts: at its nearest location in the area, or the first of all; undefined where none is. */
  spotIn(area: Area | undefined, ordinal: number): number | undefined {
    const { locations, points } = this
    const spot = points.providerSpots[ordinal]
    if (spot === noSpot) return undefined
    if (spot < multiFrom) {
      return area === undefined || locations.haversineIn(area, spot) < Number.POSITIVE_INFINITY ? spot : undefined
    }
    const number = spot - multiFrom
    const entry = area === undefined ? points.multiStarts[number] : locations.nearestEntry(number, area)
    return entry === undefined ? undefined : points.multiSpots[entry]
  }

  /** Adds the matching providers to `counts`, by the spot where each counts. */
  countBySpot(area: Area | undefined, { classes, candidates }: CountedPoints, counts: Uint32Array): void {
    const { points, multiLocation } = this
    const { sites, starts, providers } = points.runs
    multiLocation.begin()
    this.eachRun(area, classes, (run, isSingle) => {
      const [from, to] = [starts[run], starts[run + 1]]
      if (isSingle) {
        counts[spotOf(sites[run])] += candidates?.countAmong(providers, from, to) ?? to - from
        return
      }
      for (let point = from; point < to; point++) {
        const ordinal = points.multiProviders[providers[point]]
        const isMatch = candidates === undefined || candidates.has(ordinal)
        const counted = isMatch && multiLocation.isFirst(providers[point]) ? this.spotIn(area, ordinal) : undefined
        if (counted !== undefined) counts[counted]++
      }
    })
  }

  /** How many locations in the area the matching providers have. */
  countLocations(area: Area, { classes, candidates }: CountedPoints): number {
    const { runs, repeats } = this.points
    const { starts, providers } = runs
    let total = 0
    this.eachRun(area, classes, (run, isSingle) => {
      const [from, to] = [starts[run], starts[run + 1]]
      const first = lowerBound(repeats, from, 0, repeats.length)
      const end = lowerBound(repeats, to, first, repeats.length)
      if (candidates === undefined) {
        total += to - from + end - first
        return
      }
      for (let point = from; point < to; point++) {
        if (candidates.has(this.ordinalOf(isSingle, providers[point]))) total++
      }
      for (let at = first; at < end; at++) {
        if (candidates.has(this.ordinalOf(isSingle, providers[repeats[at]]))) total++
      }
    })
    return total
  }

  private eachRun(
    area: Area | undefined,
    classes: readonly ClassRun[],
    visit: (run: number, isSingle: boolean) => void,
  ): void {
    const { near, distances } = this
    const { groupStarts, sites } = this.points.runs
    if (area !== undefined) near.find(area)
    const cellCount = area === undefined ? groupStarts.length - 1 : near.count
    for (let place = 0; place < cellCount; place++) {
      const cell = area === undefined ? place : near.cells[place]
      const isPartial = area !== undefined && near.areInside[place] === 0
      const runEnd = groupStarts[cell + 1]
      let end = groupStarts[cell]
      for (const { from, to, isSingle } of classes) {
        const first = lowerBoundOfSmall(sites, firstSiteOf(from), end, runEnd)
        end = lowerBoundOfSmall(sites, firstSiteOf(to), first, runEnd)
        for (let run = first; run < end; run++) {
          if (isPartial && !area.reaches(distances.haversineTo(spotOf(sites[run])))) continue
          visit(run, isSingle)
        }
      }
    }
  }

  begin(area: Area): void {
    this.distances.begin(area.origin)
  }

  /** Offers the located ones to `top`; returns how many there are. */
  searchOrdinals(area: Area, ordinals: Iterable<number>, top: TopHits): number {
    const { locations, distances, points } = this
    distances.begin(area.origin)
    let total = 0
    for (const ordinal of ordinals) {
      const spot = points.providerSpots[ordinal]
      if (spot === noSpot) continue
      const entry = spot >= multiFrom ? locations.nearestEntry(spot - multiFrom, area) : noEntry
      if (entry === undefined) continue
      const haversine = locations.haversineIn(area, entry === noEntry ? spot : points.multiSpots[entry])
      if (haversine === Number.POSITIVE_INFINITY) continue
      top.offer(haversine, ordinal, entry)
      total++
    }
    return total
  }

  /** Offers the matching providers to `top`; returns how many match. */
  search(area: Area, { classes, driver, residual }: PointFilter, top: TopHits): number {
    this.multiLocation.begin()
    this.distances.begin(area.origin)
    const { near } = this
    const isSeveral = driver !== undefined && driver.numbers.length > 1
    if (driver === undefined) near.find(area)
    else if (isSeveral) near.findLists(area, driver.groups, driver.numbers)
    else near.findGroups(area, driver.groups, driver.numbers[0])
    near.sort()
    const runs = driver === undefined ? this.points.runs : driver.groups.runs
    this.touched = isSeveral ? runs.touch(near.listed, 1, near.listedCount) : runs.touch(near.groups, 0, near.count)
    if (!isSeveral && residual.candidates === undefined && residual.memberFilters.length === 0)
      return this.counted.search(area, near, runs, classes, top)
    const mode = isSeveral ? ({ kind: 'testOnce' } as const) : scanModeOf(residual)
    const scan: CellScan = { area, top, classes, residual, mode, isInside: false, isJustCounted: false }
    let total = 0
    for (let index = 0; index < near.count; index++) {
      const place = near.order[index]
      scan.isInside = near.areInside[place] === 1
      scan.isJustCounted = scan.isInside && near.haversinesMin[place] > top.worst
      total += isSeveral ? this.searchList(scan, runs, place) : this.searchGroup(scan, runs, near.groups[place])
    }
    return total
  }

  private searchList(scan: CellScan, runs: PointRuns, place: number): number {
    const { near } = this
    let count = 0
    for (let at = near.groups[place]; at !== 0; at = near.nexts[at]) {
      count += runs.countPoints(near.listed[at], near.listed[at] + 1)
    }
    if (count === 0) return 0
    this.seen.begin(count)
    let total = 0
    for (let at = near.groups[place]; at !== 0; at = near.nexts[at]) {
      total += this.searchGroup(scan, runs, near.listed[at])
    }
    return total
  }

  private searchGroup(scan: CellScan, runs: PointRuns, group: number): number {
    const { groupStarts, sites } = runs
    const runEnd = groupStarts[group + 1]
    let total = 0
    let end = groupStarts[group]
    for (const { from, to, isSingle } of scan.classes) {
      if (end === runEnd) break
      const first = lowerBoundOfSmall(sites, firstSiteOf(from), end, runEnd)
      end = lowerBoundOfSmall(sites, firstSiteOf(to), first, runEnd)
      if (first === end) continue
      if (scan.isJustCounted && scan.mode.kind !== 'testOnce') {
        total += this.countRuns(scan, runs, first, end, isSingle)
      } else if (isSingle && scan.mode.kind === 'candidates') {
        total += this.searchCandidates(scan, scan.mode.candidates, runs, first, end)
      } else {
        total += this.searchPoints(scan, runs, first, end, isSingle)
      }
    }
    return total
  }

  private countRuns(
    scan: CellScan,
    { starts, providers }: PointRuns,
    fromRun: number,
    toRun: number,
    isSingle: boolean,
  ): number {
    const { mode, residual } = scan
    const from = starts[fromRun]
    const to = starts[toRun]
    if (isSingle && mode.kind === 'candidates') return mode.candidates.countAmong(providers, from, to)
    let total = 0
    for (let point = from; point < to; point++) {
      const provider = providers[point]
      const ordinal = this.ordinalOf(isSingle, provider)
      if (passes(residual, ordinal) && (isSingle || this.multiLocation.isFirst(provider))) total++
    }
    return total
  }

  /** Few such providers are in a state, so they are picked out first. */
  private searchCandidates(
    { area, top, isInside }: CellScan,
    candidates: Bits,
    { sites, starts, providers }: PointRuns,
    from: number,
    to: number,
  ): number {
    const pointCount = starts[to] - starts[from]
    if (pointCount > this.listed.length) this.listed = new Uint32Array(2 * pointCount)
    const { listed } = this
    const length = candidates.placesAmong(providers, starts[from], starts[to], listed)
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

  private searchPoints(scan: CellScan, runs: PointRuns, from: number, to: number, isSingle: boolean): number {
    const { area, top, residual, mode, isInside, isJustCounted } = scan
    const isOnce = mode.kind === 'testOnce'
    const { sites, starts, providers } = runs
    let total = 0
    for (let run = from; run < to; run++) {
      const site = sites[run]
      const haversine = isJustCounted ? Number.POSITIVE_INFINITY : this.distances.haversineTo(spotOf(site))
      if (!isInside && !area.reaches(haversine)) continue
      const isHit = haversine <= top.worst && !isJustCounted
      if (!isHit && !isOnce) {
        total += this.countRuns(scan, runs, run, run + 1, isSingle)
        continue
      }
      for (let point = starts[run]; point < starts[run + 1]; point++) {
        const provider = providers[point]
        if (isOnce && !this.seen.isFirst(provider, site)) continue
        const ordinal = this.ordinalOf(isSingle, provider)
        if (!passes(residual, ordinal)) continue
        if (isSingle || this.multiLocation.isFirst(provider)) total++
        if (isHit && top.accepts(haversine, ordinal)) this.offer(area, top, site, provider, haversine)
      }
    }
    return total
  }

  private ordinalOf(isSingle: boolean, provider: number): number {
    return isSingle ? provider : this.points.multiProviders[provider]
  }

  private offer(area: Area, top: TopHits, site: number, provider: number, haversine: number): void {
    if (site < firstMultiSite) {
      top.offer(haversine, provider, noEntry)
      return
    }
    const entry = this.locations.hitEntryAt(provider, spotOf(site), area)
    if (entry !== undefined) top.offer(haversine, this.points.multiProviders[provider], entry)
  }
}

function scanModeOf({ candidates, memberFilters }: ResidualFilter): ScanMode {
  return candidates === undefined || memberFilters.length > 0 ? { kind: 'test' } : { kind: 'candidates', candidates }
}

/** The commonest search, a few microseconds: loops use local variables, and rough distances except near hits. */

/** Relative error of rough haversines. */
const roughness = 1e-8

export class CountedSearch {
  private readonly points: Points
  private readonly distances: SpotDistances
  private readonly locations: PracticeLocations
  private readonly multiLocation: MultiLocationCount
  private readonly nearRuns = new NearRuns()

  constructor(
    points: Points,
    parts: { distances: SpotDistances; locations: PracticeLocations; multiLocation: MultiLocationCount },
  ) {
    this.points = points
    this.distances = parts.distances
    this.locations = parts.locations
    this.multiLocation = parts.multiLocation
  }

  /** Offers points of some classes to `top`; returns how many providers are in the area. */
  search(area: Area, near: NearCells, runs: PointRuns, classes: readonly ClassRun[], top: TopHits): number {
    const { nearRuns } = this
    const { groupStarts, sites } = runs
    const { order, groups, areInside, haversinesMin } = near
    nearRuns.begin(top.capacity, top.worst)
    let total = 0
    for (let index = 0; index < near.count; index++) {
      const place = order[index]
      const group = groups[place]
      const isInside = areInside[place] === 1
      const mayHaveHits = haversinesMin[place] <= nearRuns.worst
      const runEnd = groupStarts[group + 1] | 0
      let end = groupStarts[group] | 0
      for (let one = 0; one < classes.length && end < runEnd; one++) {
        const { from, to, isSingle } = classes[one]
        const first = lowerBoundOfSmall(sites, firstSiteOf(from), end, runEnd)
        end = lowerBoundOfSmall(sites, firstSiteOf(to), first, runEnd)
        if (first === end) continue
        if (!isInside) {
          total += this.searchRuns(area, runs, first, end, isSingle, top)
        } else {
          total += this.countRuns(runs, first, end, isSingle)
          if (mayHaveHits) this.collectNear(area, runs, first, end, isSingle, top)
        }
      }
    }
    this.offerNear(area, runs, top)
    return total
  }

  private countRuns({ starts, providers }: PointRuns, from: number, to: number, isSingle: boolean): number {
    const first = starts[from] | 0
    const end = starts[to] | 0
    return isSingle ? end - first : this.multiLocation.count(providers, first, end)
  }

  private collectNear(area: Area, runs: PointRuns, from: number, to: number, isSingle: boolean, top: TopHits): void {
    const { sites } = runs
    const { spotPositions } = this.points
    const { origin } = area
    for (let run = from; run < to; run++) {
      const spot = spotOf(sites[run])
      const rough = origin.roughHaversineTo(spotPositions[2 * spot], spotPositions[2 * spot + 1])
      if (rough <= this.nearRuns.worst * (1 + roughness)) this.collect(area, runs, run, isSingle, top)
    }
  }

  private searchRuns(area: Area, runs: PointRuns, from: number, to: number, isSingle: boolean, top: TopHits): number {
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
      total += this.countRuns(runs, run, run + 1, isSingle)
      if (rough <= this.nearRuns.worst * (1 + roughness)) this.collect(area, runs, run, isSingle, top)
    }
    return total
  }

  private collect(area: Area, runs: PointRuns, run: number, isSingle: boolean, top: TopHits): void {
    const { nearRuns } = this
    const haversine = this.distances.haversineTo(spotOf(runs.sites[run]))
    if (haversine > nearRuns.worst) return
    // A multi-location provider's hit is found when it is read.
    nearRuns.add(run, haversine, isSingle ? runs.starts[run + 1] - runs.starts[run] : 0)
    if (nearRuns.isFull || !top.areFew) this.offerNear(area, runs, top)
  }

  private offerNear(area: Area, runs: PointRuns, top: TopHits): void {
    const { nearRuns } = this
    for (let index = 0; index < nearRuns.count; index++) {
      const haversine = nearRuns.haversines[index]
      if (haversine > top.worst) break
      this.offerPoints(area, runs, nearRuns.runs[index], haversine, top)
    }
    nearRuns.begin(top.capacity, top.worst)
  }

  private offerPoints(area: Area, runs: PointRuns, run: number, haversine: number, top: TopHits): void {
    const { sites, starts, providers } = runs
    const { multiProviders } = this.points
    const spot = spotOf(sites[run])
    const isSingle = sites[run] < firstMultiSite
    for (let point = starts[run]; point < starts[run + 1]; point++) {
      const provider = providers[point]
      const ordinal = isSingle ? provider : multiProviders[provider]
      // Providers of a run ascend: after one that is not accepted, none is.
      if (!top.accepts(haversine, ordinal)) return
      const entry = isSingle ? noEntry : this.locations.hitEntryAt(provider, spot, area)
      if (entry !== undefined) top.offer(haversine, ordinal, entry)
    }
  }
}

export class PracticeLocations {
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

  /** Each point of the provider is met; only the nearest is a hit. */
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
