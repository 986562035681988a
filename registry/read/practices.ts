/** Tells which of a provider's practice locations is the nearest. */
import type { Area } from './area.ts'
import { noPoint, type Points, type SpotDistances, spreadFrom } from './points.ts'

export class Practices {
  private readonly points: Points
  /** From the origin of the search under way. */
  private readonly distances: SpotDistances

  constructor(points: Points, distances: SpotDistances) {
    this.points = points
    this.distances = distances
  }

  /** The nearest point of a provider that lies in the area, the earliest location of equally near ones. */
  nearestOf(ordinal: number, area: Area): number | undefined {
    const point = this.points.providerPoints[ordinal]
    if (point === noPoint) return undefined
    if (point >= spreadFrom) return this.nearestOfSpread(point - spreadFrom, area)
    return this.haversineIn(area, point) === Number.POSITIVE_INFINITY ? undefined : point
  }

  /** The same for a spread provider, by its number. */
  nearestOfSpread(number: number, area: Area): number | undefined {
    const { spreadStarts, spreadPoints } = this.points
    let nearest: number | undefined
    let haversineMin = Number.POSITIVE_INFINITY
    for (let at = spreadStarts[number]; at < spreadStarts[number + 1]; at++) {
      const haversine = this.haversineIn(area, spreadPoints[at])
      // A provider's points stand in the order of its locations, so the earliest of equally near ones is kept.
      if (haversine >= haversineMin) continue
      haversineMin = haversine
      nearest = spreadPoints[at]
    }
    return nearest
  }

  /** Infinity outside the area. */
  private haversineIn(area: Area, point: number): number {
    const spot = this.points.spots[point]
    if (area.state !== undefined && this.points.spotStates[spot] !== area.state) return Number.POSITIVE_INFINITY
    const haversine = this.distances.haversineTo(spot)
    return area.reaches(haversine) ? haversine : Number.POSITIVE_INFINITY
  }
}
