import { expect, it } from 'vitest'
import { bucketOf, percentile } from './percentiles.ts'

const counted = (timesMs: readonly number[]) => timesMs.map((ms) => ({ bucket: bucketOf(1_000 * ms), calls: 1 }))

it('a percentile is within 10% of the time taken, from a tenth of a millisecond to 100 seconds', () => {
  for (let ms = 0.1; ms < 100_000; ms *= 1.07) {
    const found = percentile(counted([ms]), 0.5) ?? 0
    expect(Math.abs(found / ms - 1)).toBeLessThan(0.1)
  }
})

it('half of the calls took at most p50, and 95% at most p95', () => {
  const times = counted(Array.from({ length: 1_000 }, (_, index) => index + 1))
  expect(percentile(times, 0.5)).toSatisfy((ms: number) => Math.abs(ms / 500 - 1) < 0.1)
  expect(percentile(times, 0.95)).toSatisfy((ms: number) => Math.abs(ms / 950 - 1) < 0.1)
})

it('there is none without calls, and the fastest and slowest have buckets too', () => {
  expect(percentile([], 0.5)).toBeNull()
  expect([0, 1, 100].map(bucketOf)).toEqual([0, 0, 0])
  expect(bucketOf(Number.MAX_SAFE_INTEGER)).toBe(bucketOf(200_000_000))
})
