import { expect, test } from 'vitest'
import { dayStillRunning, endOfDay, endOfDayText } from './days.ts'

test.each([
  ['2026-12-31', '2027-01-01T11:59:59.999Z'],
  ['2028-02-28', '2028-02-29T11:59:59.999Z'],
  ['2026-11-01', '2026-11-02T11:59:59.999Z'],
])('%s lasts until it is over on Baker Island, at %s', (day, end) => {
  expect(endOfDay(day).toISOString()).toBe(end)
  expect(dayStillRunning(new Date(end))).toBe(day)
  expect(dayStillRunning(new Date(Date.parse(end) + 1)) > day).toBe(true)
})

test('the end of a day is written with its offset, so that its text begins with that day and is the same moment', () => {
  const text = endOfDayText(endOfDay('2026-12-31'))
  expect(text).toBe('2026-12-31T23:59:59.999-12:00')
  expect(new Date(text)).toEqual(endOfDay('2026-12-31'))
})

test.each(['America/New_York', 'Pacific/Honolulu', 'Pacific/Pago_Pago', 'Pacific/Midway', 'Etc/GMT+12'])(
  'a day that is not over in %s is not over',
  (timeZone) => {
    const dayThere = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(ms)
    const start = Date.parse('2027-01-01T00:00:00Z')
    for (let hour = 0; hour < 48; hour++) {
      const at = start + hour * 3_600_000
      expect(dayStillRunning(new Date(at)) <= dayThere(at)).toBe(true)
    }
  },
)
