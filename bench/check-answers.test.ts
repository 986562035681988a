import { describe, expect, test } from 'vitest'
import type { SearchQuery } from '#registry/search/query'
import { differenceOf } from './check-answers.ts'

const near: SearchQuery = {
  resource: 'doctors',
  place: { latitude: 40, longitude: -74, radiusMiles: 10 },
  offset: 0,
  limit: 3,
}
const named: SearchQuery = { resource: 'doctors', name: 'ada', offset: 0, limit: 3 }

describe('with a place', () => {
  const expected = { total: 9, npis: [1, 2, 3], miles: [0.5, 1, 1] }

  test('the same answer differs in nothing', () => {
    expect(differenceOf(near, expected, expected)).toBeUndefined()
  })

  test('another total differs, even by one', () => {
    expect(differenceOf(near, expected, { ...expected, total: 10 })).toBe('expected a total of 9; got 10')
  })

  test('providers as far away as the last may stand for one another', () => {
    expect(differenceOf(near, expected, { ...expected, npis: [1, 7, 8] })).toBeUndefined()
  })

  test('a nearer provider may not be missing', () => {
    expect(differenceOf(near, expected, { ...expected, npis: [7, 2, 3] })).toMatch('expected NPI 1')
  })

  test('other distances differ, and so does a missing one', () => {
    expect(differenceOf(near, expected, { ...expected, miles: [0.5, 1, 1.01] })).toMatch('in place 2; got 1.01')
    expect(differenceOf(near, expected, { ...expected, miles: [0.5, 1] })).toMatch('got undefined')
  })

  test('a shorter page differs', () => {
    expect(differenceOf(near, expected, { total: 9, npis: [1, 2], miles: [0.5, 1] })).toBe(
      'expected 3 on the page; got 2',
    )
  })

  test('on a later page those as far away as its first may stand for one another', () => {
    const later = { ...near, offset: 3 }
    const page = { total: 9, npis: [4, 5, 6], miles: [1, 2, 3] }
    expect(differenceOf(later, page, { ...page, npis: [9, 5, 6] })).toBeUndefined()
    expect(differenceOf(later, page, { ...page, npis: [4, 9, 6] })).toMatch('expected NPI 5')
  })
})

describe('without a place', () => {
  const expected = { total: 3, npis: [1, 2, 3] }

  test('the order is part of the answer', () => {
    expect(differenceOf(named, expected, { total: 3, npis: [1, 2, 3] })).toBeUndefined()
    expect(differenceOf(named, expected, { total: 3, npis: [1, 3, 2] })).toBe('expected NPI 2 in place 1; got 3')
  })

  test('a look-up is the same when its record is, to the letter', () => {
    const lookUp: SearchQuery = { resource: 'doctors', npis: [1], offset: 0, limit: 1 }
    const answer = { total: 1, npis: [1], record: '{"npi":1}' }
    expect(differenceOf(lookUp, answer, answer)).toBeUndefined()
    expect(differenceOf(lookUp, answer, { ...answer, record: '{"npi":1 }' })).toBe('the record is another one')
  })
})
