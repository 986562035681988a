import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CellMiddles,
  cellOf,
  cellSize,
  cellsAround,
  chordOf,
  columnCount,
  columnOf,
  haversineOf,
  microdegrees,
  milesOf,
  Origin,
  rowCount,
  rowOf,
} from './geometry.ts'

const latitudes = fc.oneof(fc.integer({ min: -90e6, max: 90e6 }), fc.constantFrom(-90e6, 0, 90e6, 89.99e6))
const longitudes = fc.oneof(fc.integer({ min: -180e6, max: 180e6 }), fc.constantFrom(-180e6, 0, 180e6, 179.99e6))

describe('a distance', () => {
  test.each([
    ['New York to Los Angeles', [40.7484, -73.9967], [34.0522, -118.2437], 2445],
    ['Adak to Atka, across the antimeridian', [51.88, 179.62], [51.9, -179.95], 18.4],
    ['pole to pole', [90, 0], [-90, 77], 12_436.8],
    ['a degree of the equator', [0, 0], [0, 1], 69.09],
    ['nowhere', [40, -70], [40, -70], 0],
  ] as const)('%s', (_name, [fromLatitude, fromLongitude], [toLatitude, toLongitude], miles) => {
    const origin = new Origin(fromLatitude * microdegrees, fromLongitude * microdegrees)
    const found = milesOf(origin.haversineTo(toLatitude * microdegrees, toLongitude * microdegrees))
    expect(Math.abs(found - miles)).toBeLessThanOrEqual(miles * 0.001)
  })

  test('and its haversine lead to one another', () => {
    for (const miles of [0, 0.001, 1, 25, 1000, 12_000]) expect(milesOf(haversineOf(miles))).toBeCloseTo(miles, 6)
    expect(milesOf(haversineOf(50_000))).toBeCloseTo(Math.PI * 3958.7613, 3)
  })

  test('is told roughly to within a part in a thousand million, however near or far', () => {
    const apart = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -6e6, max: 6e6 }), longitudes)
    fc.assert(
      fc.property(latitudes, longitudes, apart, apart, (latitude, longitude, north, east) => {
        const origin = new Origin(latitude, longitude)
        const [toLatitude, toLongitude] = [Math.max(-90e6, Math.min(latitude + north, 90e6)), longitude + east]
        const haversine = origin.haversineTo(toLatitude, toLongitude)
        const rough = origin.roughHaversineTo(toLatitude, toLongitude)
        expect(Math.abs(rough - haversine)).toBeLessThanOrEqual(haversine * 1e-9)
      }),
      { numRuns: 20_000 },
    )
  })
})

describe('the cells', () => {
  test('cover the globe, its edges included', () => {
    fc.assert(
      fc.property(latitudes, longitudes, (latitude, longitude) => {
        const cell = cellOf(latitude, longitude)
        expect(cell).toBeGreaterThanOrEqual(0)
        expect(cell).toBeLessThan(rowCount * columnCount)
      }),
    )
    expect(cellOf(10, -180e6)).toBe(cellOf(10, 180e6))
  })

  test('around a point hold every point within the radius', () => {
    const bearings = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true })
    const radii = fc.oneof(
      fc.double({ min: 0.01, max: 25, noNaN: true }),
      fc.double({ min: 25, max: 9000, noNaN: true }),
    )
    const parts = fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true }))
    fc.assert(
      fc.property(latitudes, longitudes, radii, bearings, parts, (latitude, longitude, radius, bearing, part) => {
        const [north, east] = travel(latitude, longitude, radius * part, bearing)
        const range = cellsAround(new Origin(latitude, longitude), radius)
        expect(rowOf(north)).toBeGreaterThanOrEqual(range.rowFrom)
        expect(rowOf(north)).toBeLessThanOrEqual(range.rowTo)
        const column = columnOf(east)
        const isInside = [column - columnCount, column, column + columnCount].some(
          (one) => one >= range.columnFrom && one <= range.columnTo,
        )
        expect(isInside).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })

  test('reach no farther from their middle than is said of their row, and no chord to a middle is far from its haversine', () => {
    const middles = new CellMiddles()
    const inCell = fc.integer({ min: 0, max: cellSize })
    const rows = fc.integer({ min: 0, max: rowCount - 1 })
    const columns = fc.integer({ min: 0, max: columnCount - 1 })
    fc.assert(
      fc.property(rows, columns, inCell, inCell, (row, column, up, across) => {
        const [south, west] = [row * cellSize - 90 * microdegrees, column * cellSize - 180 * microdegrees]
        const origin = new Origin(south + up, west + across)
        const chord = middles.chordTo(origin, row, column)
        expect(chord).toBeLessThanOrEqual(middles.reaches[row] ?? 0)
        const haversine = origin.haversineTo(south + cellSize / 2, west + cellSize / 2)
        expect(Math.abs(chord - chordOf(haversine))).toBeLessThan(1e-11)
      }),
      { numRuns: 5000 },
    )
  })
})

/** Where one comes to that goes this many miles in a direction, in whole microdegrees. */
function travel(latitude: number, longitude: number, miles: number, bearing: number): [number, number] {
  const radians = Math.PI / 180 / microdegrees
  const [north, angle] = [latitude * radians, miles / 3958.7613]
  const sine = Math.sin(north) * Math.cos(angle) + Math.cos(north) * Math.sin(angle) * Math.cos(bearing)
  const there = Math.asin(Math.max(-1, Math.min(1, sine)))
  const across = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(north),
    Math.cos(angle) - Math.sin(north) * Math.sin(there),
  )
  const east = longitude + across / radians
  const wrapped = east > 180e6 ? east - 360e6 : east < -180e6 ? east + 360e6 : east
  return [Math.trunc(there / radians), Math.round(wrapped)]
}
