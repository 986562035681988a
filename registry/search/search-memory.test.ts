import { expect, test } from 'vitest'
import { beginSearch, takeNumbers } from './bits.ts'

const mebi = 1024 * 1024

test('numbers taken in one search are apart from each other, and written over by the next', () => {
  beginSearch()
  takeNumbers(3)
  beginSearch()
  const [first, second] = [takeNumbers(2).fill(1), takeNumbers(1).fill(2)]
  expect([...first, ...second]).toEqual([1, 1, 2])
  beginSearch()
  const again = takeNumbers(3).fill(7)
  expect([...again, ...first, ...second]).toEqual([7, 7, 7, 7, 7, 7])
})

test('what does not fit is fresh, and fits from the next search on', () => {
  beginSearch()
  takeNumbers(100)
  beginSearch()
  const fits = takeNumbers(100)
  const more = takeNumbers(60).fill(3)
  expect(more.buffer).not.toBe(fits.buffer)
  expect([...more]).toEqual(Array(60).fill(3))
  beginSearch()
  const [one, other] = [takeNumbers(100), takeNumbers(60)]
  expect(other.buffer).toBe(one.buffer)
})

test('no more than 16 MB are kept, and a search that takes more still gets it', () => {
  beginSearch()
  takeNumbers(20 * mebi)
  beginSearch()
  expect(takeNumbers(1).buffer.byteLength).toBe(16 * mebi)
  expect(takeNumbers(20 * mebi)).toHaveLength(20 * mebi)
  beginSearch()
  expect(takeNumbers(1).buffer.byteLength).toBe(16 * mebi)
})
