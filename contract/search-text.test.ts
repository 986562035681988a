import { describe, expect, test } from 'vitest'
import { splitSearchText } from './search-text.ts'

describe('the text of a search', () => {
  test.each([
    ['cardiologist near 10118', 'cardiologist', '10118'],
    ['pediatrician in Boston, MA', 'pediatrician', 'Boston, MA'],
    ['heart doctor around Austin TX', 'heart doctor', 'Austin TX'],
    ['near Boston, MA', '', 'Boston, MA'],
    ['cardiologist near ', 'cardiologist', ''],
    ['cardiologist near', 'cardiologist', ''],
    ['Center in the Park near Denver, CO', 'Center in the Park', 'Denver, CO'],
    ['dentist 10118', 'dentist', '10118'],
    ['10118-0110', '', '10118-0110'],
    ['Mayo Clinic', 'Mayo Clinic', undefined],
    ['Nina Inman', 'Nina Inman', undefined],
    ['1679576722', '1679576722', undefined],
    ['', '', undefined],
  ])('%j looks for %j at %j', (text, what, where) => {
    expect(splitSearchText(text)).toEqual({ what, where })
  })
})
