/** Writes points as a search reads them, group by group: those of every cell, and cell by cell those of each member of a vocabulary. */
import { columnOfU32 } from './column.ts'
import type { WrittenSets } from './set-writer.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { bearersOfSets } from './vocabulary.ts'

/** Points in their final order, by cell, class, spot and provider; cell c begins at `cellStarts[c]`. */
export interface OrderedPoints {
  cellStarts: Uint32Array
  /** Of each point (registry/read/point-runs.ts). */
  sites: Uint32Array
  holders: Uint32Array
}

/** The groups of all points: one for each cell. */
export function writeCells(folder: SnapshotFolder, { cellStarts, sites, holders }: OrderedPoints): void {
  const runs = new RunColumns()
  const cellRuns = columnOfU32()
  for (let cell = 0; cell + 1 < cellStarts.length; cell++) {
    cellRuns.push(runs.count)
    for (let point = cellStarts[cell]; point < cellStarts[cell + 1]; point++) {
      runs.add(sites[point], point, point === cellStarts[cell])
    }
  }
  cellRuns.push(runs.count)
  folder.array('cell-runs', cellRuns.whole())
  runs.write(folder, '', holders)
}

/** The groups of a vocabulary's members; `providers` tells whose each point is. */
export function writeGroups(
  folder: SnapshotFolder,
  name: string,
  { cellStarts, sites, holders }: OrderedPoints,
  providers: Uint32Array,
  { setOf, sets, members }: WrittenSets,
): void {
  // The points ascend by cell, and so do those of each member.
  const setOfPoint = providers.map((provider) => setOf[provider])
  const pointsOf = bearersOfSets(setOfPoint, sets, members.length)
  const groupStarts = columnOfU32()
  const groupCells = columnOfU32()
  const groupRuns = columnOfU32()
  const runs = new RunColumns()
  for (let member = 0; member < members.length; member++) {
    groupStarts.push(groupCells.length)
    let cell = -1
    for (let at = pointsOf.starts[member]; at < pointsOf.starts[member + 1]; at++) {
      const point = pointsOf.members[at]
      const isNext = cell === -1 || point >= cellStarts[cell + 1]
      if (isNext) {
        cell = cellWith(point, cellStarts, cell + 1)
        groupCells.push(cell)
        groupRuns.push(runs.count)
      }
      runs.add(sites[point], at, isNext)
    }
  }
  groupStarts.push(groupCells.length)
  groupRuns.push(runs.count)
  folder.array(`${name}-group-starts`, groupStarts.whole())
  folder.array(`${name}-group-cells`, groupCells.whole())
  folder.array(`${name}-group-runs`, groupRuns.whole())
  for (let at = 0; at < pointsOf.members.length; at++) pointsOf.members[at] = holders[pointsOf.members[at]]
  runs.write(folder, `${name}-`, pointsOf.members)
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

  write(folder: SnapshotFolder, prefix: string, holders: Uint32Array): void {
    this.starts.push(holders.length)
    folder.array(`${prefix}run-sites`, this.sites.whole())
    folder.array(`${prefix}run-starts`, this.starts.whole())
    folder.array(`${prefix}point-holders`, holders)
  }
}

/** The cell that a point stands in, which is none before `from`. */
function cellWith(point: number, cellStarts: Uint32Array, from: number): number {
  let low = from
  let high = cellStarts.length - 2
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (cellStarts[middle] <= point) low = middle
    else high = middle - 1
  }
  return low
}
