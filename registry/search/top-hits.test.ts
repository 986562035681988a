import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NearRuns, TopHits } from './top-hits.ts'

const hitOf = (ordinal: number, entry: number, haversine: number) => ({ ordinal, entry, haversine })

const hits = fc.uniqueArray(
  fc.record({ haversine: fc.integer({ min: 0, max: 9 }), ordinal: fc.nat({ max: 10_000 }), entry: fc.nat() }),
  { selector: ({ ordinal }) => ordinal, maxLength: 600 },
)

test('the nearest hits are kept, of equally near ones those that come first, in whatever order they are offered', () => {
  const top = new TopHits()
  fc.assert(
    fc.property(hits, fc.nat({ max: 150 }), fc.nat({ max: 160 }), (offered, capacity, offset) => {
      top.begin(capacity)
      for (const { haversine, ordinal, entry } of offered) top.offer(haversine, ordinal, entry)
      const inOrder = offered.toSorted((a, b) => a.haversine - b.haversine || a.ordinal - b.ordinal)
      expect(top.takeFrom(offset, hitOf)).toEqual(inOrder.slice(0, capacity).slice(offset))
    }),
    { numRuns: 1000 },
  )
})

test('no order of hits makes keeping them a square of their number', () => {
  const capacity = 100_000
  const top = new TopHits()
  // Two ascending runs end to end, of which the middle is nearly the largest, again and again: some 10^10 steps for who
  // goes by it.
  top.begin(capacity)
  for (let run = 0; run < 2; run++) {
    for (let place = 0; place < capacity; place++) top.offer(2 * place + run, 2 * place + run, place)
  }
  const [first, second] = top.takeFrom(capacity - 2, hitOf)
  expect([first?.ordinal, second?.ordinal]).toEqual([capacity - 2, capacity - 1])
})

test('the worst hit bounds what is still wanted: nothing at all of no hits, anything until there is no more room', () => {
  const none = new TopHits()
  expect(none.worst).toBe(-1)
  expect(none.accepts(0, 0)).toBe(false)
  const two = new TopHits()
  two.begin(2)
  for (let ordinal = 0; two.worst === Number.POSITIVE_INFINITY; ordinal++) {
    expect(ordinal).toBeLessThan(100)
    expect(two.accepts(1000, ordinal)).toBe(true)
    two.offer(1000 - ordinal, ordinal, ordinal)
  }
  const [nearest, second] = two.takeFrom(0, hitOf)
  expect(two.worst).toBe(second?.haversine)
  expect(second?.haversine).toBe((nearest?.haversine ?? 0) + 1)
  const { haversine = 0, ordinal = 0 } = second ?? {}
  expect([two.accepts(haversine, ordinal), two.accepts(haversine, ordinal - 1)]).toEqual([false, true])
  expect(two.accepts(haversine + 1, 0)).toBe(false)
})

const run = fc.record({ haversine: fc.integer({ min: 0, max: 30 }), sureHits: fc.nat({ max: 4 }) })

test('those runs are kept that may have hits, nearest first, and none that is farther than enough sure hits', () => {
  const near = new NearRuns()
  fc.assert(
    fc.property(fc.array(run, { maxLength: 100 }), fc.integer({ min: 1, max: 40 }), (offered, wanted) => {
      near.begin(wanted, Number.POSITIVE_INFINITY)
      for (const [place, { haversine, sureHits }] of offered.entries())
        if (haversine <= near.worst) near.add(place, haversine, sureHits)
      const inOrder = offered.toSorted((a, b) => a.haversine - b.haversine)
      const hitsUpTo = (last: number) => inOrder.slice(0, last + 1).reduce((sum, one) => sum + one.sureHits, 0)
      const last = inOrder.find((_, place) => hitsUpTo(place) >= wanted)
      const worst = last?.haversine ?? Number.POSITIVE_INFINITY
      const kept = inOrder.filter(({ haversine }) => haversine <= worst)
      expect(near.worst).toBe(worst)
      expect([...near.haversines.subarray(0, near.count)]).toEqual(kept.map(({ haversine }) => haversine))
      for (let at = 0; at < near.count; at++) expect(offered[near.runs[at]].haversine).toBe(near.haversines[at])
    }),
    { numRuns: 1000 },
  )
})

test('nothing farther than what is known already is wanted, and it is told when there is no more room', () => {
  const near = new NearRuns()
  near.begin(20, 5)
  expect([near.worst, near.isFull]).toEqual([5, false])
  for (let place = 0; place < 128; place++) near.add(place, 3, 0)
  expect([near.count, near.worst, near.isFull]).toEqual([128, 5, true])
  near.begin(20, 4)
  expect([near.count, near.worst, near.isFull]).toEqual([0, 4, false])
})
