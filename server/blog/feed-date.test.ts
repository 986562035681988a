import { expect, test } from 'vitest'
import { feedDate } from './feed-date.ts'

test.each([
  ['Thu, 05 Nov 2026 09:30:00 GMT', '2026-11-05T09:30:00.000Z'],
  ['5 Nov 26 9:30 EST', '2026-11-05T14:30:00.000Z'],
  ['Thu, 05 Nov 2026 09:30:00 +0200', '2026-11-05T07:30:00.000Z'],
  ['2026-11-05T09:30:00.25-05:00', '2026-11-05T14:30:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2026-11', '2026-11-01T00:00:00.000Z'],
  ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
])('the date %j of a feed is %s', (text, expected) => {
  expect(feedDate(text)).toBe(expected)
})

test.each(['2026-11-05 09:30:00', '2026-11-05T09:30:00', 'Thu, 05 Nov 2026 09:30:00'])(
  'the date %j of a feed, which names no zone, is in UTC wherever the server runs',
  (text) => {
    expect(feedDate(text)).toBe('2026-11-05T09:30:00.000Z')
  },
)

test.each([
  'Tue, 31 Feb 2026 10:00:00 GMT',
  '2026-02-31T10:00:00Z',
  '2026-02-29',
  '31 Apr 2026',
  '2026-13-01',
  '2026-00-10',
  '05 Foo 2026 10:00 GMT',
  '2026-11-05T25:00:00Z',
  '2026-11-05T09:60:00Z',
  'Thu, 05 Nov 2026 09:30:00 Mars',
  '2/3/2026',
  'yesterday',
  '1969-12-31',
  '',
])('a day or time that never was, or that could be read in two ways, is none: %j', (text) => {
  expect(feedDate(text)).toBeNull()
})
