/**
 * Distances on the globe, and the grid of cells by which practice locations are stored. Positions are whole
 * microdegrees, as the snapshot stores them: 0.11 m, so that answers and index agree to the last digit.
 */
import type { SearchPlace } from './query.ts'

/** Mean radius of the Earth, 6371.0088 km (IUGG), in statute miles. */
const earthRadiusMiles = 3958.7613

export const microdegrees = 1e6

/** A cell is 0.05 degrees high and wide: 3.5 miles from south to north. */
export const cellSize = 50_000
export const columnCount = (360 * microdegrees) / cellSize
export const rowCount = (180 * microdegrees) / cellSize

const radiansPerMicrodegree = Math.PI / 180 / microdegrees

/** As far from the origin, in radians, three members of the series are enough … */
const seriesMax = 0.1
/** … where the poles are far. */
const seriesCosineMin = 0.2

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
  /**
   * The point on the globe of radius 1: towards the equator's meridian 0, towards 90 degrees east, towards the north
   * pole.
   */
  readonly x: number
  readonly y: number
  readonly z: number
  private readonly cosine: number

  /** In microdegrees. */
  constructor(latitude: number, longitude: number) {
    this.latitude = latitude
    this.longitude = longitude
    this.cosine = Math.cos(latitude * radiansPerMicrodegree)
    this.x = this.cosine * Math.cos(longitude * radiansPerMicrodegree)
    this.y = this.cosine * Math.sin(longitude * radiansPerMicrodegree)
    this.z = Math.sin(latitude * radiansPerMicrodegree)
  }

  /**
   * The haversine of the angle between the origin and a point: grows with the distance and costs less. Accurate for
   * near points, where the cosine rule is not, and blind to the antimeridian.
   */
  haversineTo(latitude: number, longitude: number): number {
    const sinLatitude = Math.sin((latitude - this.latitude) * (radiansPerMicrodegree / 2))
    const sinLongitude = Math.sin((longitude - this.longitude) * (radiansPerMicrodegree / 2))
    const cosines = this.cosine * Math.cos(latitude * radiansPerMicrodegree)
    return sinLatitude * sinLatitude + cosines * sinLongitude * sinLongitude
  }

  /**
   * The same to within 1e-9 of it, in a fifth of the time: near points by series instead of angle functions, which tell
   * every other bit than `haversineTo`.
   */
  roughHaversineTo(latitude: number, longitude: number): number {
    const north = (latitude - this.latitude) * radiansPerMicrodegree
    const east = (longitude - this.longitude) * radiansPerMicrodegree
    if (
      north > seriesMax ||
      north < -seriesMax ||
      east > seriesMax ||
      east < -seriesMax ||
      this.cosine < seriesCosineMin
    )
      return this.haversineTo(latitude, longitude)
    const north2 = north * north
    const east2 = east * east
    // The squares of the sines of half the angles.
    const ofNorth = north2 * (1 / 4 - north2 * (1 / 48 - north2 * (1 / 1440)))
    const ofEast = east2 * (1 / 4 - east2 * (1 / 48 - east2 * (1 / 1440)))
    const sine = north * (1 - north2 * (1 / 6 - north2 * (1 / 120)))
    const cosine = this.cosine * (1 - 2 * ofNorth) - this.z * sine
    return ofNorth + this.cosine * cosine * ofEast
  }
}

/** The great-circle distance that belongs to a haversine. */
export function milesOf(haversine: number): number {
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/**
 * The haversine that belongs to a great-circle distance; of half the globe's girth and more, that of half the girth.
 */
export function haversineOf(miles: number): number {
  return Math.sin(Math.min(miles / (2 * earthRadiusMiles), Math.PI / 2)) ** 2
}

/** The straight line through a globe of radius 1 that belongs to a haversine. */
export function chordOf(haversine: number): number {
  return 2 * Math.sqrt(haversine)
}

/**
 * The rows and columns of cells that a circle can touch; `columnFrom` may be negative and `columnTo` beyond the last.
 */
export interface CellRange {
  rowFrom: number
  rowTo: number
  columnFrom: number
  columnTo: number
}

export function cellsAround({ latitude, longitude }: Origin, radiusMiles: number): CellRange {
  // A hair more than the radius, so that rounding never leaves out the cell of a point on the circle itself.
  const angle = (radiusMiles / earthRadiusMiles) * (1 + 1e-9) + 1e-9
  const degrees = angle / radiansPerMicrodegree
  const rowFrom = rowOf(Math.max(latitude - degrees, -90 * microdegrees))
  const rowTo = rowOf(Math.min(latitude + degrees, 90 * microdegrees))
  const allAround = { rowFrom, rowTo, columnFrom: 0, columnTo: columnCount - 1 }
  const cosine = Math.cos(latitude * radiansPerMicrodegree)
  const reachesPole = Math.abs(latitude) + degrees >= 90 * microdegrees
  if (reachesPole || Math.sin(angle) >= cosine) return allAround
  const half = Math.asin(Math.sin(angle) / cosine) / radiansPerMicrodegree
  const columnFrom = Math.floor((longitude - half + 180 * microdegrees) / cellSize)
  const columnTo = Math.floor((longitude + half + 180 * microdegrees) / cellSize)
  if (columnTo - columnFrom >= columnCount - 1) return allAround
  return { rowFrom, rowTo, columnFrom, columnTo }
}

/**
 * The middles of the cells, as points on a globe of radius 1, and chords to them: without an angle function, for a
 * search measures some fifty of them.
 */
export class CellMiddles {
  /** The longest chord from the middle of a cell to a point in it, by row: the width shrinks towards the poles. */
  readonly reaches: Float64Array
  private readonly rowSines = new Float64Array(rowCount)
  private readonly rowCosines = new Float64Array(rowCount)
  private readonly columnSines = new Float64Array(columnCount)
  private readonly columnCosines = new Float64Array(columnCount)

  constructor() {
    this.reaches = Float64Array.from({ length: rowCount }, (_, row) => reachOf(row))
    for (let row = 0; row < rowCount; row++) {
      const latitude = (row * cellSize + cellSize / 2 - 90 * microdegrees) * radiansPerMicrodegree
      this.rowSines[row] = Math.sin(latitude)
      this.rowCosines[row] = Math.cos(latitude)
    }
    for (let column = 0; column < columnCount; column++) {
      const longitude = (column * cellSize + cellSize / 2 - 180 * microdegrees) * radiansPerMicrodegree
      this.columnSines[column] = Math.sin(longitude)
      this.columnCosines[column] = Math.cos(longitude)
    }
  }

  chordTo({ x, y, z }: Origin, row: number, column: number): number {
    const across = this.rowCosines[row]
    const dx = x - across * this.columnCosines[column]
    const dy = y - across * this.columnSines[column]
    const dz = z - this.rowSines[row]
    return Math.sqrt(dx * dx + dy * dy + dz * dz)
  }
}

/**
 * Of the points on a meridian the one at an edge of the cell is farthest from its middle, and on an edge the corner is.
 */
function reachOf(row: number): number {
  const south = row * cellSize - 90 * microdegrees
  const middle = new Origin(south + cellSize / 2, 0)
  const haversine = Math.max(
    middle.haversineTo(south, cellSize / 2),
    middle.haversineTo(south + cellSize, cellSize / 2),
  )
  // A hair more, for chords are rounded in another way than haversines.
  return chordOf(haversine) * (1 + 1e-9) + 1e-10
}

/** Where a search looks: within a radius of a point, in a state, or both. */

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
  readonly haversineMax: number

  constructor(place: SearchPlace) {
    this.origin = new Origin(place.latitude * microdegrees, place.longitude * microdegrees)
    this.radiusMiles = place.radiusMiles ?? Number.POSITIVE_INFINITY
    this.state = place.state === undefined ? undefined : stateNumber(place.state)
    this.haversineMax = this.radiusMiles === Number.POSITIVE_INFINITY ? beyondAll : haversineOf(this.radiusMiles)
    this.radiusChord = chordOf(this.haversineMax)
  }

  /**
   * Whether a haversine from the origin belongs to a distance within the radius; on the haversineMax the distance
   * itself decides.
   */
  reaches(haversine: number): boolean {
    if (Math.abs(haversine - this.haversineMax) > this.haversineMax * 1e-9) return haversine < this.haversineMax
    return milesOf(haversine) <= this.radiusMiles
  }
}

/** A two-letter state code as one number; 0 for anything else. */
export function stateNumber(state: string): number {
  return /^[A-Z]{2}$/.test(state) ? state.charCodeAt(0) * 256 + state.charCodeAt(1) : 0
}
