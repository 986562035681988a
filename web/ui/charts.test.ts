import { expect, test } from 'vitest'
import { ticksUpTo } from './charts.tsx'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [12, [0, 5, 10, 15]],
  [1_000, [0, 500, 1_000]],
  [1_001, [0, 500, 1_000, 1_500]],
])('up to %d the values beside the chart are %j', (largest, ticks) => {
  expect(ticksUpTo(largest)).toEqual(ticks)
})

test('there are at most five ticks, whole numbers that reach the largest value, whatever it is', () => {
  for (let largest = 0; largest < 20_000; largest += largest < 300 ? 1 : 37) {
    const ticks = ticksUpTo(largest)
    expect(ticks.length, `up to ${largest}`).toBeLessThanOrEqual(5)
    expect(ticks.every(Number.isInteger), `up to ${largest}`).toBe(true)
    expect(ticks.at(-1), `up to ${largest}`).toBeGreaterThanOrEqual(largest)
  }
})
