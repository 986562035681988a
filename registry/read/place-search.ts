/**
 * Searches an area cell by cell, roughly from near to far. A cell that lies wholly in the area and is farther than every hit
 * still wanted is counted without looking at distances, which makes exact totals cheap in crowded places. The order of the
 * cells decides how much is looked at, never what is found. A provider with several points is counted once and stands with
 * the nearest of those that lie in the area.
 */
import type { Area } from './area.ts'
import { Bits } from './bits.ts'
import type { CellGroups } from './cell-groups.ts'
import { lowerBound } from './lists.ts'
import type { NearCells } from './near-cells.ts'
import { type ClassRun, classCount } from './point-classes.ts'
import { type Points, SpotDistances } from './points.ts'
import { Practices } from './practices.ts'
import { type ProviderTest, passes, type Wanted } from './provider-filter.ts'
import { SpreadCount } from './spread-count.ts'
import type { TopHits } from './top-hits.ts'

/** Which of the points in an area count. */
export interface PointFilter {
  classes: readonly ClassRun[]
  /** Only points with one of these members; undefined when all points are to be looked at. */
  driver: Pick<Wanted, 'groups' | 'numbers'> | undefined
  /** What else must hold of the provider; undefined when nothing does. Without a driver nothing is wanted of it but to be named. */
  rest: ProviderTest | undefined
}

/** One cell being searched. */
interface Visit {
  area: Area
  top: TopHits
  rest: ProviderTest | undefined
  /** Every point of the cell lies in the area. */
  isInside: boolean
  /** And none of them is near enough to be a hit. */
  isJustCounted: boolean
  /** What is added to a spread provider's point to find the provider's number. */
  spreadOffset: number
}

export class PlaceSearch {
  private readonly points: Points
  private readonly near: NearCells
  private readonly distances: SpotDistances
  private readonly practices: Practices
  private readonly spread: SpreadCount
  /** Points with any of several members. */
  private readonly marked: Bits
  /** The points to be looked at in the cell being searched: those marked, or those of the named. */
  private listed = new Uint32Array(0)

  constructor(points: Points, near: NearCells) {
    this.points = points
    this.near = near
    this.distances = new SpotDistances(points)
    this.practices = new Practices(points, this.distances)
    this.spread = new SpreadCount(points)
    this.marked = new Bits(points.providers.length)
  }

  /** How many points lie in the cells that an area may touch. */
  countPoints(area: Area): number {
    const { near, points } = this
    near.find(area)
    let count = 0
    for (let place = 0; place < near.count; place++) {
      const first = near.cells[place] * classCount
      count += points.classStarts[first + classCount] - points.classStarts[first]
    }
    return count
  }

  /** Offers those of some providers that practise in the area to `top`, and returns how many they are. */
  searchAmong(area: Area, ordinals: Iterable<number>, top: TopHits): number {
    this.distances.begin(area.origin)
    let total = 0
    for (const ordinal of ordinals) {
      const point = this.practices.nearestOf(ordinal, area)
      if (point === undefined) continue
      top.offer(this.distances.haversineTo(this.points.spots[point]), ordinal, point)
      total++
    }
    return total
  }

  /** Offers the matching providers in the area to `top` as far as they are wanted there, and returns how many match. */
  search(area: Area, { classes, driver, rest }: PointFilter, top: TopHits): number {
    this.spread.begin()
    this.distances.begin(area.origin)
    const { near } = this
    const group = driver?.numbers.length === 1 ? driver.groups : undefined
    if (driver === undefined) near.find(area)
    else if (group !== undefined) near.findGroups(area, group, driver.numbers[0])
    else this.findMarked(area, driver.groups, driver.numbers)
    near.sort()

    const visit: Visit = { area, top, rest, isInside: false, isJustCounted: false, spreadOffset: 0 }
    let total = 0
    for (let index = 0; index < near.count; index++) {
      const place = near.order[index]
      const cell = near.cells[place]
      visit.isInside = near.areInside[place] === 1
      visit.isJustCounted = visit.isInside && near.haversinesMin[place] > top.worst
      visit.spreadOffset = this.points.spreadOffsets[cell]
      if (driver === undefined) {
        total += this.searchAll(visit, cell, classes)
      } else if (group !== undefined) {
        const { points, pointStarts } = group
        const from = pointStarts[near.groups[place]]
        total += this.searchListed(visit, cell, classes, points, from, pointStarts[near.groups[place] + 1])
      } else {
        total += this.searchMarked(visit, cell, classes)
      }
    }
    if (driver !== undefined && group === undefined) this.unmark()
    return total
  }

  /** Finds the cells of an area and marks the points in them that have any of some members: a point with several, once. */
  private findMarked(area: Area, groups: CellGroups, numbers: readonly number[]): void {
    const { near, marked } = this
    near.find(area)
    for (const number of numbers) {
      near.eachGroup(area, groups, number, (_cell, group) => {
        marked.addFrom(groups.points, groups.pointStarts[group], groups.pointStarts[group + 1])
      })
    }
  }

  private unmark(): void {
    const { classStarts } = this.points
    this.near.eachRun((from, to) => this.marked.clear(classStarts[from * classCount], classStarts[to * classCount]))
  }

  /** Searches all points of a cell, as far as possible by runs: those of one run are equally far. */
  private searchAll(visit: Visit, cell: number, classes: readonly ClassRun[]): number {
    const { classStarts, classRunStarts } = this.points
    let total = 0
    for (const { from, to, isOnly } of classes) {
      const first = classStarts[cell * classCount + from]
      const end = classStarts[cell * classCount + to]
      if (first === end) continue
      if (visit.rest?.named !== undefined) {
        total += this.searchNamed(visit, visit.rest.named, first, end, isOnly)
      } else if (visit.isJustCounted) {
        total += isOnly ? end - first : this.spread.count(visit.spreadOffset + first, visit.spreadOffset + end)
      } else {
        const [run, runEnd] = [classRunStarts[cell * classCount + from], classRunStarts[cell * classCount + to]]
        total += this.searchRuns(visit, run, runEnd, isOnly)
      }
    }
    return total
  }

  /** Searches those points of a cell that `listed` names from `from` up to `to`, ascending; by runs where that is less to look at. */
  private searchListed(
    visit: Visit,
    cell: number,
    classes: readonly ClassRun[],
    listed: Uint32Array,
    from: number,
    to: number,
  ): number {
    const { classStarts, classRunStarts } = this.points
    let total = 0
    let end = from
    for (const { from: fromClass, to: toClass, isOnly } of classes) {
      if (end === to) break
      const first = lowerBound(listed, classStarts[cell * classCount + fromClass], end, to)
      end = lowerBound(listed, classStarts[cell * classCount + toClass], first, to)
      if (first === end) continue
      const run = classRunStarts[cell * classCount + fromClass]
      if (visit.rest !== undefined || classRunStarts[cell * classCount + toClass] - run > end - first) {
        total += this.searchPoints(visit, visit.rest, listed, first, end, isOnly)
      } else if (visit.isJustCounted) {
        total += isOnly ? end - first : this.spread.countListed(visit.spreadOffset, listed, first, end)
      } else {
        total += this.searchListedRuns(visit, listed, first, end, run, isOnly)
      }
    }
    return total
  }

  /** Searches the marked points of a cell. */
  private searchMarked(visit: Visit, cell: number, classes: readonly ClassRun[]): number {
    const { classStarts } = this.points
    let total = 0
    for (const { from, to, isOnly } of classes) {
      const first = classStarts[cell * classCount + from]
      const end = classStarts[cell * classCount + to]
      if (isOnly && visit.rest === undefined && visit.isJustCounted) {
        total += this.marked.countBetween(first, end)
      } else {
        this.makeRoom(end - first)
        const length = this.marked.listBetween(first, end, this.listed)
        total += this.searchPoints(visit, visit.rest, this.listed, 0, length, isOnly)
      }
    }
    return total
  }

  /** Searches those of the points from `from` up to `to` whose providers are named: of a state's they are few, so they are picked out first. */
  private searchNamed(visit: Visit, named: Bits, from: number, to: number, isOnly: boolean): number {
    if (visit.isJustCounted && isOnly) return named.countAmong(this.points.providers, from, to)
    this.makeRoom(to - from)
    const length = named.placesAmong(this.points.providers, from, to, this.listed)
    return this.searchPoints(visit, undefined, this.listed, 0, length, isOnly)
  }

  private makeRoom(length: number): void {
    if (length > this.listed.length) this.listed = new Uint32Array(2 * length)
  }

  private searchRuns(visit: Visit, from: number, to: number, isOnly: boolean): number {
    const { area, top, isInside } = visit
    const { runStarts, spots, providers } = this.points
    let total = 0
    for (let run = from; run < to; run++) {
      const first = runStarts[run]
      const end = runStarts[run + 1]
      const haversine = this.distances.haversineTo(spots[first])
      if (!isInside && !area.reaches(haversine)) continue
      total += isOnly ? end - first : this.spread.count(visit.spreadOffset + first, visit.spreadOffset + end)
      if (haversine > top.worst) continue
      for (let point = first; point < end; point++) {
        // The providers of a run ascend, so that after one that is not wanted none is.
        if (!top.wants(haversine, providers[point])) break
        if (isOnly || this.isNearest(point, visit.spreadOffset, area)) top.offer(haversine, providers[point], point)
      }
    }
    return total
  }

  /** Searches the listed points from `from` up to `to`, of which none stands before `run`: those of one run are equally far. */
  private searchListedRuns(
    visit: Visit,
    listed: Uint32Array,
    from: number,
    to: number,
    run: number,
    isOnly: boolean,
  ): number {
    const { area, top, isInside } = visit
    const { runStarts, spots, providers } = this.points
    let total = 0
    let end = from
    while (end < to) {
      const first = end
      while (runStarts[run + 1] <= listed[first]) run++
      const runEnd = runStarts[run + 1]
      while (end < to && listed[end] < runEnd) end++
      const haversine = this.distances.haversineTo(spots[listed[first]])
      if (!isInside && !area.reaches(haversine)) continue
      total += isOnly ? end - first : this.spread.countListed(visit.spreadOffset, listed, first, end)
      if (haversine > top.worst) continue
      for (let at = first; at < end; at++) {
        const point = listed[at]
        // The providers of a run ascend, so that after one that is not wanted none is.
        if (!top.wants(haversine, providers[point])) break
        if (isOnly || this.isNearest(point, visit.spreadOffset, area)) top.offer(haversine, providers[point], point)
      }
    }
    return total
  }

  /** Searches those points that `listed` names from `from` up to `to`, of whose providers `rest` must hold. */
  private searchPoints(
    { area, top, isInside, isJustCounted, spreadOffset }: Visit,
    rest: ProviderTest | undefined,
    listed: Uint32Array,
    from: number,
    to: number,
    isOnly: boolean,
  ): number {
    const { spots, providers } = this.points
    let total = 0
    for (let at = from; at < to; at++) {
      const point = listed[at]
      if (rest !== undefined && !passes(rest, providers[point])) continue
      if (!isJustCounted) {
        const haversine = this.distances.haversineTo(spots[point])
        if (!isInside && !area.reaches(haversine)) continue
        if (
          haversine <= top.worst &&
          top.wants(haversine, providers[point]) &&
          (isOnly || this.isNearest(point, spreadOffset, area))
        ) {
          top.offer(haversine, providers[point], point)
        }
      }
      if (isOnly || this.spread.isFirst(spreadOffset + point)) total++
    }
    return total
  }

  /** Whether a point is its provider's hit. Each of the provider's points in the area is met once, and one of them is it. */
  private isNearest(point: number, spreadOffset: number, area: Area): boolean {
    return this.practices.nearestOfSpread(this.points.spreadNumbers[spreadOffset + point], area) === point
  }
}
