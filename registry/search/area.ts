/** Where a search looks: within a radius of a point, in a state, or both. */
import { chordOf, haversineOf, microdegrees, milesOf, Origin } from './geometry.ts'
import type { SearchPlace } from './query.ts'

/** A haversine that no two points on the globe have. */
const beyondAll = 2

export class Area {
  readonly origin: Origin
  /** Infinity when only the state bounds the area. */
  readonly radiusMiles: number
  /** The chord that belongs to the radius. */
  readonly radiusChord: number
  /** By `stateNumber`; undefined when any state will do. */
  readonly state: number | undefined
  /** The haversine that belongs to the radius, or one that no two points have. */
  readonly brink: number

  constructor(place: SearchPlace) {
    this.origin = new Origin(place.latitude * microdegrees, place.longitude * microdegrees)
    this.radiusMiles = place.radiusMiles ?? Number.POSITIVE_INFINITY
    this.state = place.state === undefined ? undefined : stateNumber(place.state)
    this.brink = this.radiusMiles === Number.POSITIVE_INFINITY ? beyondAll : haversineOf(this.radiusMiles)
    this.radiusChord = chordOf(this.brink)
  }

  /** Whether a haversine from the origin belongs to a distance within the radius; on the brink the distance itself decides. */
  reaches(haversine: number): boolean {
    if (Math.abs(haversine - this.brink) > this.brink * 1e-9) return haversine < this.brink
    return milesOf(haversine) <= this.radiusMiles
  }
}

/** A two-letter state code as one number; 0 for anything else. */
export function stateNumber(state: string): number {
  return /^[A-Z]{2}$/.test(state) ? state.charCodeAt(0) * 256 + state.charCodeAt(1) : 0
}
