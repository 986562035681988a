import { expect, test } from 'vitest'
import { EntryCache } from './entry-cache.ts'

const megabyte = 1024 * 1024

function textOf(cache: EntryCache, ordinal: number, location = 0): string | undefined {
  const found = cache.find(ordinal, location)
  return found && Buffer.from(found.bytes.subarray(found.from, found.to)).toString('latin1')
}

test('an entry is found as it was kept, with the end of what every resource shows', () => {
  const cache = new EntryCache(megabyte)
  cache.keep(7, 0, Buffer.from('shared,organizations'), 6)
  cache.keep(8, 0, Buffer.from('another'), 7)
  const found = cache.find(7, 0)
  expect(found && found.middle - found.from).toBe('shared'.length)
  expect([textOf(cache, 7), textOf(cache, 8)]).toEqual(['shared,organizations', 'another'])
  expect(cache.find(9, 0)).toBeUndefined()
})

test('entries of one provider are told apart by the location in front, also where they share a place', () => {
  const cache = new EntryCache(megabyte)
  // More than a cache of this size has places.
  const locations = Array.from({ length: 10_000 }, (_, location) => location)
  for (const location of locations) cache.keep(7, location, Buffer.from(`at ${location}`), 2)
  const found = locations.map((location) => textOf(cache, 7, location))
  expect(found.filter((text, location) => text !== undefined && text !== `at ${location}`)).toEqual([])
  expect(found.filter((text) => text !== undefined).length).toBeGreaterThan(2_000)
  expect(found.at(-1)).toBe('at 9999')
  expect(textOf(cache, 8, 9_999)).toBeUndefined()
})

test('it keeps the newest within its limit, and what it finds is never of another provider or of an older time', () => {
  const cache = new EntryCache(4 * megabyte)
  const count = 40_000
  const entryOf = (ordinal: number) => `${ordinal} `.padEnd(200 + (ordinal % 300), '.')
  const wrong: string[] = []
  let found = 0
  for (let ordinal = 0; ordinal < count; ordinal++) {
    cache.keep(ordinal, 0, Buffer.from(entryOf(ordinal)), 10)
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

test.for([1, 2, 3, 7, 12, 96, 256])('of %s megabytes it finds nearly all it has room for', (megabytes) => {
  const cache = new EntryCache(megabytes * megabyte)
  // 600 bytes each: as many as there is room for, but for the rests of segments.
  const ordinals = Array.from({ length: 1_700 * megabytes }, (_, number) => (number * 7_919) % 9_000_000)
  for (const ordinal of ordinals) cache.keep(ordinal, 0, new Uint8Array(600), 1)
  const lost = ordinals.filter((ordinal) => cache.find(ordinal, 0) === undefined)
  expect(lost.length).toBeLessThan(ordinals.length / 10)
})

test.for([0, 0.5, 257, 512, Number.NaN])(
  '%s megabytes, of which it would find few or none, are refused',
  (megabytes) => {
    expect(() => new EntryCache(megabytes * megabyte)).toThrow('expected 1048576 to 268435456 bytes, got ')
  },
)

test('an entry too long for a segment is not kept, and one that fills it is', () => {
  const cache = new EntryCache(megabyte)
  cache.keep(1, 0, new Uint8Array(megabyte + 1), 1)
  expect(cache.find(1, 0)).toBeUndefined()
  cache.keep(2, 0, new Uint8Array(megabyte), 1)
  expect(cache.find(2, 0)?.to).toBe(megabyte)
})
