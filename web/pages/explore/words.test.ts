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
    'address: expected a place in the United States; we couldn’t find "Atlantis". Understood the city Atlantis, which is in FL and perhaps elsewhere; add its state.',
    'Which Atlantis? Add a state, such as Atlantis, FL.',
  ],
  [
    'address: expected a place in the United States; we couldn’t find "Springfield". Understood the city Springfield, which is in several states (AR, IL, MO); add its state.',
    'Which Springfield? Add a state, such as Springfield, AR.',
  ],
  [
    'address: expected a place in the United States; we couldn’t find "Boston 10001". Understood the city Boston and the ZIP code 10001, which is in NY.',
    'We couldn’t find "Boston 10001". Understood the city Boston and the ZIP code 10001, which is in NY.',
  ],
  ['Too many searches.', 'Too many searches.'],
])('what the API says of a search, %s, is told visitors as: %s', (sentence, text) => {
  expect(searchProblem(sentence)).toBe(text)
})
