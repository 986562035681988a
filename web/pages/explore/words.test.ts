import { expect, test } from 'vitest'
import { phoneText } from './words.ts'

test.each([
  ['+12125550101', '(212) 555-0101'],
  ['+442079460000', '+442079460000'],
  ['5550101 ext 4', '5550101 ext 4'],
])('the phone number %s is shown as %s', (phone, text) => {
  expect(phoneText(phone)).toBe(text)
})
