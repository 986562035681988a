/** What an account may do now: the limits of its plan, and the billing period in which its calls are counted. */

import { modeHeader } from '#contract/key-modes'
import { screenRequestsPerMinute } from '#contract/limits'
import type { Plan, Tier } from '#contract/plans'
import type { KeyAccount } from '../keys/check-key.ts'
import type { LimitRule } from '../platform/limiter/limiter.ts'
import { daySeconds, minuteSeconds } from '../platform/times.ts'

export type PlanTable = Readonly<Record<Tier, Pick<Plan, 'callsPerMonth' | 'requestsPerMinute' | 'requestsPerDay'>>>

type BillingTimes = Pick<KeyAccount, 'signedUpAt' | 'paidFrom' | 'paidUntil'>

export interface Standing {
  readonly rules: readonly LimitRule[]
  readonly quotaLimit: number | null
  readonly period: Period
  calls: number
  readonly reset: string
  readonly unlimited: Readonly<Record<string, string>>
}

/**
 * `nowMs` is the database's clock. Test keys have no quota and no limit by the day. A standing lives as long as the
 * account's object.
 */
export function standingsUnder(plans: PlanTable): (account: KeyAccount, nowMs: number) => Standing {
  const rules = rulesUnder(plans)
  const standings = new WeakMap<KeyAccount, Standing>()
  return (account, nowMs) => {
    const known = standings.get(account)
    if (known !== undefined && nowMs < known.period.endMs) return known
    const period = periodOf(account, nowMs)
    const isTest = account.mode === 'test'
    const quotaLimit = isTest ? null : plans[account.tier].callsPerMonth
    const reset = new Date(period.endMs).toISOString()
    const standing = {
      rules: isTest ? rules[account.tier].filter(({ name }) => name === 'minute') : rules[account.tier],
      quotaLimit,
      period,
      calls: callsIn(period, account),
      reset,
      unlimited: {
        'x-quota-limit': 'unlimited',
        'x-quota-remaining': 'unlimited',
        'x-quota-reset': reset,
        ...(isTest && { [modeHeader]: 'test' }),
      },
    }
    standings.set(account, standing)
    return standing
  }
}

/**
 * The paid period, else from one monthly anniversary of sign-up to the next. Where the next paid period's event is
 * late, a month runs from the last end. No period is before the first: clocks are read a moment apart.
 */
export function periodOf({ signedUpAt, paidFrom, paidUntil }: BillingTimes, nowMs: number): Period {
  if (paidFrom === null || paidUntil === null) {
    const anchorMs = signedUpAt.getTime()
    return periodAround(anchorMs, Math.max(anchorMs, nowMs))
  }
  if (nowMs < paidUntil.getTime()) return { startMs: paidFrom.getTime(), endMs: paidUntil.getTime() }
  return periodAround(paidUntil.getTime(), nowMs)
}

export function callsIn({ startMs }: Period, { counted }: Pick<KeyAccount, 'counted'>): number {
  return counted.find((period) => period.startMs === startMs)?.calls ?? 0
}

/** Limits of the portal's and the admin desk's own calls, whatever the plan. */
export const screenRules: readonly LimitRule[] = [
  { name: 'screens', limit: screenRequestsPerMinute, windowSeconds: minuteSeconds },
]

function rulesUnder(plans: PlanTable): Readonly<Record<Tier, readonly LimitRule[]>> {
  const rules = ({ requestsPerMinute, requestsPerDay }: PlanTable[Tier]): LimitRule[] => [
    ...(requestsPerMinute === null ? [] : [{ name: 'minute', limit: requestsPerMinute, windowSeconds: minuteSeconds }]),
    ...(requestsPerDay === null ? [] : [{ name: 'day', limit: requestsPerDay, windowSeconds: daySeconds }]),
  ]
  return { free: rules(plans.free), developer: rules(plans.developer), enterprise: rules(plans.enterprise) }
}

/** From `startMs` until just before `endMs`, in milliseconds since 1970. */
export interface Period {
  readonly startMs: number
  readonly endMs: number
}

/**
 * The period around a moment, in UTC, between monthly anniversaries of the anchor, without gap or overlap. A shorter
 * month has it on its last day, which moves no later one. The moment may lie before the anchor.
 */
export function periodAround(anchorMs: number, nowMs: number): Period {
  const [anchor, now] = [new Date(anchorMs), new Date(nowMs)]
  const months = 12 * (now.getUTCFullYear() - anchor.getUTCFullYear()) + now.getUTCMonth() - anchor.getUTCMonth()
  const first = anniversary(anchor, months) <= nowMs ? months : months - 1
  return { startMs: anniversary(anchor, first), endMs: anniversary(anchor, first + 1) }
}

function anniversary(anchor: Date, months: number): number {
  const [year, month] = [anchor.getUTCFullYear(), anchor.getUTCMonth() + months]
  const daysOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDayMs = anchor.getTime() - Date.UTC(year, anchor.getUTCMonth(), anchor.getUTCDate())
  return Date.UTC(year, month, Math.min(anchor.getUTCDate(), daysOfMonth)) + timeOfDayMs
}
