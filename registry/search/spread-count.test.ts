import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SpreadCount } from './spread-count.ts'

const numbers = fc.array(fc.nat({ max: 99 }), { maxLength: 60 })

test('a provider is counted once in a search, one by one or by the stretch, and again in the next search', () => {
  const spread = new SpreadCount(100)
  fc.assert(
    fc.property(numbers, numbers, (oneByOne, stretch) => {
      spread.begin()
      const met = new Set<number>()
      for (const number of oneByOne) {
        expect(spread.isFirst(number)).toBe(!met.has(number))
        met.add(number)
      }
      const fresh = new Set(stretch.slice(1).filter((number) => !met.has(number)))
      expect(spread.count(Uint32Array.from(stretch), 1, stretch.length)).toBe(fresh.size)
    }),
    { numRuns: 500 },
  )
})

test('nobody is taken for counted when the numbers of rounds begin again', () => {
  const spread = new SpreadCount(40)
  const all = Uint32Array.from({ length: 40 }, (_, number) => number)
  for (let search = 0; search < 3; search++) {
    spread.begin()
    expect(spread.count(all, 0, 40)).toBe(40)
    // As many rounds as there are numbers for them but one, so that the next has the number of the last that counted, or would.
    for (let round = 0; round < 65_534; round++) spread.begin()
  }
})
