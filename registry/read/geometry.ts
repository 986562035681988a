/**
 * Distances on the globe, and the grid of cells by which practice locations are stored. Positions are whole microdegrees, as
 * the snapshot stores them: 0.11 m, so that answers and index agree to the last digit.
 */

/** Mean radius of the Earth, 6371.0088 km (IUGG), in statute miles. */
const earthRadiusMiles = 3958.7613

export const microdegrees = 1e6

/** A cell is 0.05 degrees high and wide: 3.5 miles from south to north. */
export const cellSize = 50_000
export const columnCount = (360 * microdegrees) / cellSize
export const rowCount = (180 * microdegrees) / cellSize

const radiansPerMicrodegree = Math.PI / 180 / microdegrees

export function rowOf(latitude: number): number {
  return Math.min(Math.floor((latitude + 90 * microdegrees) / cellSize), rowCount - 1)
}

/** The meridians 180 degrees west and east are one, and so are their columns. */
export function columnOf(longitude: number): number {
  return Math.floor((longitude + 180 * microdegrees) / cellSize) % columnCount
}

/** Cells are numbered row by row from the south, each row from west to east. */
export function cellOf(latitude: number, longitude: number): number {
  return rowOf(latitude) * columnCount + columnOf(longitude)
}

/** A fixed point to measure from. */
export class Origin {
  readonly latitude: number
  readonly longitude: number
  private readonly cosine: number

  /** In microdegrees. */
  constructor(latitude: number, longitude: number) {
    this.latitude = latitude
    this.longitude = longitude
    this.cosine = Math.cos(latitude * radiansPerMicrodegree)
  }

  /**
   * The haversine of the angle between the origin and a point: grows with the distance and costs less. Accurate for near
   * points, where the cosine rule is not, and blind to the antimeridian.
   */
  haversineTo(latitude: number, longitude: number): number {
    const sinLatitude = Math.sin((latitude - this.latitude) * (radiansPerMicrodegree / 2))
    const sinLongitude = Math.sin((longitude - this.longitude) * (radiansPerMicrodegree / 2))
    const cosines = this.cosine * Math.cos(latitude * radiansPerMicrodegree)
    return sinLatitude * sinLatitude + cosines * sinLongitude * sinLongitude
  }

  milesTo(latitude: number, longitude: number): number {
    return milesOf(this.haversineTo(latitude, longitude))
  }
}

/** The great-circle distance that belongs to a haversine. */
export function milesOf(haversine: number): number {
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/** The haversine that belongs to a great-circle distance; of half the globe's girth and more, that of half the girth. */
export function haversineOf(miles: number): number {
  return Math.sin(Math.min(miles / (2 * earthRadiusMiles), Math.PI / 2)) ** 2
}

/** The rows and columns of cells that a circle can touch; `columnFrom` may be negative and `columnTo` beyond the last. */
export interface CellRange {
  rowFrom: number
  rowTo: number
  columnFrom: number
  columnTo: number
}

export function cellsAround(latitude: number, longitude: number, radiusMiles: number): CellRange {
  // A hair more than the radius, so that rounding never leaves out the cell of a point on the circle itself.
  const angle = (radiusMiles / earthRadiusMiles) * (1 + 1e-9) + 1e-9
  const degrees = angle / radiansPerMicrodegree
  const rows = {
    rowFrom: rowOf(Math.max(latitude - degrees, -90 * microdegrees)),
    rowTo: rowOf(Math.min(latitude + degrees, 90 * microdegrees)),
  }
  const cosine = Math.cos(latitude * radiansPerMicrodegree)
  const reachesPole = Math.abs(latitude) + degrees >= 90 * microdegrees
  if (reachesPole || Math.sin(angle) >= cosine) return { ...rows, columnFrom: 0, columnTo: columnCount - 1 }
  const half = Math.asin(Math.sin(angle) / cosine) / radiansPerMicrodegree
  const columnFrom = Math.floor((longitude - half + 180 * microdegrees) / cellSize)
  const columnTo = Math.floor((longitude + half + 180 * microdegrees) / cellSize)
  if (columnTo - columnFrom >= columnCount - 1) return { ...rows, columnFrom: 0, columnTo: columnCount - 1 }
  return { ...rows, columnFrom, columnTo }
}

/** How far a point of a cell can be from the cell's middle, in miles: by row, for the width shrinks towards the poles. */
export function cellReaches(): Float64Array {
  return Float64Array.from({ length: rowCount }, (_, row) => {
    const south = row * cellSize - 90 * microdegrees
    const middle = new Origin(south + cellSize / 2, 0)
    const reach = Math.max(middle.milesTo(south, cellSize / 2), middle.milesTo(south + cellSize, cellSize / 2))
    return reach * (1 + 1e-9) + 1e-6
  })
}
