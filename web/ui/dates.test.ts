import { expect, test } from 'vitest'
import { dayText, lastDayText, longDayText } from './dates.ts'

const options = { day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const
const short = new Intl.DateTimeFormat('en-US', { month: 'short', ...options })
const long = new Intl.DateTimeFormat('en-US', { month: 'long', ...options })

test('every day of three years is written as Americans write it, whatever the time', () => {
  const firstMs = Date.UTC(2023, 11, 31, 23, 59, 59)
  for (let day = 0; day < 1_100; day++) {
    const date = new Date(firstMs + day * 86_400_000)
    expect(dayText(date.toISOString())).toBe(short.format(date))
    expect(longDayText(date.toISOString())).toBe(long.format(date))
  }
})

test('a date without a time is that day', () => {
  expect(dayText('2025-01-05')).toBe('Jan 5, 2025')
  expect(longDayText('2025-01-05')).toBe('January 5, 2025')
})

test('the end of a day is shown as that day, also where UTC has the next one', () => {
  expect(lastDayText('2026-12-31T23:59:59.999-12:00')).toBe('Dec 31, 2026')
})
