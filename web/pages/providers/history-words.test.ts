import { expect, test } from 'vitest'
import { fieldWords, valuesWords } from './history-words.ts'

test.each([
  ['phone', 'Phone'],
  ['mailingAddress', 'Mailing address'],
  ['nameParts', 'Name'],
  ['deactivatedOn', 'Deactivated on'],
])('the field %s is written as %s', (field, words) => {
  expect(fieldWords(field)).toBe(words)
})

const address = { firstLine: '5 Elm St', city: 'Hartford', state: 'CT', postalCode: '06103', coords: [-72.6, 41.7] }
const license = { code: '207Q00000X', label: 'Family medicine', isPrimary: true, licenseNumber: '123' }

test.each([
  ['a number', 'phone', '+12125550100', '+12125550101', 'from (212) 555-0100 to (212) 555-0101'],
  ['a value that is new', 'fax', null, '+12125550101', 'added (212) 555-0101'],
  ['a value that is gone', 'fax', '+12125550101', null, 'removed (212) 555-0101'],
  ['a day', 'reactivatedOn', null, '2026-01-05', 'added Jan 5, 2026'],
  ['a name', 'nameParts', { first: 'Ada', last: 'Lee' }, { first: 'Ada', last: 'Roe' }, 'from Ada Lee to Ada Roe'],
  ['yes and no', 'isSubpart', false, true, 'from no to yes'],
  [
    'an address, without its coordinates',
    'address',
    address,
    { ...address, firstLine: '7 Elm St', coords: null },
    'from 5 Elm St, Hartford, CT, 06103 to 7 Elm St, Hartford, CT, 06103',
  ],
  [
    'a list, of which only the difference is written',
    'taxonomies',
    [license],
    [license, { code: '208D00000X', label: 'General practice', isPrimary: false }],
    'added 208D00000X, General practice',
  ],
  ['a list that differs in a flag alone', 'taxonomies', [license], [{ ...license, isPrimary: false }], 'changed'],
  ['a long list', 'otherNames', ['A', 'B', 'C', 'D', 'E', 'F', 'G'], [], 'removed A; B; C; D; E and 2 more'],
])('%s', (_, field, before, after, words) => {
  expect(valuesWords({ field, before, after })).toBe(words)
})
