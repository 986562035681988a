import { expect, test } from 'vitest'
import { phoneRules, plainNumber } from './field-rules.ts'

test.each([
  ['blanks around it', ' 212-555-0101\u00a0', '212-555-0101'],
  ['marks of the direction of writing', '\u202a+1 212 555 0101\u202c\u200e', '+1 212 555 0101'],
  ['the hyphens of print', '212\u2010555\u20110101', '212-555-0101'],
  ['dashes', '212\u2013555\u20140101', '212-555-0101'],
  ['the sign for minus', '212\u2212555\u22120101', '212-555-0101'],
  ['a soft hyphen and a blank without width', '212\u00ad555\u200b0101', '2125550101'],
  ['nothing odd', '(212) 555-0101', '(212) 555-0101'],
])('a phone number with %s is taken as it is meant', (_, typed, meant) => {
  expect(phoneRules.setValueAs(typed)).toBe(meant)
  expect(phoneRules.validate(phoneRules.setValueAs(typed))).toBe(true)
})

test.each(['none', '12', '212-555-0101 x7', '212\u3030555'])('%j is no phone number', (typed) => {
  expect(plainNumber(typed)).toBe(typed)
  expect(phoneRules.validate(typed)).toMatch(/7 to 20 digits/)
})
