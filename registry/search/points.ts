/**
 * Where providers practise. A point is one practice location that could be placed; several locations of one provider at the
 * same spot are one point. A spot is one position in one state, which many points share where locations are placed by their ZIP
 * code. Most providers have one point, that of their primary location. All others that have any, the spread ones, are numbered as they are first
 * met in the order of the points, so that numbers met together are near each other; each has its points as entries of a table.
 */
import { Origin } from './geometry.ts'
import { PointRuns } from './point-runs.ts'
import type { SnapshotFiles } from './snapshot-files.ts'

/** In `providerSpots`: nobody could place the provider. */
export const noSpot = 0xffffffff

/** In `providerSpots`: a spread provider has its number, and this added. */
export const spreadFrom = 0x80000000

export class Points {
  /** All points: group c is that of cell c. */
  readonly runs: PointRuns
  /** The spot of each provider's only point, or its number among the spread ones, from `spreadFrom`, or `noSpot`. */
  readonly providerSpots: Uint32Array
  readonly spreadProviders: Uint32Array
  /** In the order of its locations, spread provider n has the entries from `spreadStarts[n]` up to `spreadStarts[n + 1]`. */
  readonly spreadStarts: Uint32Array
  readonly spreadSpots: Uint32Array
  /** Which of its provider's practice locations an entry is. */
  readonly spreadLocations: Uint16Array
  /** Latitude and longitude of spot s, in microdegrees, at 2s and 2s + 1. */
  readonly spotPositions: Int32Array
  readonly spotStates: Uint16Array

  constructor(files: SnapshotFiles) {
    this.runs = new PointRuns(files, 'cell-runs', '')
    this.providerSpots = files.u32('provider-spots')
    this.spreadProviders = files.u32('spread-providers')
    this.spreadStarts = files.u32('spread-starts')
    this.spreadSpots = files.u32('spread-spots')
    this.spreadLocations = files.u16('spread-locations')
    this.spotPositions = files.i32('spot-positions')
    this.spotStates = files.u16('spot-states')
  }
}

/** How many distances are kept: a power of two, and more than there are spots in most cells. */
const keptMax = 256

/** Distances from an origin to spots. Those measured last are kept, for a spot is met again with every class and code. */
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
