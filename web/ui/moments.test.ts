import { expect, test } from 'vitest'
import { agoText, exactText } from './moments.ts'

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
])('%s is told as %s', (iso, words) => {
  expect(agoText(iso, nowMs)).toBe(words)
})

test('a moment is told exactly to the second, in UTC, with midnight as 00', () => {
  expect(exactText('2025-01-05T00:30:09.999Z')).toBe('Jan 5, 2025, 00:30:09 UTC')
})
