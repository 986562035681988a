import { expect, test } from 'vitest'
import { daysSummary, dayTitle, failedDays, type StatusDay, toneOf } from './status-days.ts'

const whole: StatusDay = { day: '2026-11-27', up: 1440, partly: 0, down: 0, unknown: 0 }
const unchecked: StatusDay = { ...whole, day: '2026-11-26', up: 0, unknown: 1440 }
const failed: StatusDay = { day: '2026-11-28', up: 1000, partly: 1, down: 3, unknown: 436 }

test('a day is as bad as its worst minute, and unknown where nothing was checked', () => {
  expect([whole, unchecked, failed, { ...failed, down: 0 }].map(toneOf)).toEqual(['good', 'unknown', 'bad', 'partly'])
})

test('a day says what failed and what was not checked', () => {
  expect(dayTitle(whole)).toBe('Nov 27, 2026: no failures')
  expect(dayTitle(unchecked)).toBe('Nov 26, 2026: not checked')
  expect(dayTitle(failed)).toBe('Nov 28, 2026: down for 3 minutes, partly down for 1 minute; 436 minutes not checked')
})

test('days with failures are listed newest first', () => {
  const older = { ...failed, day: '2026-11-20' }
  expect(failedDays([older, unchecked, whole, failed])).toEqual([failed, older])
})

test('the summary counts checked minutes alone, and never rounds a failure away', () => {
  expect(daysSummary([unchecked])).toBe('No checks yet.')
  expect(daysSummary([unchecked, whole])).toBe('Up 100%: 1,440 minutes checked on 1 day.')
  const almost = Array.from({ length: 90 }, () => whole)
  almost[0] = { ...whole, up: 1439, partly: 1 }
  expect(daysSummary(almost)).toBe('Up 99.99%: 129,600 minutes checked on 90 days.')
})
