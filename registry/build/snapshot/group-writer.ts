/** Writes for every member of a vocabulary its points, cell by cell. */
import { columnOfU32 } from './column.ts'
import type { WrittenSets } from './set-writer.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { bearersOfSets } from './vocabulary.ts'

/** `providers` tells whose each point is; the points stand by cell, and cell c begins at `cellStarts[c]`. */
export function writeGroups(
  folder: SnapshotFolder,
  name: string,
  providers: Uint32Array,
  cellStarts: Uint32Array,
  { setOf, sets, members }: WrittenSets,
): void {
  // The points ascend by cell, and so do those of each member.
  const setOfPoint = providers.map((provider) => setOf[provider])
  const pointsOf = bearersOfSets(setOfPoint, sets, members.length)
  const groupStarts = columnOfU32()
  const groupCells = columnOfU32()
  const pointStarts = columnOfU32()
  for (let member = 0; member < members.length; member++) {
    groupStarts.push(groupCells.length)
    let cell = -1
    for (let at = pointsOf.starts[member]; at < pointsOf.starts[member + 1]; at++) {
      const point = pointsOf.members[at]
      if (cell >= 0 && point < cellStarts[cell + 1]) continue
      cell = cellWith(point, cellStarts, cell + 1)
      groupCells.push(cell)
      pointStarts.push(at)
    }
  }
  groupStarts.push(groupCells.length)
  pointStarts.push(pointsOf.members.length)
  folder.array(`${name}-group-starts`, groupStarts.whole())
  folder.array(`${name}-group-cells`, groupCells.whole())
  folder.array(`${name}-group-point-starts`, pointStarts.whole())
  folder.array(`${name}-group-points`, pointsOf.members)
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
