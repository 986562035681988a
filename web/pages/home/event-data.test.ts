import { expect, test } from 'vitest'
import { changesIn, textOf, wordsOf } from './event-data.ts'

test('names of fields read as words', () => {
  const names = ['phone', 'mailingAddress', 'replacementNpi', 'shareId', 'nameParts', 'optedOut']
  expect(names.map(wordsOf)).toEqual(['Phone', 'Mailing address', 'Replacement NPI', 'Share ID', 'Name', 'Opted out'])
})

test('filed values are one line each, and nothing filed is None', () => {
  const address = { firstLine: '1 Main St', secondLine: null, city: 'Troy', coords: { lat: 42.7, lon: -73.7 } }
  expect(textOf(address)).toBe('1 Main St, Troy')
  expect(
    textOf([
      { state: 'NY', number: '1' },
      { state: 'CO', number: '2' },
    ]),
  ).toBe('NY, 1; CO, 2')
  expect(textOf(false)).toBe('No')
  expect(textOf('2026-06-15')).toBe('Jun 15, 2026')
  for (const nothing of [null, undefined, '', [], {}, [null]]) expect(textOf(nothing)).toBe('None')
})

test('changes are those listed, or where two records of a license differ', () => {
  const listed = { sourceDate: '2026-06-15', changes: [{ field: 'phone', before: null, after: '+12125550199' }] }
  expect(changesIn(listed)).toEqual({ facts: { sourceDate: '2026-06-15' }, changes: listed.changes })
  const license = { status: 'active', statusText: 'Active', expiresOn: '2027-03-01' }
  expect(changesIn({ state: 'CO', before: license, after: { ...license, status: 'revoked' } })).toEqual({
    facts: { state: 'CO' },
    changes: [{ field: 'status', before: 'active', after: 'revoked' }],
  })
  expect(changesIn({ state: 'CO', before: license, after: null }).changes).toHaveLength(3)
  expect(changesIn({ shareId: 'one' })).toEqual({ facts: { shareId: 'one' }, changes: [] })
})
