/**
 * The cells of the grid that a search has to look at. A cell of the grid that lies in several states is several cells here, so
 * that every cell has one state. The arrays are made once and used by every search again, for a search of one specialty takes
 * less time than to fill fresh ones.
 */
import type { Area } from './area.ts'
import type { CellGroups } from './cell-groups.ts'
import { CellMiddles, cellsAround, columnCount, rowCount } from './geometry.ts'
import { lowerBoundOfSmall } from './posting-lists.ts'
import type { SnapshotFiles } from './snapshot-files.ts'

/**
 * Into so many rings the cells are sorted: few where they are few. A whole state takes the many, or most of the providers of its
 * largest city would stand in one ring, and a page far down would go through them in any order.
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
  /** Groups in lists, one for each cell: a group, and where the next of its list is, 0 at the end. Place 0 is in no list. */
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
