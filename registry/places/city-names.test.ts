import { describe, expect, test } from 'vitest'
import { suggestCities } from './city-names.ts'

describe('cities while typing', () => {
  test.each([
    ['bost', 'Boston, MA'],
    ['new yo', 'New York City, NY'],
    ['st louis', 'Saint Louis, MO'],
    ['Portland, me', 'Portland, ME'],
    ['bosotn', 'Boston, MA'],
    ['chcago', 'Chicago, IL'],
    ['Houzton', 'Houston, TX'],
  ])('%j suggests %s first', (text, city) => {
    expect(suggestCities(text, 5)[0]).toBe(city)
  })

  test('are the largest first, at most as many as asked for, and none for nothing', () => {
    expect(suggestCities('portland', 2)).toEqual(['Portland, OR', 'Portland, ME'])
    expect(suggestCities('', 5)).toEqual([])
    expect(suggestCities('zzzzzz', 5)).toEqual([])
  })
})
