import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { periodAround } from './account-plan.ts'

afterEach(() => void vi.unstubAllEnvs())

const around = (anchor: string, now: string) => {
  const { startMs, endMs } = periodAround(Date.parse(anchor), Date.parse(now))
  return [new Date(startMs), new Date(endMs)].map((date) => date.toISOString().replace(':00.000', ''))
}

describe('a billing period', () => {
  it.each([
    ['2026-01-15T08:30Z', '2026-01-15T08:30Z', ['2026-01-15T08:30Z', '2026-02-15T08:30Z']],
    ['2026-01-15T08:30Z', '2026-02-15T08:29:59.999Z', ['2026-01-15T08:30Z', '2026-02-15T08:30Z']],
    ['2026-01-15T08:30Z', '2026-02-15T08:30Z', ['2026-02-15T08:30Z', '2026-03-15T08:30Z']],
    ['2026-01-31T00:00Z', '2026-02-27T23:59Z', ['2026-01-31T00:00Z', '2026-02-28T00:00Z']],
    ['2026-01-31T00:00Z', '2026-03-30T12:00Z', ['2026-02-28T00:00Z', '2026-03-31T00:00Z']],
    ['2028-01-30T00:00Z', '2028-02-29T00:00Z', ['2028-02-29T00:00Z', '2028-03-30T00:00Z']],
    ['2028-02-29T10:00Z', '2029-02-28T10:00Z', ['2029-02-28T10:00Z', '2029-03-29T10:00Z']],
    ['2028-02-29T10:00Z', '2032-02-29T09:00Z', ['2032-01-29T10:00Z', '2032-02-29T10:00Z']],
    ['2025-12-31T23:59Z', '2026-01-01T00:00Z', ['2025-12-31T23:59Z', '2026-01-31T23:59Z']],
    ['2026-05-10T00:00Z', '2026-05-09T00:00Z', ['2026-04-10T00:00Z', '2026-05-10T00:00Z']],
  ])('of anchor %s is at %s from %j on', (anchor, now, period) => {
    expect(around(anchor, now)).toEqual(period)
  })
})

/** Time zones, and how many minutes each is behind UTC in winter. */
const zones = {
  UTC: 0,
  'America/New_York': 300,
  'Asia/Kolkata': -330,
  'Pacific/Kiritimati': -840,
  'America/St_Johns': 210,
}
const casesOfZone = 20_000

/** Moments that are far from random ones: the edges of days, months, leap days and changes of daylight saving time. */
const edges = [
  '2028-02-29T00:00Z',
  '2028-03-01T00:00Z',
  '2026-12-31T23:59:59.999Z',
  '2026-03-08T07:00Z',
  '2026-11-01T06:00Z',
]
const moment = fc.oneof(
  fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2040-01-01') }),
  fc.constantFrom(...edges.map((text) => Date.parse(text))),
)
const anchor = fc
  .record({
    year: fc.integer({ min: 2024, max: 2030 }),
    month: fc.integer({ min: 0, max: 11 }),
    day: fc.integer({ min: 1, max: 31 }),
    timeOfDayMs: fc.integer({ min: 0, max: 86_399_999 }),
  })
  .map(({ year, month, day, timeOfDayMs }) => ({ day, ms: Date.UTC(year, month, day) + timeOfDayMs }))
  // A day that its month does not have would be one of the next month.
  .filter(({ day, ms }) => new Date(ms).getUTCDate() === day)

/** Tries the promises in one time zone and answers a hash of all the periods that came out. */
function tryZone([zone, minutesBehind]: [string, number]): string {
  vi.stubEnv('TZ', zone)
  expect(new Date('2026-01-15').getTimezoneOffset()).toBe(minutesBehind)
  const hash = createHash('sha256')
  fc.assert(
    fc.property(anchor, moment, ({ day, ms: anchorMs }, nowMs) => {
      const period = periodAround(anchorMs, nowMs)
      hash.update(`${period.startMs} ${period.endMs}\n`)
      // No moment is in no period, and no two periods share one.
      if (!(period.startMs <= nowMs && nowMs < period.endMs)) throw new Error('the moment lies outside')
      if (periodAround(anchorMs, period.startMs).endMs !== period.endMs) throw new Error('its start lies in another')
      if (periodAround(anchorMs, period.endMs - 1).startMs !== period.startMs)
        throw new Error('its end lies in another')
      if (periodAround(anchorMs, period.endMs).startMs !== period.endMs) throw new Error('a gap or an overlap after it')
      if (periodAround(anchorMs, period.startMs - 1).endMs !== period.startMs) throw new Error('one before it')
      const start = new Date(period.startMs)
      const daysOfMonth = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate()
      if (start.getUTCDate() !== Math.min(day, daysOfMonth)) throw new Error('it begins on another day')
      if ((period.startMs - anchorMs) % 86_400_000 !== 0) throw new Error('it begins at another time of day')
      const days = (period.endMs - period.startMs) / 86_400_000
      if (days < 28 || days > 31) throw new Error(`it has ${days} days`)
    }),
    { numRuns: casesOfZone, seed: 17 },
  )
  return hash.digest('hex')
}

test('T17: periods follow each other without a gap, for anchors 1 to 31, in five time zones alike (100,000 cases)', () => {
  const [first, ...others] = Object.entries(zones).map(tryZone)
  for (const other of others) expect(other).toBe(first)
})
