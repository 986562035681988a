import { expect, test } from 'vitest'
import { npiDigits, npiRules } from './RequestDialog.tsx'

test.each([
  '1234567893',
  ' 1234 567-893\t',
  '\u200e1234567893\u200f',
  '\u2066123\u2011456\u20117893\u2069',
  '1234\u2212567\u2013893\u00a0',
])('%j is the NPI 1234567893', (typed) => {
  expect(npiDigits(typed)).toBe('1234567893')
  expect(npiRules.validate(typed)).toBe(true)
})

test.each(['123456789', '12345678933', '12345678a3', '\u200e'])('%j is no NPI', (typed) => {
  expect(npiRules.validate(typed)).toBe('An NPI has ten digits')
})
