/**
 * Searches groups of which every point in the area counts: what is asked for most, and where a search takes microseconds, of which
 * each look at an object costs a part. So the loops here have all they need in variables of their own. Distances are told roughly
 * where that is enough, and in full of those runs alone that may have hits.
 */
import type { Area } from './area.ts'
import type { NearCells } from './near-cells.ts'
import { NearRuns } from './near-runs.ts'
import type { ClassRun } from './point-classes.ts'
import { firstSiteOf, firstSpreadSite, type PointRuns, spotOf } from './point-runs.ts'
import type { Points, SpotDistances } from './points.ts'
import { lowerBoundOfSmall } from './posting-lists.ts'
import type { Practices } from './practices.ts'
import type { SpreadCount } from './spread-count.ts'
import { noEntry, type TopHits } from './top-hits.ts'

/** Rough haversines are nearer to the exact ones than this part of them. */
const roughness = 1e-8

export class CountedSearch {
  private readonly points: Points
  private readonly distances: SpotDistances
  private readonly practices: Practices
  private readonly spread: SpreadCount
  private readonly nearRuns = new NearRuns()

  constructor(points: Points, parts: { distances: SpotDistances; practices: Practices; spread: SpreadCount }) {
    this.points = points
    this.distances = parts.distances
    this.practices = parts.practices
    this.spread = parts.spread
  }

  /** Offers the points of some classes in the groups found to `top`, and returns how many providers have one in the area. */
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

  /** Counts some runs whose points lie all in the area. */
  private countRuns({ starts, holders }: PointRuns, from: number, to: number, isOnly: boolean): number {
    const first = starts[from] | 0
    const end = starts[to] | 0
    return isOnly ? end - first : this.spread.count(holders, first, end)
  }

  /** Keeps those of some runs, whose points lie all in the area, that may have hits. */
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

  /** Counts the points of some runs that lie in the area, and keeps the runs that may have hits. */
  private searchRuns(area: Area, runs: PointRuns, from: number, to: number, isOnly: boolean, top: TopHits): number {
    const { sites } = runs
    const { spotPositions } = this.points
    const { origin, brink } = area
    const inside = brink * (1 - roughness)
    const outside = brink * (1 + roughness)
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
    // Which point is a hit of a spread provider is seen when it is asked.
    nearRuns.add(run, haversine, isOnly ? runs.starts[run + 1] - runs.starts[run] : 0)
    if (nearRuns.isFull || !top.areFew) this.settle(area, runs, top)
  }

  /** Offers the points of the runs kept, nearest first. */
  private settle(area: Area, runs: PointRuns, top: TopHits): void {
    const { nearRuns } = this
    for (let index = 0; index < nearRuns.count; index++) {
      const haversine = nearRuns.haversines[index]
      if (haversine > top.worst) break
      this.offerPoints(area, runs, nearRuns.runs[index], haversine, top)
    }
    nearRuns.begin(top.wanted, top.worst)
  }

  /** Offers the points of a run as far as they are wanted. */
  private offerPoints(area: Area, runs: PointRuns, run: number, haversine: number, top: TopHits): void {
    const { sites, starts, holders } = runs
    const { spreadProviders } = this.points
    const spot = spotOf(sites[run])
    const isOnly = sites[run] < firstSpreadSite
    for (let point = starts[run]; point < starts[run + 1]; point++) {
      const holder = holders[point]
      const ordinal = isOnly ? holder : spreadProviders[holder]
      // The providers of a run ascend, so that after one that is not wanted none is.
      if (!top.wants(haversine, ordinal)) return
      const entry = isOnly ? noEntry : this.practices.hitEntryAt(holder, spot, area)
      if (entry !== undefined) top.offer(haversine, ordinal, entry)
    }
  }
}
