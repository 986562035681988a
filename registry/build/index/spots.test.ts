import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { spotsOf } from './spots.ts'

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
