import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TopHits } from './top-hits.ts'

const hits = fc.uniqueArray(
  fc.record({ haversine: fc.integer({ min: 0, max: 9 }), ordinal: fc.nat({ max: 10_000 }), point: fc.nat() }),
  { selector: ({ ordinal }) => ordinal, maxLength: 200 },
)

test('the nearest hits are kept, of equally near ones those that come first, in whatever order they are offered', () => {
  const top = new TopHits()
  fc.assert(
    fc.property(hits, fc.nat({ max: 150 }), fc.nat({ max: 160 }), (offered, capacity, offset) => {
      top.begin(capacity)
      for (const { haversine, ordinal, point } of offered) top.offer(haversine, ordinal, point)
      const inOrder = offered.toSorted((a, b) => a.haversine - b.haversine || a.ordinal - b.ordinal)
      expect(top.takeFrom(offset)).toEqual(inOrder.slice(0, capacity).slice(offset))
    }),
    { numRuns: 1000 },
  )
})

test('the worst hit bounds what is still wanted: nothing at all of no hits, anything until there are enough', () => {
  const none = new TopHits()
  expect(none.worst).toBe(-1)
  const two = new TopHits()
  two.begin(2)
  two.offer(5, 1, 1)
  expect(two.worst).toBe(Number.POSITIVE_INFINITY)
  two.offer(3, 2, 2)
  expect(two.worst).toBe(5)
  two.offer(4, 3, 3)
  expect(two.worst).toBe(4)
})
