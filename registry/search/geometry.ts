/** Distances on the globe, and the grid of cells. Positions are whole microdegrees (0.11 m). */
import type { SearchPlace } from './query.ts'

/** Mean radius of the Earth, 6371.0088 km (IUGG), in statute miles. */
const earthRadiusMiles = 3958.7613

export const microdegrees = 1e6

/** 0.05 degrees: 3.5 miles from south to north. */
export const cellSize = 50_000
export const columnCount = (360 * microdegrees) / cellSize
export const rowCount = (180 * microdegrees) / cellSize

const radiansPerMicrodegree = Math.PI / 180 / microdegrees

/** Within this angle, in radians, three terms of the series are enough … */
const seriesMax = 0.1
const seriesCosineMin = 0.2

export function rowOf(latitude: number): number {
  return Math.min(Math.floor((latitude + 90 * microdegrees) / cellSize), rowCount - 1)
}

/** The meridians at 180 degrees west and east are one. */
export function columnOf(longitude: number): number {
  return Math.floor((longitude + 180 * microdegrees) / cellSize) % columnCount
}

/** Row by row from the south, each from west to east. */
export function cellOf(latitude: number, longitude: number): number {
  return rowOf(latitude) * columnCount + columnOf(longitude)
}

export class Origin {
  readonly latitude: number
  readonly longitude: number
  /** On a unit sphere: toward (0, 0), toward 90 degrees east, toward the north pole. */
  readonly x: number
  readonly y: number
  readonly z: number
  private readonly cosine: number

  constructor(latitude: number, longitude: number) {
    this.latitude = latitude
    this.longitude = longitude
    this.cosine = Math.cos(latitude * radiansPerMicrodegree)
    this.x = this.cosine * Math.cos(longitude * radiansPerMicrodegree)
    this.y = this.cosine * Math.sin(longitude * radiansPerMicrodegree)
    this.z = Math.sin(latitude * radiansPerMicrodegree)
  }

  /** Monotonic in the distance and cheaper. Accurate for near points, unlike the cosine rule. */
  haversineTo(latitude: number, longitude: number): number {
    const sinLatitude = Math.sin((latitude - this.latitude) * (radiansPerMicrodegree / 2))
    const sinLongitude = Math.sin((longitude - this.longitude) * (radiansPerMicrodegree / 2))
    const cosines = this.cosine * Math.cos(latitude * radiansPerMicrodegree)
    return sinLatitude * sinLatitude + cosines * sinLongitude * sinLongitude
  }

  /** To within 1e-9 in a fifth of the time, by series. */
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
    const ofNorth = north2 * (1 / 4 - north2 * (1 / 48 - north2 * (1 / 1440)))
    const ofEast = east2 * (1 / 4 - east2 * (1 / 48 - east2 * (1 / 1440)))
    const sine = north * (1 - north2 * (1 / 6 - north2 * (1 / 120)))
    const cosine = this.cosine * (1 - 2 * ofNorth) - this.z * sine
    return ofNorth + this.cosine * cosine * ofEast
  }
}

export function milesOf(haversine: number): number {
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/** Beyond half the globe's girth, that of half the girth. */
export function haversineOf(miles: number): number {
  return Math.sin(Math.min(miles / (2 * earthRadiusMiles), Math.PI / 2)) ** 2
}

export function chordOf(haversine: number): number {
  return 2 * Math.sqrt(haversine)
}

/** `columnFrom` may be negative and `columnTo` beyond the last. */
export interface CellRange {
  rowFrom: number
  rowTo: number
  columnFrom: number
  columnTo: number
}

export function cellsAround({ latitude, longitude }: Origin, radiusMiles: number): CellRange {
  // So that rounding never leaves out a point on the circle.
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

/** Middles of cells on a unit sphere and chords to them, without trigonometry: a search measures some fifty. */
export class CellMiddles {
  /** By row: cells narrow toward the poles. */
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

function reachOf(row: number): number {
  const south = row * cellSize - 90 * microdegrees
  const middle = new Origin(south + cellSize / 2, 0)
  const haversine = Math.max(
    middle.haversineTo(south, cellSize / 2),
    middle.haversineTo(south + cellSize, cellSize / 2),
  )
  // Chords are rounded otherwise than haversines.
  return chordOf(haversine) * (1 + 1e-9) + 1e-10
}

/** Larger than any haversine. */
const beyondAll = 2

export class Area {
  readonly origin: Origin
  readonly radiusMiles: number
  readonly radiusChord: number
  /** By `stateNumber`. */
  readonly state: number | undefined
  readonly haversineMax: number

  constructor(place: SearchPlace) {
    this.origin = new Origin(place.latitude * microdegrees, place.longitude * microdegrees)
    this.radiusMiles = place.radiusMiles ?? Number.POSITIVE_INFINITY
    this.state = place.state === undefined ? undefined : stateNumber(place.state)
    this.haversineMax = this.radiusMiles === Number.POSITIVE_INFINITY ? beyondAll : haversineOf(this.radiusMiles)
    this.radiusChord = chordOf(this.haversineMax)
  }

  /** At the bound itself the distance decides. */
  reaches(haversine: number): boolean {
    if (Math.abs(haversine - this.haversineMax) > this.haversineMax * 1e-9) return haversine < this.haversineMax
    return milesOf(haversine) <= this.radiusMiles
  }
}

/** 0 for anything but a two-letter code. */
export function stateNumber(state: string): number {
  return /^[A-Z]{2}$/.test(state) ? state.charCodeAt(0) * 256 + state.charCodeAt(1) : 0
}
