import { expect, test } from 'vitest'
import { waitText } from './requests.tsx'

test.each([
  [undefined, 'We can’t promise a date yet.'],
  [1, 'Most recent decisions took less than an hour.'],
  [23, 'Most recent decisions took less than 23 hours.'],
  [24, 'Most recent decisions took less than a day.'],
  [49, 'Most recent decisions took less than 3 days.'],
])('decisions that took at most %s hours read %s', (hours, words) => {
  expect(waitText(hours)).toBe(words)
})
