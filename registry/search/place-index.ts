/** Classes of points, in their order within a cell. Single points are counted without a check for repeats. */
import type { Area } from './geometry.ts'
import { CellMiddles, cellsAround, columnCount, Origin, rowCount } from './geometry.ts'
import { lowerBoundOfSmall } from './posting-lists.ts'
import type { Resource } from './query.ts'
import type { SnapshotFiles } from './snapshot.ts'

export const pointClasses = [
  { isSingle: true, kind: 'doctor', sex: 'M' },
  { isSingle: true, kind: 'doctor', sex: 'F' },
  { isSingle: true, kind: 'doctor', sex: null },
  { isSingle: true, kind: 'otherIndividual', sex: 'M' },
  { isSingle: true, kind: 'otherIndividual', sex: 'F' },
  { isSingle: true, kind: 'otherIndividual', sex: null },
  { isSingle: true, kind: 'organization', sex: null },
  { isSingle: false, kind: 'doctor', sex: 'M' },
  { isSingle: false, kind: 'doctor', sex: 'F' },
  { isSingle: false, kind: 'doctor', sex: null },
  { isSingle: false, kind: 'otherIndividual', sex: 'M' },
  { isSingle: false, kind: 'otherIndividual', sex: 'F' },
  { isSingle: false, kind: 'otherIndividual', sex: null },
  { isSingle: false, kind: 'organization', sex: null },
] as const

const firstMultiClass = pointClasses.findIndex(({ isSingle }) => !isSingle)

export type PointKind = (typeof pointClasses)[number]['kind']
export type PointSex = (typeof pointClasses)[number]['sex']

export interface ClassRun {
  from: number
  to: number
  isSingle: boolean
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

/** Ascending. Organizations have no sex. */
export function classRunsOf(resource: Resource, gender: 'M' | 'F' | undefined): readonly ClassRun[] {
  return runs[gender ?? 'any'][resource]
}

function runsOf(resource: Resource, gender?: 'M' | 'F'): readonly ClassRun[] {
  const found: ClassRun[] = []
  for (const [place, { kind, isSingle, sex }] of pointClasses.entries()) {
    const isMeant = kindsOf[resource].some((one) => one === kind) && (gender === undefined || gender === sex)
    const last = found.at(-1)
    if (!isMeant) continue
    if (last?.to === place && last.isSingle === isSingle) last.to++
    else found.push({ from: place, to: place + 1, isSingle })
  }
  return found
}

/** Points by group (of one cell), class, spot and provider. A run has one class and spot, which form its site. */

/** Sites of all classes stay below 2^31, which makes them small integers. */
const spotSpan = 2 ** 27

export function firstSiteOf(pointClass: number): number {
  return pointClass * spotSpan
}

/** Throws a RangeError for too many spots. */
export function siteOf(pointClass: number, spot: number): number {
  if (spot >= spotSpan) throw new RangeError(`expected a spot below ${spotSpan}, got ${spot}`)
  return firstSiteOf(pointClass) + spot
}

export function spotOf(site: number): number {
  return site & (spotSpan - 1)
}

const touchedMax = 512

export const firstMultiSite = firstSiteOf(firstMultiClass)

export class PointRuns {
  /** Group g has the runs [groupStarts[g], groupStarts[g + 1]). */
  readonly groupStarts: Uint32Array
  readonly sites: Uint32Array
  /** Run r has the points [starts[r], starts[r + 1]), providers ascending. */
  readonly starts: Uint32Array
  /** The provider's ordinal, or a multi-location provider's number. */
  readonly providers: Uint32Array

  /** `groups` is the file of group starts; `prefix` begins the names of the others. */
  constructor(files: SnapshotFiles, groups: string, prefix: string) {
    this.groupStarts = files.u32(groups)
    this.sites = files.u32(`${prefix}run-sites`)
    this.starts = files.u32(`${prefix}run-starts`)
    this.providers = files.u32(`${prefix}point-holders`)
  }

  countPoints(from: number, to: number): number {
    return this.starts[this.groupStarts[to]] - this.starts[this.groupStarts[from]]
  }

  /** Prefetches the starts of non-empty groups, if there are few, so that their cache misses overlap. */
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
 * A point is one located practice location; several at the same spot are one. A spot is one position in one state.
 * Points of multi-location providers name their number and which location each is.
 */

/** In `providerSpots`: not located. */
export const noSpot = 0xffffffff

/** In `providerSpots`: added to the number of a multi-location provider. */
export const multiFrom = 0x80000000

export class Points {
  readonly runs: PointRuns
  /** For each further location at the spot of a point, that point; ascending. */
  readonly repeats: Uint32Array
  /** Only point's spot, number from `multiFrom`, or `noSpot`. */
  readonly providerSpots: Uint32Array
  readonly multiProviders: Uint32Array
  /** [multiStarts[n], multiStarts[n + 1]) of multi-location provider n, in the order of its locations. */
  readonly multiStarts: Uint32Array
  readonly multiSpots: Uint32Array
  /** Which location an entry is. */
  readonly multiLocations: Uint16Array
  /** Microdegrees: latitude at 2s, longitude at 2s + 1. */
  readonly spotPositions: Int32Array
  readonly spotStates: Uint16Array

  constructor(files: SnapshotFiles) {
    this.runs = new PointRuns(files, 'cell-runs', '')
    this.repeats = files.u32('repeated-points')
    this.providerSpots = files.u32('provider-spots')
    this.multiProviders = files.u32('spread-providers')
    this.multiStarts = files.u32('spread-starts')
    this.multiSpots = files.u32('spread-spots')
    this.multiLocations = files.u16('spread-locations')
    this.spotPositions = files.i32('spot-positions')
    this.spotStates = files.u16('spot-states')
  }
}

/** A power of two, larger than most cells need. */
const keptMax = 256

/** Distances to spots, cached: a spot recurs with every class and code. */
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

/** Points by taxonomy or credential: for each member one group per cell, in the order of the cells. */

export class CellGroups {
  /** Member m has the groups [memberStarts[m], memberStarts[m + 1]). */
  readonly memberStarts: Uint32Array
  readonly cells: Uint32Array
  readonly runs: PointRuns

  constructor(files: SnapshotFiles, name: string) {
    this.memberStarts = files.u32(`${name}-group-starts`)
    this.cells = files.u32(`${name}-group-cells`)
    this.runs = new PointRuns(files, `${name}-group-runs`, `${name}-`)
  }
}

/** The cells a search visits, each in one state. Arrays are reused by every search. */

/** Cells are bucket-sorted into rings: many for a whole state, whose largest city would else share one. */
const fewRings = 64
const fewCellsMax = 512
const manyRings = 4096

export class NearCells {
  count = 0
  readonly cells: Uint32Array
  /** After `findLists` the head of a list in `listed`. */
  readonly groups: Uint32Array
  /** Linked lists: a group and the next place, 0 at the end. */
  listed = new Uint32Array(0)
  nexts = new Uint32Array(0)
  listedCount = 0
  /** A lower bound of the haversine to any point of the cell. */
  readonly haversinesMin: Float64Array
  /** 1 where the whole cell is in the area. */
  readonly areInside: Uint8Array
  /** Roughly near to far. */
  readonly order: Uint32Array
  private readonly numbers: Uint32Array
  private readonly states: Uint16Array
  private readonly rowStarts: Uint32Array
  private readonly spansOfState = new Map<number, { from: number; to: number }>()
  private readonly middles = new CellMiddles()
  private readonly runs: Uint32Array
  private runCount = 0
  /** By cell; after `findLists` only. */
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

  find(area: Area): void {
    this.findRuns(area)
    this.count = 0
    for (let run = 0; run < this.runCount; run++) {
      for (let cell = this.runs[2 * run]; cell < this.runs[2 * run + 1]; cell++) {
        if (area.state === undefined || this.states[cell] === area.state) this.add(area, cell, cell)
      }
    }
  }

  findGroups(area: Area, groups: CellGroups, member: number): void {
    this.findRuns(area)
    this.count = 0
    this.eachGroup(area, groups, member, (cell, group) => this.add(area, cell, group))
  }

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

  /** Rings of equal area hold about as many cells each. */
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

  /** In all cells the area may touch, and some beside them. */
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
    // Triangle inequality.
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
      // Across the antimeridian; west comes first in the file.
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
