import { expect, test } from 'vitest'
import type { SearchQuery } from '#registry/search/query'
import { differenceOf, median } from './measure.ts'

const search: SearchQuery = { resource: 'doctors', offset: 0, limit: 3 }
const near: SearchQuery = { ...search, place: { latitude: 40, longitude: -74, radiusMiles: 10 } }
const later: SearchQuery = { ...near, offset: 3 }
const lookUp: SearchQuery = { ...search, npis: [7] }
const page = { total: 9, npis: [1, 2, 3], miles: [0.5, 1, 1] }

test.each([
  ['another total', near, { ...page, total: 8 }, 'total of 9; got 8'],
  ['a shorter page', near, { ...page, npis: [1, 2] }, 'expected 3 on the page; got 2'],
  ['another distance', near, { ...page, miles: [0.5, 1, 1.1] }, 'expected 1 miles in place 2; got 1.1'],
  ['no distance', near, { ...page, miles: [0.5, 1] }, 'got undefined'],
  ['another provider in the middle', near, { ...page, npis: [4, 2, 3] }, 'expected NPI 1 on the page'],
  ['another order without a place', search, { total: 9, npis: [2, 1, 3] }, 'expected NPI 1 in place 0; got 2'],
  ['another record', lookUp, { ...page, record: '{}' }, 'the record is another one'],
])('the bench finds %s in the answer of a peer', (_case, query, got, difference) => {
  expect(differenceOf(query, page, got)).toContain(difference)
})

test.each([
  ['the same answer', near, page],
  ['another order of the same distance', near, { ...page, npis: [1, 3, 2] }],
  ['another of those as far away as the last', near, { ...page, npis: [1, 2, 4] }],
  ['a distance that is rounded', near, { ...page, miles: [0.501, 1, 1] }],
  ['another of those as far away as the first of a later page', later, { ...page, npis: [4, 2, 3] }],
])('the bench accepts %s', (_case, query, got) => {
  expect(differenceOf(query, page, got)).toBeUndefined()
})

test('the median of an even count is the mean of the middle two', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5])
})
