import { expect, test } from 'vitest'
import { LruCache } from './filters.ts'

test('what was used last is kept, and what was not used for longest is made again', () => {
  const made: string[] = []
  const kept = new LruCache<string>(2)
  const ask = (key: string) =>
    kept.get(key, () => {
      made.push(key)
      return key.toUpperCase()
    })
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(ask)).toEqual(['A', 'B', 'A', 'C', 'A', 'B'])
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})
