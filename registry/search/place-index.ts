/**
 * The classes of points, in their order within a cell: first by whether this is the provider's only point and its
 * primary location, for such points can be counted without asking whether the provider was counted before, and need not
 * tell where they come from; then by what the provider is, then by its sex, so that a search for one sex passes over
 * the others. A resource's points of one sex, or of all, are a few runs of classes.
 */
import type { Area } from './geometry.ts'
import { CellMiddles, cellsAround, columnCount, Origin, rowCount } from './geometry.ts'
import { lowerBoundOfSmall } from './posting-lists.ts'
import type { Resource } from './query.ts'
import type { SnapshotFiles } from './snapshot.ts'

export const pointClasses = [
  { isOnly: true, kind: 'doctor', sex: 'M' },
  { isOnly: true, kind: 'doctor', sex: 'F' },
  { isOnly: true, kind: 'doctor', sex: null },
  { isOnly: true, kind: 'otherIndividual', sex: 'M' },
  { isOnly: true, kind: 'otherIndividual', sex: 'F' },
  { isOnly: true, kind: 'otherIndividual', sex: null },
  { isOnly: true, kind: 'organization', sex: null },
  { isOnly: false, kind: 'doctor', sex: 'M' },
  { isOnly: false, kind: 'doctor', sex: 'F' },
  { isOnly: false, kind: 'doctor', sex: null },
  { isOnly: false, kind: 'otherIndividual', sex: 'M' },
  { isOnly: false, kind: 'otherIndividual', sex: 'F' },
  { isOnly: false, kind: 'otherIndividual', sex: null },
  { isOnly: false, kind: 'organization', sex: null },
] as const

/** From this class on to the last one, they are those of spread providers (registry/search/points.ts). */
const firstMultiClass = pointClasses.findIndex(({ isOnly }) => !isOnly)

export type PointKind = (typeof pointClasses)[number]['kind']
export type PointSex = (typeof pointClasses)[number]['sex']

/** The classes from `from` up to `to`, alike in `isOnly`. */
export interface ClassRun {
  from: number
  to: number
  isOnly: boolean
}

const kindsOf = {
  doctors: ['doctor'],
  individuals: ['doctor', 'otherIndividual'],
  organizations: ['organization'],
} as const satisfies Record<Resource, readonly PointKind[]>

const runs = {
  any: { doctors: runsOf('doctors'), individuals: runsOf('individuals'), organizations: runsOf('organizations') },
  M: { doctors: runsOf('doctors', 'M'), individuals: runsOf('individuals', 'M'), organizations: [] },
  F: { doctors: runsOf('doctors', 'F'), individuals: runsOf('individuals', 'F'), organizations: [] },
} as const satisfies Record<string, Record<Resource, readonly ClassRun[]>>

/** The classes that hold the points of a resource, or of one sex among them, ascending. Organizations have no sex. */
export function classRunsOf(resource: Resource, gender: 'M' | 'F' | undefined): readonly ClassRun[] {
  return runs[gender ?? 'any'][resource]
}

function runsOf(resource: Resource, gender?: 'M' | 'F'): readonly ClassRun[] {
  const found: ClassRun[] = []
  for (const [place, { kind, isOnly, sex }] of pointClasses.entries()) {
    const isMeant = kindsOf[resource].some((one) => one === kind) && (gender === undefined || gender === sex)
    const last = found.at(-1)
    if (!isMeant) continue
    if (last?.to === place && last.isOnly === isOnly) last.to++
    else found.push({ from: place, to: place + 1, isOnly })
  }
  return found
}

/**
 * Points in the order in which a search reads them. They stand by group, which are those of one cell, and in a group by
 * class, spot and provider; those of one class at one spot are a run. Class and spot are one number, the site, so that
 * the runs of a group ascend. What a search asks of a run stands with it, and whoever holds a point with the point:
 * memory is read from one end to the other, which is many times as fast as reading here and there.
 */

/**
 * There are at most so many spots. The sites of all classes are below 2^31, so that they are whole numbers to the
 * processor.
 */
const spotSpan = 2 ** 27

/** The sites of this class begin here. */
export function firstSiteOf(pointClass: number): number {
  return pointClass * spotSpan
}

/** The site of a class at a spot. Throws a RangeError where there are more spots than sites can tell. */
export function siteOf(pointClass: number, spot: number): number {
  return firstSiteOf(pointClass) + expectSpot(spot)
}

/** The site of the same class at another spot. Throws likewise. */
export function siteAt(site: number, spot: number): number {
  return site - spotOf(site) + expectSpot(spot)
}

function expectSpot(spot: number): number {
  if (spot >= spotSpan) throw new RangeError(`expected a spot below ${spotSpan}, got ${spot}`)
  return spot
}

export function spotOf(site: number): number {
  return site & (spotSpan - 1)
}

/** So many groups the caches still hold when the search comes to them. */
const touchedMax = 512

/** From here on the sites are those of spread providers. */
export const firstMultiSite = firstSiteOf(firstMultiClass)

export class PointRuns {
  /** Group g has the runs from `groupStarts[g]` up to `groupStarts[g + 1]`. */
  readonly groupStarts: Uint32Array
  readonly sites: Uint32Array
  /** Run r has the points from `starts[r]` up to `starts[r + 1]`, with ascending providers. */
  readonly starts: Uint32Array
  /** By point: the provider's ordinal, or of a spread provider its number. */
  readonly providers: Uint32Array

  /** `groups` is the file of where groups begin, `prefix` what the names of the others begin with. */
  constructor(files: SnapshotFiles, groups: string, prefix: string) {
    this.groupStarts = files.u32(groups)
    this.sites = files.u32(`${prefix}run-sites`)
    this.starts = files.u32(`${prefix}run-starts`)
    this.providers = files.u32(`${prefix}point-holders`)
  }

  /** How many points the groups from `from` up to `to` have. */
  countPoints(from: number, to: number): number {
    return this.starts[this.groupStarts[to]] - this.starts[this.groupStarts[from]]
  }

  /**
   * Reads the beginnings of the groups from place `from` up to `to`, of which none is empty, if they are not too many.
   * Memory that is asked for many things at a time answers in the time it takes for one or two, and a search that goes
   * through the groups asks for one at a time.
   */
  touch(groups: Uint32Array, from: number, to: number): number {
    const { groupStarts, sites, starts, providers } = this
    let sum = 0
    if (to - from > touchedMax) return sum
    for (let index = from; index < to; index++) {
      const run = groupStarts[groups[index]]
      sum += sites[run] ^ starts[run]
    }
    for (let index = from; index < to; index++) sum += providers[starts[groupStarts[groups[index]]]]
    return sum
  }
}

/**
 * Where providers practise. A point is one practice location that could be placed; several locations of one provider at
 * the same spot are one point. A spot is one position in one state, which many points share where locations are placed
 * by their ZIP code. Most providers have one point, that of their primary location. All others that have any, the
 * spread ones, are numbered as they are first met in the order of the points, so that numbers met together are near
 * each other; each has its points as entries of a table.
 */

/** In `providerSpots`: nobody could place the provider. */
export const noSpot = 0xffffffff

/** In `providerSpots`: a spread provider has its number, and this added. */
export const multiFrom = 0x80000000

export class Points {
  /** All points: group c is that of cell c. */
  readonly runs: PointRuns
  /** The spot of each provider's only point, or its number among the spread ones, from `multiFrom`, or `noSpot`. */
  readonly providerSpots: Uint32Array
  readonly multiProviders: Uint32Array
  /**
   * In the order of its locations, spread provider n has the entries from `multiStarts[n]` up to `multiStarts[n + 1]`.
   */
  readonly multiStarts: Uint32Array
  readonly multiSpots: Uint32Array
  /** Which of its provider's practice locations an entry is. */
  readonly multiLocations: Uint16Array
  /** Latitude and longitude of spot s, in microdegrees, at 2s and 2s + 1. */
  readonly spotPositions: Int32Array
  readonly spotStates: Uint16Array

  constructor(files: SnapshotFiles) {
    this.runs = new PointRuns(files, 'cell-runs', '')
    this.providerSpots = files.u32('provider-spots')
    this.multiProviders = files.u32('spread-providers')
    this.multiStarts = files.u32('spread-starts')
    this.multiSpots = files.u32('spread-spots')
    this.multiLocations = files.u16('spread-locations')
    this.spotPositions = files.i32('spot-positions')
    this.spotStates = files.u16('spot-states')
  }
}

/** How many distances are kept: a power of two, and more than there are spots in most cells. */
const keptMax = 256

/**
 * Distances from an origin to spots. Those measured last are kept, for a spot is met again with every class and code.
 */
export class SpotDistances {
  private readonly positions: Int32Array
  private readonly keptSpots = new Int32Array(keptMax)
  private readonly keptHaversines = new Float64Array(keptMax)
  private origin = new Origin(0, 0)

  constructor(points: Points) {
    this.positions = points.spotPositions
  }

  begin(origin: Origin): void {
    this.origin = origin
    this.keptSpots.fill(-1)
  }

  haversineTo(spot: number): number {
    const place = spot & (keptMax - 1)
    if (this.keptSpots[place] === spot) return this.keptHaversines[place]
    const haversine = this.origin.haversineTo(this.positions[2 * spot], this.positions[2 * spot + 1])
    this.keptSpots[place] = spot
    this.keptHaversines[place] = haversine
    return haversine
  }
}

/**
 * Which points have a taxonomy or a credential: for each member of the vocabulary its groups, one for each cell in
 * which anybody has it, in the order of the cells. A group has the points of its cell with that member.
 */

export class CellGroups {
  /** Member m has the groups from `memberStarts[m]` up to `memberStarts[m + 1]`. */
  readonly memberStarts: Uint32Array
  readonly cells: Uint32Array
  readonly runs: PointRuns

  constructor(files: SnapshotFiles, name: string) {
    this.memberStarts = files.u32(`${name}-group-starts`)
    this.cells = files.u32(`${name}-group-cells`)
    this.runs = new PointRuns(files, `${name}-group-runs`, `${name}-`)
  }
}

/**
 * The cells of the grid that a search has to look at. A cell of the grid that lies in several states is several cells
 * here, so that every cell has one state. The arrays are made once and used by every search again, for a search of one
 * specialty takes less time than to fill fresh ones.
 */

/**
 * Into so many rings the cells are sorted: few where they are few. A whole state takes the many, or most of the
 * providers of its largest city would stand in one ring, and a page far down would go through them in any order.
 */
const fewRings = 64
const fewCellsMax = 512
const manyRings = 4096

export class NearCells {
  /** How many cells were found. */
  count = 0
  readonly cells: Uint32Array
  /** The group to be searched in each cell. After `findLists` it is the first of a list in `listed`. */
  readonly groups: Uint32Array
  /**
   * Groups in lists, one for each cell: a group, and where the next of its list is, 0 at the end. Place 0 is in no
   * list.
   */
  listed = new Uint32Array(0)
  nexts = new Uint32Array(0)
  /** How many places of `listed` are in use. */
  listedCount = 0
  /** No point of the cell has a smaller haversine from the origin. */
  readonly haversinesMin: Float64Array
  /** 1 where every point of the cell is in the area. */
  readonly areInside: Uint8Array
  /** Places in the arrays above, roughly from near to far. */
  readonly order: Uint32Array
  private readonly numbers: Uint32Array
  private readonly states: Uint16Array
  private readonly rowStarts: Uint32Array
  /** For each state its first cell and the one after its last. */
  private readonly spansOfState = new Map<number, { from: number; to: number }>()
  private readonly middles = new CellMiddles()
  /** Runs of cells: where each begins, and where it ends. */
  private readonly runs: Uint32Array
  private runCount = 0
  /** By cell its place in the arrays above, if it has one now; known after `findLists` alone. */
  private readonly places: Uint32Array
  private readonly ringStarts = new Uint32Array(manyRings + 1)

  constructor(files: SnapshotFiles) {
    this.numbers = files.u32('cell-numbers')
    this.states = files.u16('cell-states')
    const cellCount = this.numbers.length
    this.cells = new Uint32Array(cellCount)
    this.places = new Uint32Array(cellCount)
    this.groups = new Uint32Array(cellCount)
    this.haversinesMin = new Float64Array(cellCount)
    this.areInside = new Uint8Array(cellCount)
    this.order = new Uint32Array(cellCount)
    this.rowStarts = rowStartsOf(this.numbers)
    this.runs = new Uint32Array(4 * rowCount)
    for (const [cell, state] of this.states.entries()) {
      const span = this.spansOfState.get(state)
      if (span === undefined) this.spansOfState.set(state, { from: cell, to: cell + 1 })
      else span.to = cell + 1
    }
  }

  /** Finds the cells that an area may touch. */
  find(area: Area): void {
    this.findRuns(area)
    this.count = 0
    for (let run = 0; run < this.runCount; run++) {
      for (let cell = this.runs[2 * run]; cell < this.runs[2 * run + 1]; cell++) {
        if (area.state === undefined || this.states[cell] === area.state) this.add(area, cell, cell)
      }
    }
  }

  /** Finds those among them that have a group of a member. */
  findGroups(area: Area, groups: CellGroups, member: number): void {
    this.findRuns(area)
    this.count = 0
    this.eachGroup(area, groups, member, (cell, group) => this.add(area, cell, group))
  }

  /** Finds the cells that an area may touch, and for each a list of the groups of some members. */
  findLists(area: Area, groups: CellGroups, members: readonly number[]): void {
    this.find(area)
    for (let place = 0; place < this.count; place++) this.places[this.cells[place]] = place
    this.groups.fill(0, 0, this.count)
    this.listedCount = 1
    for (const member of members) {
      this.eachGroup(area, groups, member, (cell, group) => {
        const place = this.places[cell]
        if (place >= this.count || this.cells[place] !== cell) return
        if (this.listedCount >= this.listed.length) this.makeRoom()
        this.listed[this.listedCount] = group
        this.nexts[this.listedCount] = this.groups[place]
        this.groups[place] = this.listedCount++
      })
    }
  }

  private makeRoom(): void {
    const [before, nextsBefore] = [this.listed, this.nexts]
    this.listed = new Uint32Array(Math.max(1024, 2 * before.length))
    this.nexts = new Uint32Array(this.listed.length)
    this.listed.set(before)
    this.nexts.set(nextsBefore)
  }

  /** Puts the cells found into order. Rings of equal area hold about as many cells each, wherever the search is. */
  sort(): void {
    const { count, haversinesMin, ringStarts, order } = this
    const ringCount = count <= fewCellsMax ? fewRings : manyRings
    let largest = 0
    for (let place = 0; place < count; place++) largest = Math.max(largest, haversinesMin[place])
    const scale = largest === 0 ? 0 : (ringCount - 1) / largest
    ringStarts.fill(0, 0, ringCount + 1)
    for (let place = 0; place < count; place++) ringStarts[((haversinesMin[place] * scale) | 0) + 1]++
    for (let ring = 0; ring < ringCount; ring++) ringStarts[ring + 1] += ringStarts[ring]
    for (let place = 0; place < count; place++) order[ringStarts[(haversinesMin[place] * scale) | 0]++] = place
  }

  /** Visits the groups of a member in the cells around the area: in all that it may touch, and in some beside them. */
  private eachGroup(
    area: Area,
    groups: CellGroups,
    member: number,
    visit: (cell: number, group: number) => void,
  ): void {
    const end = groups.memberStarts[member + 1] | 0
    let group = groups.memberStarts[member] | 0
    for (let run = 0; run < this.runCount; run++) {
      group = lowerBoundOfSmall(groups.cells, this.runs[2 * run], group, end)
      const to = this.runs[2 * run + 1]
      for (; group < end && groups.cells[group] < to; group++) {
        const cell = groups.cells[group]
        if (area.state === undefined || this.states[cell] === area.state) visit(cell, group)
      }
    }
  }

  private add(area: Area, cell: number, group: number): void {
    const number = this.numbers[cell]
    const row = Math.floor(number / columnCount)
    const middle = this.middles.chordTo(area.origin, row, number - row * columnCount)
    const reach = this.middles.reaches[row]
    // Chords are lengths of straight lines, so by way of the middle is never shorter.
    const nearest = Math.max(0, middle - reach)
    if (nearest > area.radiusChord) return
    const place = this.count++
    this.cells[place] = cell
    this.groups[place] = group
    this.haversinesMin[place] = (nearest * nearest) / 4
    this.areInside[place] = middle + reach <= area.radiusChord ? 1 : 0
  }

  private findRuns(area: Area): void {
    this.runCount = 0
    if (area.radiusMiles === Number.POSITIVE_INFINITY) {
      const span = area.state === undefined ? undefined : this.spansOfState.get(area.state)
      if (span !== undefined) this.addRun(span.from, span.to)
      return
    }
    const { rowFrom, rowTo, columnFrom, columnTo } = cellsAround(area.origin, area.radiusMiles)
    for (let row = rowFrom; row <= rowTo; row++) {
      // Across the antimeridian the columns go on at the other end of the row. West comes first in the file.
      if (columnFrom < 0) {
        this.addColumns(row, 0, columnTo)
        this.addColumns(row, columnFrom + columnCount, columnCount - 1)
      } else if (columnTo >= columnCount) {
        this.addColumns(row, 0, columnTo - columnCount)
        this.addColumns(row, columnFrom, columnCount - 1)
      } else {
        this.addColumns(row, columnFrom, columnTo)
      }
    }
  }

  private addColumns(row: number, columnFrom: number, columnTo: number): void {
    const end = this.rowStarts[row + 1]
    const from = lowerBoundOfSmall(this.numbers, row * columnCount + columnFrom, this.rowStarts[row], end)
    const to = lowerBoundOfSmall(this.numbers, row * columnCount + columnTo + 1, from, end)
    if (from < to) this.addRun(from, to)
  }

  private addRun(from: number, to: number): void {
    this.runs[2 * this.runCount] = from
    this.runs[2 * this.runCount + 1] = to
    this.runCount++
  }
}

function rowStartsOf(numbers: Uint32Array): Uint32Array {
  const starts = new Uint32Array(rowCount + 1)
  for (const number of numbers) starts[Math.floor(number / columnCount) + 1]++
  for (let row = 0; row < rowCount; row++) starts[row + 1] += starts[row]
  return starts
}
