import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SeenPoints } from './seen-points.ts'

const point = fc.record({ holder: fc.nat({ max: 40 }), site: fc.nat({ max: 5 }) })

test('a point is met for the first time once in a cell, whoever else is there and whatever cells came before', () => {
  const seen = new SeenPoints()
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 200 }), (points) => {
      seen.begin(points.length)
      const met = new Set<string>()
      for (const { holder, site } of points) {
        expect(seen.isFirst(holder, site)).toBe(!met.has(`${holder} ${site}`))
        met.add(`${holder} ${site}`)
      }
    }),
    { numRuns: 500 },
  )
})

test('as many points as were told of have room, of the largest numbers there are', () => {
  const seen = new SeenPoints()
  for (const count of [1, 2, 1000, 3, 2 ** 15]) {
    seen.begin(count)
    for (let holder = 2 ** 32 - count; holder < 2 ** 32; holder++) expect(seen.isFirst(holder, 2 ** 31)).toBe(true)
    expect(seen.isFirst(2 ** 32 - 1, 2 ** 31)).toBe(false)
  }
})
