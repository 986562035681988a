import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recently } from './recently.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what was read is given for a second, then read again beside calls, and after five seconds before them', async () => {
  let reads = 0
  const read = recently(async () => ++reads)
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  vi.advanceTimersByTime(999)
  expect([read(), reads]).toEqual([1, 1])
  vi.advanceTimersByTime(1)
  expect([read(), reads]).toEqual([1, 2])
  await vi.advanceTimersByTimeAsync(0)
  expect(read()).toBe(2)
  vi.advanceTimersByTime(5_000)
  expect(await read()).toBe(3)
})

test('a failure is met by those who wait for it, and the next call tries again', async () => {
  let isAway = false
  const read = recently(async () => {
    if (isAway) throw new Error('away')
    return 'here'
  })
  await read()
  isAway = true
  vi.advanceTimersByTime(1_000)
  expect(read()).toBe('here')
  await vi.advanceTimersByTimeAsync(4_000)
  await expect(read()).rejects.toThrow('away')
  isAway = false
  expect(await read()).toBe('here')
})
