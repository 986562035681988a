import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NearRuns } from './near-runs.ts'

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
