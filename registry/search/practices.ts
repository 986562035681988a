/** Tells which of a provider's practice locations is the nearest. */
import type { Area } from './area.ts'
import type { Points, SpotDistances } from './points.ts'

export class Practices {
  private readonly points: Points
  /** From the origin of the search under way. */
  private readonly distances: SpotDistances

  constructor(points: Points, distances: SpotDistances) {
    this.points = points
    this.distances = distances
  }

  /** The entry of a spread provider's nearest point that lies in the area, the earliest location of equally near ones. */
  nearestEntry(number: number, area: Area): number | undefined {
    const { spreadStarts, spreadSpots } = this.points
    let nearest: number | undefined
    let haversineMin = Number.POSITIVE_INFINITY
    for (let entry = spreadStarts[number]; entry < spreadStarts[number + 1]; entry++) {
      const haversine = this.haversineIn(area, spreadSpots[entry])
      // A provider's entries stand in the order of its locations, so the earliest of equally near ones is kept.
      if (haversine >= haversineMin) continue
      haversineMin = haversine
      nearest = entry
    }
    return nearest
  }

  /**
   * The entry by which a spread provider is a hit, if that is at this spot: each of its points in the area is met by a search, and only the
   * nearest is its hit.
   */
  hitEntryAt(number: number, spot: number, area: Area): number | undefined {
    const entry = this.nearestEntry(number, area)
    return entry !== undefined && this.points.spreadSpots[entry] === spot ? entry : undefined
  }

  /** From the origin to a spot; infinity outside the area. */
  haversineIn(area: Area, spot: number): number {
    if (area.state !== undefined && this.points.spotStates[spot] !== area.state) return Number.POSITIVE_INFINITY
    const haversine = this.distances.haversineTo(spot)
    return area.reaches(haversine) ? haversine : Number.POSITIVE_INFINITY
  }
}
