import { describe, expect, it } from 'vitest'
import { callsIn, periodOf } from './account-plan.ts'

const row = {
  accountId: 'a',
  tier: 'free',
  signedUpAt: new Date('2026-01-31T10:00Z'),
  paidFrom: null,
  paidUntil: null,
  counted: [],
  readAt: new Date('2026-03-01T00:00Z'),
} as const
const paid = {
  ...row,
  tier: 'developer',
  paidFrom: new Date('2026-03-31T09:00Z'),
  paidUntil: new Date('2026-04-30T09:00Z'),
} as const
const shown = ({ startMs, endMs }: { startMs: number; endMs: number }) =>
  [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(0, 16))
const at = (text: string) => Date.parse(text)

describe('the billing period', () => {
  it('without a subscription goes from one anniversary of sign-up to the next', () => {
    expect(shown(periodOf(row, at('2026-03-01T00:00Z')))).toEqual(['2026-02-28T10:00', '2026-03-31T10:00'])
  })

  it('never lies before the sign-up, whatever the clocks say', () => {
    const first = ['2026-01-31T10:00', '2026-02-28T10:00']
    for (const now of ['2026-01-31T10:00Z', '2026-01-31T09:59:59.999Z', '2025-06-01T00:00Z']) {
      expect(shown(periodOf(row, at(now)))).toEqual(first)
    }
  })

  it('with a subscription is the one that is paid', () => {
    const period = ['2026-03-31T09:00', '2026-04-30T09:00']
    for (const now of ['2026-03-31T08:59:59Z', '2026-03-31T09:00Z', '2026-04-30T08:59:59.999Z']) {
      expect(shown(periodOf(paid, at(now)))).toEqual(period)
    }
  })

  it('begins where the paid one ends, even while the event of the next one is late', () => {
    expect(shown(periodOf(paid, at('2026-04-30T09:00Z')))).toEqual(['2026-04-30T09:00', '2026-05-30T09:00'])
    expect(shown(periodOf(paid, at('2026-05-30T09:00Z')))).toEqual(['2026-05-30T09:00', '2026-06-30T09:00'])
  })
})

it('counts of another period are not counts of this one', () => {
  const period = periodOf(row, at('2026-03-01T00:00Z'))
  const counted = (...starts: number[]) => ({
    ...row,
    counted: starts.map((startMs, at) => ({ startMs, calls: 7 + at })),
  })
  const [before, later] = [at('2026-01-31T10:00Z'), at('2026-02-28T11:00Z')]
  expect(callsIn(period, counted(before))).toBe(0)
  expect(callsIn(period, counted(later))).toBe(0)
  expect(callsIn(period, counted(before, period.startMs, later))).toBe(8)
  expect(callsIn(period, row)).toBe(0)
})
