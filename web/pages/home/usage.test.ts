import { expect, test } from 'vitest'
import { usageProgress } from './usage.tsx'

const period = { periodStartDate: '2026-11-01T00:00:00.000Z', nextPeriodStartDate: '2026-12-01T00:00:00.000Z' }
const afterDays = (days: number) => Date.parse(period.periodStartDate) + days * 24 * 60 * 60 * 1000

const progress = (totalCalls: number, availableCalls: number, days: number) =>
  usageProgress({ totalCalls, availableCalls, ...period }, afterDays(days))

test('used at or below elapsed is on track, above is not', () => {
  expect(progress(499, 1_000, 15).isOnTrack).toBe(true)
  expect(progress(500, 1_000, 15)).toMatchObject({ usedPercent: 50, elapsedPercent: 50, isOnTrack: true })
  expect(progress(501, 1_000, 15).isOnTrack).toBe(false)
})

test('the used share is 0 when the available calls are 0 or lower', () => {
  expect(progress(7, 0, 15).usedPercent).toBe(0)
  expect(progress(7, -1, 15)).toMatchObject({ usedPercent: 0, elapsedPercent: 50, isOnTrack: true })
  expect(progress(1, 1, 15).usedPercent).toBe(100)
})

test('the elapsed share stays between 0 and 100, whatever the clock of the browser says', () => {
  expect(progress(0, 100, -1).elapsedPercent).toBe(0)
  expect(progress(0, 100, 31).elapsedPercent).toBe(100)
})

test('the day of the period counts from 1 and ends with its last day', () => {
  const dayAt = (days: number) => progress(0, 100, days).day
  expect(progress(0, 100, 0).days).toBe(30)
  expect([-1, 0, 0.99, 1, 29.99, 30, 31].map(dayAt)).toEqual([1, 1, 1, 2, 30, 30, 30])
})
