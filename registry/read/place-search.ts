/**
 * Searches an area cell by cell, nearest first. A cell that lies wholly in the area and is farther than every hit still wanted
 * is counted without looking at distances, which makes exact totals cheap in crowded places. A provider with several points
 * is counted once and stands with the nearest of those that lie in the area.
 */
import { milesOf } from './geometry.ts'
import { lowerBound } from './lists.ts'
import { type Area, classCount, type NearCell, type Points, pointClasses } from './points.ts'
import type { TopHits } from './top-hits.ts'

/** With more codes than this, looking at every point costs less than looking every code up in every cell. */
const codesByGroupMax = 16

type Accepts = (ordinal: number) => boolean

/** Which of the points in an area count. */
export interface PointFilter {
  /** Classes of points, by their place in `pointClasses`. */
  classes: readonly number[]
  /** The taxonomies asked for: their numbers, the set of each provider, and for each set the rank of its first one asked. */
  taxonomies: { numbers: readonly number[]; sets: Uint32Array; ranks: Uint16Array } | undefined
  /** What else must hold of the provider; undefined when nothing does. */
  accepts: Accepts | undefined
}

/** One way through each cell: all of its points, or those with one taxonomy. */
interface Pass {
  taxonomy: number | undefined
  accepts: Accepts | undefined
}

/** One cell being searched. */
interface Visit {
  area: Area
  top: TopHits
  /** Every point of the cell lies in the area. */
  isInside: boolean
  /** And none of them is near enough to be a hit. */
  isJustCounted: boolean
}

export interface NearestPoint {
  point: number
  haversine: number
}

export class PlaceSearch {
  private readonly points: Points
  /** The round in which a provider with several points was counted last. */
  private readonly countedIn: Uint8Array
  private round = 0

  constructor(points: Points, providerCount: number) {
    this.points = points
    this.countedIn = new Uint8Array(providerCount)
  }

  /**
   * Offers the matching providers of `cells`, which come nearest first, to `top` as far as they are wanted there, and returns
   * how many match.
   */
  search(area: Area, cells: readonly NearCell[], filter: PointFilter, top: TopHits): number {
    this.beginRound()
    const passes = passesOf(filter)
    let total = 0
    for (const { cell, nearestMiles, farthestMiles } of cells) {
      const isInside = farthestMiles <= area.radiusMiles
      const isFar = top.worst < 0 || nearestMiles > milesOf(top.worst)
      const visit = { area, top, isInside, isJustCounted: isInside && isFar }
      for (const pass of passes) total += this.searchCell(cell, filter.classes, pass, visit)
    }
    return total
  }

  /** The nearest point of a provider that lies in the area, the earliest location of equally near ones. */
  nearestOf(ordinal: number, area: Area): NearestPoint | undefined {
    const { points } = this
    let nearest: NearestPoint | undefined
    for (let at = points.providerStarts[ordinal]; at < points.providerStarts[ordinal + 1]; at++) {
      const point = points.pointsOfProvider[at]
      if (area.state !== undefined && points.states[point] !== area.state) continue
      const haversine = area.origin.haversineTo(points.latitudes[point], points.longitudes[point])
      // A provider's points stand in the order of its locations, so the earliest of equally near ones is kept.
      if (nearest === undefined || haversine < nearest.haversine) nearest = { point, haversine }
    }
    return nearest !== undefined && area.reaches(nearest.haversine) ? nearest : undefined
  }

  /** Forgets who was counted, by a new number; after 255 rounds the numbers begin again. */
  private beginRound(): void {
    this.round = (this.round + 1) & 0xff
    if (this.round !== 0) return
    this.countedIn.fill(0)
    this.round = 1
  }

  private searchCell(cell: number, classes: readonly number[], pass: Pass, visit: Visit): number {
    const { points } = this
    let entry = 0
    let entryEnd = 0
    if (pass.taxonomy !== undefined) {
      const group = this.groupOf(cell, pass.taxonomy)
      if (group === undefined) return 0
      entry = points.entryStarts[group]
      entryEnd = points.entryStarts[group + 1]
    }
    let total = 0
    for (const pointClass of classes) {
      const from = points.classStarts[cell * classCount + pointClass]
      const to = points.classStarts[cell * classCount + pointClass + 1]
      if (from === to) continue
      const { isOnly } = pointClasses[pointClass]
      if (pass.taxonomy === undefined) {
        total += this.visit(visit, undefined, from, to, isOnly, pass.accepts)
      } else {
        // A group's points ascend, so those of one class stand together.
        const entryFrom = lowerBound(points.entries, from, entry, entryEnd)
        entry = lowerBound(points.entries, to, entryFrom, entryEnd)
        total += this.visit(visit, points.entries, entryFrom, entry, isOnly, pass.accepts)
      }
    }
    return total
  }

  /** Visits the points from `from` up to `to`, or those that `entries` names there, and returns how many providers count. */
  private visit(
    { area, top, isInside, isJustCounted }: Visit,
    entries: Uint32Array | undefined,
    from: number,
    to: number,
    isOnly: boolean,
    accepts: Accepts | undefined,
  ): number {
    if (isOnly && isJustCounted && accepts === undefined) return to - from
    const { points } = this
    let total = 0
    // Whole runs of points stand at the spot of one ZIP code: their distance is found once.
    let latitude = Number.NaN
    let longitude = Number.NaN
    let haversine = 0
    for (let at = from; at < to; at++) {
      const point = entries === undefined ? at : entries[at]
      const ordinal = points.providers[point]
      if (!isOnly && this.countedIn[ordinal] === this.round) continue
      if (accepts !== undefined && !accepts(ordinal)) continue
      if (!isJustCounted) {
        if (points.latitudes[point] !== latitude || points.longitudes[point] !== longitude) {
          latitude = points.latitudes[point]
          longitude = points.longitudes[point]
          haversine = area.origin.haversineTo(latitude, longitude)
        }
        if (!isInside && !area.reaches(haversine)) continue
        if (isOnly) top.offer(haversine, ordinal, point)
        else this.offerNearest(ordinal, area, top)
      }
      if (!isOnly) this.countedIn[ordinal] = this.round
      total++
    }
    return total
  }

  private offerNearest(ordinal: number, area: Area, top: TopHits): void {
    const nearest = this.nearestOf(ordinal, area)
    if (nearest !== undefined) top.offer(nearest.haversine, ordinal, nearest.point)
  }

  private groupOf(cell: number, taxonomy: number): number | undefined {
    const end = this.points.groupStarts[cell + 1]
    const group = lowerBound(this.points.groupTaxonomies, taxonomy, this.points.groupStarts[cell], end)
    return group < end && this.points.groupTaxonomies[group] === taxonomy ? group : undefined
  }
}

function passesOf({ taxonomies, accepts }: PointFilter): Pass[] {
  if (taxonomies === undefined) return [{ taxonomy: undefined, accepts }]
  const { numbers, sets, ranks } = taxonomies
  if (numbers.length > codesByGroupMax) {
    return [{ taxonomy: undefined, accepts: both(accepts, (ordinal) => ranks[sets[ordinal]] > 0) }]
  }
  // A provider with several of the codes counts where the first of them stands.
  return numbers.map((taxonomy, place) => ({
    taxonomy,
    accepts: place === 0 ? accepts : both(accepts, (ordinal) => ranks[sets[ordinal]] === place + 1),
  }))
}

function both(first: Accepts | undefined, second: Accepts): Accepts {
  return first === undefined ? second : (ordinal) => second(ordinal) && first(ordinal)
}
