/**
 * Which points have a taxonomy or a credential: for each member of the vocabulary its groups, one for each cell in which
 * anybody has it, in the order of the cells. A group has the points of its cell with that member.
 */
import { PointRuns } from './point-runs.ts'
import type { SnapshotFiles } from './snapshot-files.ts'

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
