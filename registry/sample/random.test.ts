import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { npiOf } from './providers.ts'
import { Random, weighted } from './random.ts'

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 })

describe('random choices', () => {
  it('come out the same for the same seed and stay within their bounds', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 2 ** 31 }), (seed, limit) => {
        const [one, other] = [new Random(seed), new Random(seed)]
        for (let draw = 0; draw < 20; draw++) {
          const value = one.below(limit)
          expect(value).toBe(other.below(limit))
          expect(Number.isInteger(value) && value >= 0 && value < limit).toBe(true)
        }
      }),
    )
  })

  it('pick items as often as their weights say, and never one of no weight', () => {
    const pick = weighted([
      ['common', 6],
      ['rare', 1],
      ['never', 0],
      ['usual', 3],
    ])
    const random = new Random(1)
    const counts: Record<string, number> = { common: 0, rare: 0, never: 0, usual: 0 }
    for (let draw = 0; draw < 100_000; draw++) {
      const item = pick(random)
      counts[item] = (counts[item] ?? 0) + 1
    }
    expect(counts.never).toBe(0)
    expect((counts.common ?? 0) / 100_000).toBeCloseTo(0.6, 2)
    expect((counts.usual ?? 0) / 100_000).toBeCloseTo(0.3, 2)
    expect((counts.rare ?? 0) / 100_000).toBeCloseTo(0.1, 2)
  })

  it('pick the only item there is, and refuse to pick from none', () => {
    expect(weighted([['only', 5]])(new Random(1))).toBe('only')
    expect(() => weighted([])).toThrow('expected at least one item to pick from; got none')
  })
})

describe('numbers for invented providers', () => {
  it('are unlike for unlike indexes, up to the greatest there may be', () => {
    const indexes = fc.uniqueArray(fc.integer({ min: 0, max: 20_000_000 }), { minLength: 2, maxLength: 50 })
    fc.assert(
      fc.property(indexes, seeds, (list, seed) => {
        expect(new Set(list.map((index) => npiOf(index, seed))).size).toBe(list.length)
      }),
    )
  })
})
