import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MultiLocationCount, SeenPoints } from './seen-points.ts'

const numbers = fc.array(fc.nat({ max: 99 }), { maxLength: 60 })

test('a provider is counted once in a search, one by one or by the stretch, and again in the next search', () => {
  const counted = new MultiLocationCount(100)
  fc.assert(
    fc.property(numbers, numbers, (oneByOne, stretch) => {
      counted.begin()
      const met = new Set<number>()
      for (const number of oneByOne) {
        expect(counted.isFirst(number)).toBe(!met.has(number))
        met.add(number)
      }
      const fresh = new Set(stretch.slice(1).filter((number) => !met.has(number)))
      expect(counted.count(Uint32Array.from(stretch), 1, stretch.length)).toBe(fresh.size)
    }),
    { numRuns: 500 },
  )
})

test('nobody is taken for counted when the numbers of rounds begin again', () => {
  const counted = new MultiLocationCount(40)
  const all = Uint32Array.from({ length: 40 }, (_, number) => number)
  for (let search = 0; search < 3; search++) {
    counted.begin()
    expect(counted.count(all, 0, 40)).toBe(40)
    // As many rounds as there are numbers for them but one, so that the next has the number of the last that counted,
    // or would.
    for (let round = 0; round < 65_534; round++) counted.begin()
  }
})

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
