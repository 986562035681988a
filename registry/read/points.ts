/**
 * Where providers practise. A point is one practice location that could be placed; several locations of one provider at the
 * same spot are one point. Points stand by cell, within a cell by class, within a class by spot and at a spot by provider. A
 * spot is one position in one state, which many points share where locations are placed by their ZIP code; the points of one
 * class at one spot are a run.
 */
import { Origin } from './geometry.ts'
import { classCount, firstSpreadClass } from './point-classes.ts'
import type { SnapshotFiles } from './snapshot-files.ts'

/** In `providerPoints`: nobody could place the provider. */
export const noPoint = 0xffffffff

/** In `providerPoints`: a provider with several points has its number among these, and this added. */
export const spreadFrom = 0x80000000

export class Points {
  readonly providers: Uint32Array
  /** Which of its provider's practice locations a point is. */
  readonly locations: Uint16Array
  readonly spots: Uint32Array
  /** The points of class k of cell c stand from `classStarts[c * classCount + k]` up to the next start. */
  readonly classStarts: Uint32Array
  /** And the runs they form from `classRunStarts[c * classCount + k]` up to the next. */
  readonly classRunStarts: Uint32Array
  /** Run r has the points from `runStarts[r]` up to `runStarts[r + 1]`, with ascending providers. */
  readonly runStarts: Uint32Array
  /** Each provider's only point, or its number among those with several, from `spreadFrom`, or `noPoint`. */
  readonly providerPoints: Uint32Array
  /** Spread providers, those with several points, are numbered as they are first met: numbers met together are near each other. */
  readonly spreadNumbers: Uint32Array
  /** What is added to a spread provider's point to find its place in `spreadNumbers`, by cell. */
  readonly spreadOffsets: Int32Array
  /** In the order of its locations, spread provider n has the points in `spreadPoints` from `spreadStarts[n]` up to `spreadStarts[n + 1]`. */
  readonly spreadStarts: Uint32Array
  readonly spreadPoints: Uint32Array
  /** Latitude and longitude of spot s, in microdegrees, at 2s and 2s + 1. */
  readonly spotPositions: Int32Array
  readonly spotStates: Uint16Array

  constructor(files: SnapshotFiles) {
    this.providers = files.u32('point-providers')
    this.locations = files.u16('point-locations')
    this.spots = files.u32('point-spots')
    this.classStarts = files.u32('cell-class-starts')
    this.classRunStarts = files.u32('cell-class-run-starts')
    this.runStarts = files.u32('run-starts')
    this.providerPoints = files.u32('provider-points')
    this.spreadNumbers = files.u32('spread-numbers')
    this.spreadOffsets = spreadOffsetsOf(this.classStarts)
    this.spreadStarts = files.u32('spread-point-starts')
    this.spreadPoints = files.u32('spread-points')
    this.spotPositions = files.i32('spot-positions')
    this.spotStates = files.u16('spot-states')
  }

  get spreadCount(): number {
    return this.spreadStarts.length - 1
  }
}

/** Only the points of spread providers have a number, and those stand at the end of each cell. */
function spreadOffsetsOf(classStarts: Uint32Array): Int32Array {
  const offsets = new Int32Array((classStarts.length - 1) / classCount)
  let before = 0
  for (let cell = 0; cell < offsets.length; cell++) {
    const first = classStarts[cell * classCount + firstSpreadClass]
    offsets[cell] = before - first
    before += classStarts[(cell + 1) * classCount] - first
  }
  return offsets
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
