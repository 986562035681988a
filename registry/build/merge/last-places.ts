/** Where the providers of the last version practise, as its files have it. */
import { PointRuns } from '#registry/read/point-runs'
import { Points } from '#registry/read/points'
import type { SnapshotFiles } from '#registry/read/snapshot-files'
import type { Runs } from '../snapshot/place-index.ts'

export interface LastPlaces {
  cellKeys: Float64Array
  points: Points
  /** Whose providers are holders, as those of its groups. */
  runs: Runs
}

export interface LastGroups {
  /** Member m has the groups from `memberStarts[m]` up to `memberStarts[m + 1]`. */
  memberStarts: Uint32Array
  cells: Uint32Array
  runs: Runs
}

export function lastPlacesIn(files: SnapshotFiles): LastPlaces {
  const points = new Points(files)
  const states = files.u16('cell-states')
  const cellKeys = Float64Array.from(files.u32('cell-numbers'), (number, cell) => number * 2 ** 16 + states[cell])
  return { cellKeys, points, runs: withHolders(points.runs) }
}

export function lastGroupsIn(files: SnapshotFiles, name: string): LastGroups {
  const runs = withHolders(new PointRuns(files, `${name}-group-runs`, `${name}-`))
  return { memberStarts: files.u32(`${name}-group-starts`), cells: files.u32(`${name}-group-cells`), runs }
}

function withHolders({ groupStarts, sites, starts, holders }: PointRuns): Runs {
  return { groupStarts, sites, starts, providers: holders }
}
