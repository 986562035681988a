import { describe, expect, it } from 'vitest'
import { nearestOf } from './nearest-word.ts'

const parameters = ['address', 'city', 'state', 'radius', 'specialty', 'npi', 'limit', 'page']

describe('nearestOf', () => {
  it.each([
    ['adress', 'address'],
    ['Speciality', 'specialty'],
    ['raduis', 'radius'],
    ['np', 'npi'],
    ['pages', 'page'],
    ['LIMIT', 'limit'],
    ['ctiy', 'city'],
  ])('takes %s for %s', (word, nearest) => {
    expect(nearestOf(word, parameters)).toBe(nearest)
  })

  it.each(['', '   ', 'zzzz', 'longitude', 'x'.repeat(65)])('takes %j for none', (word) => {
    expect(nearestOf(word, parameters)).toBeUndefined()
  })

  it('counts two neighbors swapped as one edit, and takes the first of equals', () => {
    expect(nearestOf('abcd', ['abdc'])).toBe('abdc')
    expect(nearestOf('cat', ['car', 'cut'])).toBe('car')
  })

  it('allows a third of the letters of a longer word and not one more', () => {
    expect(nearestOf('abcdefghi', ['abcdefxyz'])).toBe('abcdefxyz')
    expect(nearestOf('abcdefghi', ['abcdewxyz'])).toBeUndefined()
  })

  it('answers a word of the greatest length, and none where nothing is known', () => {
    expect(nearestOf('x'.repeat(64), ['x'.repeat(60)])).toBe('x'.repeat(60))
    expect(nearestOf('page', [])).toBeUndefined()
  })
})
