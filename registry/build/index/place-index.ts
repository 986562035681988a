/**
 * Where providers practise, in the order of a snapshot: by cell, class, spot and provider. Points name their providers by ordinal, spread
 * ones, too; how a snapshot names them is for place-writer.ts.
 */

import { siteOf } from '#registry/search/point-runs'
import { type Lists, listAt } from '#registry/search/posting-lists'
import { cellOrder, type PlacedPoints } from './cell-order.ts'
import { columnOfU32 } from './column.ts'
import { type Spots, spotsOf } from './spots.ts'
import { bearersOfSets } from './vocabulary.ts'

/** Points by group, and in a group by site (registry/search/point-runs.ts). */
export interface Runs {
  /** Group g has the runs from `groupStarts[g]` up to `groupStarts[g + 1]`. */
  groupStarts: Uint32Array
  sites: Uint32Array
  /** Run r has the points from `starts[r]` up to `starts[r + 1]`, with ascending providers. */
  starts: Uint32Array
  providers: Uint32Array
}

/** The points of each member of a vocabulary, in a group for each cell in which it has any. */
export interface Groups {
  /** Member m has the groups from `memberStarts[m]` up to `memberStarts[m + 1]`. */
  memberStarts: Uint32Array
  cells: Uint32Array
  runs: Runs
}

/** In the order of its locations, a provider has the entries from `starts[provider]` up to `starts[provider + 1]`. */
export interface Entries {
  starts: Uint32Array
  spots: Uint32Array
  /** Which of its provider's locations each is. */
  locations: Uint16Array
}

export interface PlaceIndex {
  /** A cell's number times 2^16 and its state, ascending. */
  cellKeys: Float64Array
  spots: Spots
  /** Group c is that of cell c. */
  runs: Runs
  /** Of those who have several points; others may have any. */
  entries: Entries
}

/** Points in the order they came in, which is that of their providers and of each provider's locations. */
export interface PointColumns extends PlacedPoints {
  providers: Uint32Array
  locations: Uint16Array
  /** Provider p has the points from `providerStarts[p]` up to `providerStarts[p + 1]`. */
  providerStarts: Uint32Array
}

export function placeIndexOf(columns: PointColumns): PlaceIndex {
  const { order, keys, starts } = cellOrder(columns)
  const { spots, ofPoints } = spotsOf(columns, order, starts)
  const runs = new RunColumns()
  const groupStarts = new Uint32Array(starts.length)
  for (let cell = 0; cell + 1 < starts.length; cell++) {
    groupStarts[cell] = runs.count
    for (let at = starts[cell]; at < starts[cell + 1]; at++) {
      runs.add(siteOf(columns.classes[order[at]], ofPoints[order[at]]), at, at === starts[cell])
    }
  }
  groupStarts[starts.length - 1] = runs.count
  const providers = new Uint32Array(order.length)
  for (let at = 0; at < order.length; at++) providers[at] = columns.providers[order[at]]
  const entries = { starts: columns.providerStarts, spots: ofPoints, locations: columns.locations }
  return { cellKeys: keys, spots, runs: { groupStarts, ...runs.whole(order.length), providers }, entries }
}

/** The points of an index one by one, in their order. */
export interface EachPoint {
  providers: Uint32Array
  sites: Uint32Array
  cells: Uint32Array
}

export function pointsOf({ runs: { groupStarts, sites, starts, providers } }: Pick<PlaceIndex, 'runs'>): EachPoint {
  const points = { providers, sites: new Uint32Array(providers.length), cells: new Uint32Array(providers.length) }
  for (let cell = 0; cell + 1 < groupStarts.length; cell++) {
    points.cells.fill(cell, starts[groupStarts[cell]], starts[groupStarts[cell + 1]])
  }
  for (let run = 0; run < sites.length; run++) points.sites.fill(sites[run], starts[run], starts[run + 1])
  return points
}

/** The groups of a vocabulary with so many members, of which provider p has those of set `setOf[p]`. */
export function groupsOf(points: EachPoint, setOf: Uint32Array, sets: Lists, memberCount: number): Groups {
  const { sites, cells } = points
  const setOfPoint = new Uint32Array(sites.length)
  for (let point = 0; point < sites.length; point++) setOfPoint[point] = setOf[points.providers[point]]
  // The points ascend by cell, and so do those of each member.
  const bearers = bearersOfSets(setOfPoint, sets, memberCount)
  const memberStarts = new Uint32Array(memberCount + 1)
  const groupCells = columnOfU32()
  const groupStarts = columnOfU32()
  const groupRuns = new RunColumns()
  let place = 0
  for (let member = 0; member < memberCount; member++) {
    memberStarts[member] = groupCells.length
    let cell = -1
    for (const point of listAt(bearers, member)) {
      const isNext = cells[point] !== cell
      if (isNext) {
        cell = cells[point]
        groupCells.push(cell)
        groupStarts.push(groupRuns.count)
      }
      groupRuns.add(sites[point], place++, isNext)
    }
  }
  memberStarts[memberCount] = groupCells.length
  groupStarts.push(groupRuns.count)
  const providers = bearers.members
  for (let at = 0; at < providers.length; at++) providers[at] = points.providers[providers[at]]
  const ofGroups = { groupStarts: groupStarts.whole(), ...groupRuns.whole(providers.length), providers }
  return { memberStarts, cells: groupCells.whole(), runs: ofGroups }
}

/** Runs as they are met. */
class RunColumns {
  private readonly sites = columnOfU32()
  private readonly starts = columnOfU32()
  private last = -1

  get count(): number {
    return this.sites.length
  }

  /** Adds the point at a place; it begins a run where its site is another than the last one's, or where it is the first of its group. */
  add(site: number, place: number, isFirst: boolean): void {
    if (site === this.last && !isFirst) return
    this.last = site
    this.sites.push(site)
    this.starts.push(place)
  }

  /** The runs of so many points. */
  whole(pointCount: number): Pick<Runs, 'sites' | 'starts'> {
    this.starts.push(pointCount)
    return { sites: this.sites.whole(), starts: this.starts.whole() }
  }
}
