import { expect, test } from 'vitest'
import { EntryCache } from './entry-cache.ts'

const megabyte = 1024 * 1024

function textOf(cache: EntryCache, ordinal: number): string | undefined {
  const found = cache.find(ordinal)
  return found && Buffer.from(found.bytes.subarray(found.from, found.to)).toString('latin1')
}

test('an entry is found as it was kept, with the end of what every resource shows', () => {
  const cache = new EntryCache(megabyte)
  cache.keep(7, Buffer.from('shared,organizations'), 6)
  cache.keep(8, Buffer.from('another'), 7)
  const found = cache.find(7)
  expect(found && found.middle - found.from).toBe('shared'.length)
  expect([textOf(cache, 7), textOf(cache, 8)]).toEqual(['shared,organizations', 'another'])
  expect(cache.find(9)).toBeUndefined()
})

test('it keeps the newest within its limit, and what it finds is never of another provider or of an older time', () => {
  const cache = new EntryCache(4 * megabyte)
  const count = 40_000
  const entryOf = (ordinal: number) => `${ordinal} `.padEnd(200 + (ordinal % 300), '.')
  const wrong: string[] = []
  let found = 0
  for (let ordinal = 0; ordinal < count; ordinal++) {
    cache.keep(ordinal, Buffer.from(entryOf(ordinal)), 10)
    const earlier = (ordinal * 7_919) % count
    const text = textOf(cache, earlier)
    if (text === undefined) continue
    if (text !== entryOf(earlier)) wrong.push(text)
    found++
  }
  expect(wrong).toEqual([])
  expect(found).toBeGreaterThan(0)
  expect(textOf(cache, 0)).toBeUndefined()
  expect(textOf(cache, count - 1)).toBe(entryOf(count - 1))
  const kept = Array.from({ length: count }, (_, ordinal) => textOf(cache, ordinal) ?? '')
  expect(kept.join('').length).toBeLessThanOrEqual(4 * megabyte)
  expect(kept.join('').length).toBeGreaterThan(2 * megabyte)
})

test('an entry too long for a segment is not kept, and one that fills it is', () => {
  const cache = new EntryCache(megabyte)
  cache.keep(1, new Uint8Array(megabyte + 1), 1)
  expect(cache.find(1)).toBeUndefined()
  cache.keep(2, new Uint8Array(megabyte), 1)
  expect(cache.find(2)?.to).toBe(megabyte)
})
