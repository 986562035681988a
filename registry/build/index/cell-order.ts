/** The order of points in a snapshot: by cell, within a cell by class, then by spot, then by provider. */
import { cellOf, cellSize, columnCount, microdegrees } from '#registry/search/geometry'
import { NumberMap } from './number-map.ts'

/** Points in the order they came in, which is that of their providers. */
export interface PlacedPoints {
  latitudes: Int32Array
  longitudes: Int32Array
  states: Uint16Array
  classes: Uint8Array
}

export interface CellOrder {
  /** The points in their final order, as places in the order they came in. */
  order: Uint32Array
  /** A cell's number times 2^16 and its state, ascending; cell c begins at `starts[c]`. */
  keys: Float64Array
  starts: Uint32Array
}

/** A degree's part within a cell, a little more than `cellSize`, fits into so many numbers; so do the points of most cells. */
const offsetSpan = 2 ** 16
const placeSpan = 2 ** 17

export function cellOrder(points: PlacedPoints): CellOrder {
  const { keys, cells } = cellsOf(points)
  const starts = new Uint32Array(keys.length + 1)
  for (let point = 0; point < cells.length; point++) starts[cells[point] + 1]++
  for (let cell = 0; cell < keys.length; cell++) starts[cell + 1] += starts[cell]
  const next = starts.slice()
  const order = new Uint32Array(cells.length)
  for (let point = 0; point < cells.length; point++) order[next[cells[point]]++] = point
  for (let cell = 0; cell < keys.length; cell++) {
    sortCell(points, keys[cell], order.subarray(starts[cell], starts[cell + 1]))
  }
  return { order, keys, starts }
}

/** The keys of the cells there are, ascending, and the cell of each point. */
function cellsOf({ latitudes, longitudes, states }: PlacedPoints): { keys: Float64Array; cells: Uint32Array } {
  const cells = new Uint32Array(latitudes.length)
  const numbers = new NumberMap()
  const keysAsMet: number[] = []
  for (let point = 0; point < cells.length; point++) {
    const key = cellOf(latitudes[point], longitudes[point]) * 2 ** 16 + states[point]
    // Keys of the map are above 0.
    let number = numbers.get(key + 1)
    if (number === -1) {
      number = keysAsMet.length
      numbers.add(key + 1, number)
      keysAsMet.push(key)
    }
    cells[point] = number
  }
  const keys = Float64Array.from(keysAsMet).sort()
  const cellOfNumber = new Uint32Array(keys.length)
  for (let cell = 0; cell < keys.length; cell++) cellOfNumber[numbers.get(keys[cell] + 1)] = cell
  for (let point = 0; point < cells.length; point++) cells[point] = cellOfNumber[cells[point]]
  return { keys, cells }
}

/**
 * Sorts the points of one cell, which ascend. Class, position and place together are one number each of less than 2^53, and
 * numbers are sorted many times faster than by a comparing function; only a cell of too many points takes that.
 */
function sortCell({ latitudes, longitudes, classes }: PlacedPoints, key: number, points: Uint32Array): void {
  if (points.length > placeSpan) {
    points.sort(
      (a, b) => classes[a] - classes[b] || latitudes[a] - latitudes[b] || longitudes[a] - longitudes[b] || a - b,
    )
    return
  }
  const cell = Math.floor(key / 2 ** 16)
  const row = Math.floor(cell / columnCount)
  const south = row * cellSize - 90 * microdegrees
  const west = (cell - row * columnCount) * cellSize - 180 * microdegrees
  const keys = new Float64Array(points.length)
  for (let place = 0; place < points.length; place++) {
    const point = points[place]
    // The meridian 180 degrees east is that of the first column; it comes last there.
    const east = Math.min(longitudes[point] - west, offsetSpan - 1)
    keys[place] = ((classes[point] * offsetSpan + latitudes[point] - south) * offsetSpan + east) * placeSpan + place
  }
  keys.sort()
  const before = points.slice()
  for (let place = 0; place < keys.length; place++) points[place] = before[keys[place] % placeSpan]
}
