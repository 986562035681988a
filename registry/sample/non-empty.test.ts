import { describe, expect, it } from 'vitest'
import { joined, mapped, numbered } from './non-empty.ts'

describe('lists of at least one item', () => {
  it('are mapped with the place of each item', () => {
    expect(mapped(['a', 'b', 'c'], (item, index) => `${item}${index}`)).toEqual(['a0', 'b1', 'c2'])
    expect(mapped(['only'], (item) => item.length)).toEqual([4])
  })

  it('are joined in their order', () => {
    expect(joined([[1, 2], [3], [4, 5]])).toEqual([1, 2, 3, 4, 5])
    expect(joined([['only']])).toEqual(['only'])
  })

  it('are made of every number from the first through the last', () => {
    expect(numbered(3, 6, (number) => number * 10)).toEqual([30, 40, 50, 60])
    expect(numbered(7, 7, String)).toEqual(['7'])
  })
})
