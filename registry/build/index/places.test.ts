import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellOf } from '#registry/search/geometry'
import { cellOrder, type PlacedPoints, spotsOf } from './places.ts'

interface Point {
  latitude: number
  longitude: number
  state: number
  pointClass: number
}

function columnsOf(points: readonly Point[]): PlacedPoints {
  return {
    latitudes: Int32Array.from(points.map(({ latitude }) => latitude)),
    longitudes: Int32Array.from(points.map(({ longitude }) => longitude)),
    states: Uint16Array.from(points.map(({ state }) => state)),
    classes: Uint8Array.from(points.map(({ pointClass }) => pointClass)),
  }
}

function keyOf({ latitude, longitude, state }: Point): number {
  return cellOf(latitude, longitude) * 2 ** 16 + state
}

/** The order by one comparison. */
function ordered(points: readonly Point[]): number[] {
  const at = (place: number) => points[place] ?? { latitude: 0, longitude: 0, state: 0, pointClass: 0 }
  return [...points.keys()].sort((a, b) => {
    const [one, other] = [at(a), at(b)]
    return (
      keyOf(one) - keyOf(other) ||
      one.pointClass - other.pointClass ||
      one.latitude - other.latitude ||
      one.longitude - other.longitude ||
      a - b
    )
  })
}

test('points stand by cell and state, then by class, then by position, then as they came', () => {
  const few = (...values: number[]) => fc.constantFrom(...values)
  const point = fc.record({
    latitude: fc.oneof(fc.integer({ min: 40_700_000, max: 40_800_000 }), few(-90_000_000, 89_999_999, 90_000_000, 0)),
    longitude: fc.oneof(
      fc.integer({ min: -74_100_000, max: -73_900_000 }),
      few(-180_000_000, -179_999_999, 179_999_999, 180_000_000, 0),
    ),
    state: few(0, 0x4e59, 0xffff),
    pointClass: fc.integer({ min: 0, max: 13 }),
  })
  fc.assert(
    fc.property(fc.array(point, { maxLength: 200 }), (points) => {
      const { order, keys, starts } = cellOrder(columnsOf(points))
      expect([...order]).toEqual(ordered(points))
      const keysOfPoints = points.map(keyOf)
      expect([...keys]).toEqual([...new Set(keysOfPoints)].sort((a, b) => a - b))
      for (const [cell, key] of keys.entries()) {
        const inCell = [...order.subarray(starts[cell], starts[cell + 1])]
        expect(inCell.map((place) => keysOfPoints[place])).toEqual(inCell.map(() => key))
      }
    }),
    { numRuns: 300 },
  )
})

test('a cell with more points than their places fit beside their positions is in the same order', () => {
  const points = Array.from({ length: 2 ** 17 + 3 }, (_, index) => ({
    latitude: 40_700_000 + ((index * 7_919) % 40_000),
    longitude: -74_000_000 + ((index * 104_729) % 40_000),
    state: 1,
    pointClass: index % 14,
  }))
  expect([...cellOrder(columnsOf(points)).order]).toEqual(ordered(points))
})

test('spots are the positions of each cell, each once from south to north, and every point has that where it is', () => {
  const point = fc.record({
    latitude: fc.constantFrom(-7, 40_000, 40_001),
    longitude: fc.constantFrom(-180_000_000, -3, 5),
  })
  const cells = fc.array(fc.array(point, { minLength: 1, maxLength: 12 }), { maxLength: 5 })
  fc.assert(
    fc.property(cells, (cells) => {
      const points = cells.flatMap((inCell, cell) => inCell.map((one) => ({ ...one, cell })))
      const starts = Uint32Array.of(0, ...cells.map((_, cell) => points.filter((one) => one.cell <= cell).length))
      const placed = {
        latitudes: Int32Array.from(points, ({ latitude }) => latitude),
        longitudes: Int32Array.from(points, ({ longitude }) => longitude),
        states: Uint16Array.from(points, ({ cell }) => 3 * cell + 1),
        classes: new Uint8Array(points.length),
      }
      const { spots, ofPoints } = spotsOf(placed, Uint32Array.from(points.keys()), starts)
      const spotOf = (at: number) => ({
        latitude: spots.positions[2 * at],
        longitude: spots.positions[2 * at + 1],
        state: spots.states[at],
      })
      const expected = cells.flatMap((inCell, cell) => {
        const texts = new Set(inCell.map(({ latitude, longitude }) => `${latitude} ${longitude}`))
        const positions = [...texts].map((text) => text.split(' ').map(Number))
        positions.sort(([a, b], [c, d]) => a - c || b - d)
        return positions.map(([latitude, longitude]) => ({ latitude, longitude, state: 3 * cell + 1 }))
      })
      expect(Array.from(spots.states.keys(), spotOf)).toEqual(expected)
      expect(Array.from(ofPoints, spotOf)).toEqual(
        points.map(({ latitude, longitude, cell }) => ({ latitude, longitude, state: 3 * cell + 1 })),
      )
    }),
    { numRuns: 300 },
  )
})
