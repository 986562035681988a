/**
 * Where providers practise. A point is one practice location that could be placed; several locations of one provider at the
 * same spot are one point. Points stand in the order of the cells they lie in. A cell of the grid that lies in several states
 * is several cells here, so that every cell has one state, and within a cell the points stand by class.
 */
import {
  type CellRange,
  cellReaches,
  cellSize,
  cellsAround,
  columnCount,
  haversineOf,
  microdegrees,
  milesOf,
  Origin,
} from './geometry.ts'
import { lowerBound } from './lists.ts'
import type { Resource, SearchPlace } from './query.ts'
import type { SnapshotFiles } from './snapshot-files.ts'

/**
 * The classes of points, in their order within a cell: by what the provider is, and by whether this is its only point, for
 * such points can be counted without asking whether the provider was counted before.
 */
export const pointClasses = [
  { kind: 'doctor', isOnly: true },
  { kind: 'doctor', isOnly: false },
  { kind: 'otherIndividual', isOnly: true },
  { kind: 'otherIndividual', isOnly: false },
  { kind: 'organization', isOnly: true },
  { kind: 'organization', isOnly: false },
] as const

export const classCount = pointClasses.length

export type PointKind = (typeof pointClasses)[number]['kind']

/** The classes that hold the points of a resource, by their place above. */
export const classesOf = {
  doctors: [0, 1],
  individuals: [0, 1, 2, 3],
  organizations: [4, 5],
} as const satisfies Record<Resource, readonly number[]>

/** A two-letter state code as one number; 0 for anything else. */
export function stateNumber(state: string): number {
  return /^[A-Z]{2}$/.test(state) ? state.charCodeAt(0) * 256 + state.charCodeAt(1) : 0
}

/** Where to look: within a radius of a point, in a state, or both. */
export class Area {
  readonly origin: Origin
  /** Infinity when only the state bounds the area. */
  readonly radiusMiles: number
  /** By `stateNumber`; undefined when any state will do. */
  readonly state: number | undefined
  private readonly brink: number

  constructor(place: SearchPlace) {
    this.origin = new Origin(place.latitude * microdegrees, place.longitude * microdegrees)
    this.radiusMiles = place.radiusMiles ?? Number.POSITIVE_INFINITY
    this.state = place.state === undefined ? undefined : stateNumber(place.state)
    this.brink = this.radiusMiles === Number.POSITIVE_INFINITY ? 2 : haversineOf(this.radiusMiles)
  }

  /** Whether a haversine from the origin belongs to a distance within the radius; on the brink the distance itself decides. */
  reaches(haversine: number): boolean {
    if (Math.abs(haversine - this.brink) > this.brink * 1e-9) return haversine < this.brink
    return milesOf(haversine) <= this.radiusMiles
  }
}

/** A cell that an area may touch, and bounds on how far its points are from the area's origin. */
export interface NearCell {
  cell: number
  nearestMiles: number
  farthestMiles: number
}

export class Points {
  readonly latitudes: Int32Array
  readonly longitudes: Int32Array
  readonly providers: Uint32Array
  /** Which of its provider's practice locations a point is. */
  readonly locations: Uint16Array
  readonly states: Uint16Array
  /** The points of class k of cell c stand from `classStarts[c * classCount + k]` up to the next start. */
  readonly classStarts: Uint32Array
  /** Cell c has the groups from `groupStarts[c]` up to `groupStarts[c + 1]`: one for each taxonomy of its providers. */
  readonly groupStarts: Uint32Array
  readonly groupTaxonomies: Uint16Array
  /** Group g has the points in `entries` from `entryStarts[g]` up to `entryStarts[g + 1]`, ascending. */
  readonly entryStarts: Uint32Array
  readonly entries: Uint32Array
  /** In the order of its locations, provider p has the points in `pointsOfProvider` from `providerStarts[p]` up to `providerStarts[p + 1]`. */
  readonly providerStarts: Uint32Array
  readonly pointsOfProvider: Uint32Array
  private readonly cellNumbers: Uint32Array
  private readonly cellStates: Uint16Array
  private readonly cellsOfState = new Map<number, number[]>()
  private readonly reaches = cellReaches()

  constructor(files: SnapshotFiles) {
    this.latitudes = files.i32('point-latitudes')
    this.longitudes = files.i32('point-longitudes')
    this.providers = files.u32('point-providers')
    this.locations = files.u16('point-locations')
    this.states = files.u16('point-states')
    this.classStarts = files.u32('cell-class-starts')
    this.groupStarts = files.u32('cell-group-starts')
    this.groupTaxonomies = files.u16('group-taxonomies')
    this.entryStarts = files.u32('group-entry-starts')
    this.entries = files.u32('group-entries')
    this.providerStarts = files.u32('provider-point-starts')
    this.pointsOfProvider = files.u32('provider-points')
    this.cellNumbers = files.u32('cell-numbers')
    this.cellStates = files.u16('cell-states')
    for (const [cell, state] of this.cellStates.entries()) {
      const cells = this.cellsOfState.get(state)
      if (cells === undefined) this.cellsOfState.set(state, [cell])
      else cells.push(cell)
    }
  }

  /** The cells an area may touch, nearest first. */
  cellsIn(area: Area): NearCell[] {
    const cells: NearCell[] = []
    const add = (cell: number) => {
      const number = this.cellNumbers[cell]
      const row = Math.floor(number / columnCount)
      const latitude = row * cellSize + cellSize / 2 - 90 * microdegrees
      const longitude = (number % columnCount) * cellSize + cellSize / 2 - 180 * microdegrees
      const middleMiles = area.origin.milesTo(latitude, longitude)
      const nearestMiles = middleMiles - this.reaches[row]
      if (nearestMiles <= area.radiusMiles)
        cells.push({ cell, nearestMiles, farthestMiles: middleMiles + this.reaches[row] })
    }
    if (area.radiusMiles === Number.POSITIVE_INFINITY) {
      for (const cell of (area.state !== undefined && this.cellsOfState.get(area.state)) || []) add(cell)
    } else {
      const range = cellsAround(area.origin.latitude, area.origin.longitude, area.radiusMiles)
      this.eachCellIn(range, (cell) => {
        if (area.state === undefined || this.cellStates[cell] === area.state) add(cell)
      })
    }
    return cells.sort((a, b) => a.nearestMiles - b.nearestMiles)
  }

  /** How many points the cells have in all. */
  countIn(cells: readonly NearCell[]): number {
    let count = 0
    for (const { cell } of cells)
      count += this.classStarts[(cell + 1) * classCount] - this.classStarts[cell * classCount]
    return count
  }

  private eachCellIn(range: CellRange, visit: (cell: number) => void): void {
    let cell = 0
    const visitColumns = (row: number, from: number, to: number) => {
      const last = row * columnCount + to
      cell = lowerBound(this.cellNumbers, row * columnCount + from, cell, this.cellNumbers.length)
      for (; cell < this.cellNumbers.length && this.cellNumbers[cell] <= last; cell++) visit(cell)
    }
    for (let row = range.rowFrom; row <= range.rowTo; row++) {
      const { columnFrom, columnTo } = range
      // Across the antimeridian the columns go on at the other end of the row. West comes first in the file.
      if (columnFrom < 0) {
        visitColumns(row, 0, columnTo)
        visitColumns(row, columnFrom + columnCount, columnCount - 1)
      } else if (columnTo >= columnCount) {
        visitColumns(row, 0, columnTo - columnCount)
        visitColumns(row, columnFrom, columnCount - 1)
      } else {
        visitColumns(row, columnFrom, columnTo)
      }
    }
  }
}
