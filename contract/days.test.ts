import { expect, test } from 'vitest'
import { dayStillRunning, daysLeft, endOfDay, endOfDayText, expiryText } from './days.ts'

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

const now = new Date('2026-11-21T23:30:00.000Z')

test.each([
  ['2027-01-18T23:59:59.999-12:00', 58, 'expires in 58 days'],
  ['2026-11-22T23:59:59.999-12:00', 1, 'expires in 1 day'],
  ['2026-11-21T23:59:59.999-12:00', 0, 'expires today'],
  ['2027-02-19T23:59:59.999-12:00', 90, 'expires in 90 days'],
  ['2027-02-20T23:59:59.999-12:00', 91, 'expires in 3 months'],
  ['2027-11-21T23:59:59.999-12:00', 365, 'expires in 1 year'],
  ['2028-10-21T23:59:59.999-12:00', 700, 'expires in 23 months'],
  ['2029-11-21T23:59:59.999-12:00', 1096, 'expires in 3 years'],
])('an approval until %s has %i days left and %s', (iso, days, words) => {
  expect(daysLeft(iso, now)).toBe(days)
  expect(expiryText(days, false)).toBe(words)
})

test('the days left lead from today to the day that is shown, whatever the hour', () => {
  const end = '2026-12-19T23:59:59.999-12:00'
  for (const hour of ['00:00', '02:05', '23:59']) expect(daysLeft(end, new Date(`2026-11-29T${hour}:00.000Z`))).toBe(20)
})

test('an approval expires today while its day is not over on Baker Island, though it is over in New York', () => {
  expect(expiryText(daysLeft('2026-11-21T23:59:59.999-12:00', new Date('2026-11-22T11:59:59.000Z')), false)).toBe(
    'expires today',
  )
})

test('an approval that is over says so, on its last day too', () => {
  expect(expiryText(daysLeft('2026-11-20T00:00:00.000Z', now), true)).toBe('expired')
  expect(expiryText(0, true)).toBe('expired')
})
