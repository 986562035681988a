import { afterEach, expect, test, vi } from 'vitest'
import { agoText, dayText, exactText, lastDayText, longDayText, numberText, readableDays } from './format.ts'

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

test('days in a sentence are written as the other days of a screen; numbers that look like one are left', () => {
  expect(readableDays('Opted out on 2025-01-05, until 2027-12-31.')).toBe(
    'Opted out on Jan 5, 2025, until Dec 31, 2027.',
  )
  const others = 'Licenses 2025-13-05, A2025-01-05 and 2025-01-05-7, at 2025-01-05T10:00:00.000Z.'
  expect(readableDays(others)).toBe(others)
})

test('the end of a day is shown as that day, also where UTC has the next one', () => {
  expect(lastDayText('2026-12-31T23:59:59.999-12:00')).toBe('Dec 31, 2026')
})

const nowMs = Date.parse('2026-11-21T12:00:00.000Z')

test.each([
  ['2026-11-21T12:00:00.000Z', 'now'],
  ['2026-11-21T12:00:05.000Z', 'now'],
  ['2026-11-21T11:59:01.000Z', '59 seconds ago'],
  ['2026-11-21T11:59:00.000Z', '1 minute ago'],
  ['2026-11-21T11:00:01.000Z', '59 minutes ago'],
  ['2026-11-21T11:00:00.000Z', '1 hour ago'],
  ['2026-11-20T12:00:01.000Z', '23 hours ago'],
  ['2026-11-20T12:00:00.000Z', 'yesterday'],
  ['2026-10-28T12:00:00.000Z', '24 days ago'],
])('%s is written as %s', (iso, words) => {
  expect(agoText(iso, nowMs)).toBe(words)
})

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  ['UTC', 'Jan 5, 2025, 00:30:09 UTC'],
  ['America/New_York', 'Jan 4, 2025, 19:30:09 UTC−5'],
  ['Asia/Kolkata', 'Jan 5, 2025, 06:00:09 UTC+5:30'],
])('a moment is written to the second, with midnight as 00, in the time zone %s with its name', (zone, words) => {
  vi.stubEnv('TZ', zone)
  expect(exactText('2025-01-05T00:30:09.999Z')).toBe(words)
})

test.each([0, 7, 999, 1_000, 12_345, 100_000, 999_999, 1_000_000, 9_012_345, -1_234, Number.MAX_SAFE_INTEGER])(
  'the count %d is written as Americans write it',
  (count) => {
    expect(numberText(count)).toBe(count.toLocaleString('en-US'))
  },
)
