/** Positions on the map, and about how far apart they are. */

export interface Position {
  /** Degrees north. */
  latitude: number
  /** Degrees east. */
  longitude: number
}

const milesPerDegree = 69.1

/** Close enough to tell near from far: the earth as flat between the two positions. */
export function milesBetween(a: Position, b: Position): number {
  const narrowing = Math.cos((((a.latitude + b.latitude) / 2) * Math.PI) / 180)
  // The Aleutian Islands lie on both sides of the antimeridian.
  const apart = Math.abs(a.longitude - b.longitude)
  return milesPerDegree * Math.hypot(a.latitude - b.latitude, Math.min(apart, 360 - apart) * narrowing)
}
