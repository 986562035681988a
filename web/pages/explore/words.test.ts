import { expect, test } from 'vitest'
import { phoneText, searchProblem } from './words.ts'

test.each([
  ['+12125550101', '(212) 555-0101'],
  ['+442079460000', '+442079460000'],
  ['5550101 ext 4', '5550101 ext 4'],
])('the phone number %s is shown as %s', (phone, text) => {
  expect(phoneText(phone)).toBe(text)
})

test.each([
  [
    'address: expected a place in the United States; we couldn’t place "Atlantis". A city named Atlantis is in FL.',
    'We couldn’t place "Atlantis". A city named Atlantis is in FL.',
  ],
  ['Too many searches.', 'Too many searches.'],
])('what the API says of a search, %s, is told visitors as: %s', (sentence, text) => {
  expect(searchProblem(sentence)).toBe(text)
})
