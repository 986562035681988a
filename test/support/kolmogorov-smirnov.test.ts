import { expect, test } from 'vitest'
import { chanceOfOneDistribution, medianOf } from './kolmogorov-smirnov.ts'

const even = (count: number, shift = 0) => Array.from({ length: count }, (_, index) => index / count + shift)

test('one and the same sample is of one distribution, and two that do not overlap are not', () => {
  expect(chanceOfOneDistribution(even(1_000), even(1_000))).toBe(1)
  expect(chanceOfOneDistribution(even(1_000), even(1_000, 2))).toBeLessThan(1e-9)
})

test('samples that differ as much as the published 5 % and 1 % points are given that chance', () => {
  // Of two samples of 1,000 the greatest distance passes 1.358 and 1.628 times the square root of 2/1,000 so often.
  expect(chanceOfOneDistribution(even(1_000), even(1_000, 1.358 * Math.sqrt(2 / 1_000)))).toBeCloseTo(0.05, 2)
  expect(chanceOfOneDistribution(even(1_000), even(1_000, 1.628 * Math.sqrt(2 / 1_000)))).toBeCloseTo(0.01, 2)
})

test('the median is the middle, or half-way between the two in the middle', () => {
  expect(medianOf([3, 1, 2])).toBe(2)
  expect(medianOf([4, 1, 3, 2])).toBe(2.5)
})
