import type { Api } from '#contract/api'
import { dailyStatsDays, recentRequestsPageDefault } from '#contract/limits'
import { plans as contractPlans } from '#contract/plans'
import { type UsageRange, usageRangeDefault, usageRanges } from '#contract/usage'
import type { Verb } from '../http/verb.ts'
import { accountOf, keyNamesOf } from '../keys/keys.ts'
import type { Database } from '../platform/database/database.ts'
import { dayMs, hourMs } from '../platform/times.ts'
import { type PlanTable, periodOf } from './account-plan.ts'
import type { Meter } from './meter.ts'
import { percentile } from './percentiles.ts'
import { callsCounted } from './quota.ts'
import { recentOf, timesSince, usageSince } from './usage-store.ts'

/** Stands for an unlimited quota, of which the screen shows a share of 0. */
const unlimited = -1

interface UsageParts {
  database: Database
  meter: Meter
}

export function usageStats(parts: UsageParts & { plans?: PlanTable | undefined }): Verb<Api['usageStats']> {
  const { database, meter, plans = contractPlans } = parts
  return async ({ caller: { accountId }, query: { range = usageRangeDefault } }) => {
    await meter.write()
    const account = await accountOf(database.db, accountId)
    const nowMs = account.readAt.getTime()
    const starts = startsOf(usageRangeDefault, nowMs)
    const days = await usageSince(database.db, { accountId, span: 'day', start: starts[0] })
    const callsOn = callsBy(days, ({ start }) => start.getTime())
    const calls = total(days)
    const period = periodOf(account, nowMs)
    return {
      output: {
        apiCallsToday: callsOn.get(starts[dailyStatsDays].getTime()) ?? 0,
        averageResponseTime: calls === 0 ? 0 : hundredths(total(days, 'timeUs') / 1000 / calls),
        successRate: calls === 0 ? 0 : hundredths((100 * total(days.filter(isSuccess))) / calls),
        dailyStats: starts.map((start) => ({
          date: start.toISOString().slice(0, 10),
          apiCalls: callsOn.get(start.getTime()) ?? 0,
        })),
        totalCalls: await callsCounted(database.db, { accountId, startMs: period.startMs }),
        availableCalls: plans[account.tier].callsPerMonth ?? unlimited,
        periodStartDate: new Date(period.startMs).toISOString(),
        nextPeriodStartDate: new Date(period.endMs).toISOString(),
        ...(await usageIn(database, accountId, startsOf(range, nowMs), usageRanges[range].unit)),
      },
    }
  }
}

type Sum = Awaited<ReturnType<typeof usageSince>>[number]

async function usageIn({ db }: Database, accountId: string, starts: readonly Date[], span: 'hour' | 'day') {
  const since = { accountId, span, start: starts[0] }
  const sums = await usageSince(db, since)
  const times = await timesSince(db, since)
  const names = await keyNamesOf(db, accountId)
  const atStart = ({ start }: Sum) => start.getTime()
  const succeeded = callsBy(sums.filter(isSuccess), atStart)
  const failures = sums.filter((sum) => !isSuccess(sum))
  const failed = callsBy(failures, atStart)
  const rounded = (ms: number | null) => (ms === null ? null : hundredths(ms))
  return {
    points: starts.map((start) => ({
      start: start.toISOString(),
      succeeded: succeeded.get(start.getTime()) ?? 0,
      failed: failed.get(start.getTime()) ?? 0,
    })),
    p50: rounded(percentile(times, 0.5)),
    p95: rounded(percentile(times, 0.95)),
    errors: mostFirst(callsBy(failures, ({ code }) => code)).map(([code, calls]) => ({ code, calls })),
    keys: mostFirst(callsBy(sums, ({ keyId }) => keyId)).map(([id, calls]) => ({ key: shownKey(id, names), calls })),
  }
}

/** The starts of a range's hours or days in UTC, up to the present one, the oldest first. */
function startsOf(range: UsageRange, nowMs: number): Date[] {
  const { unit, points } = usageRanges[range]
  const unitMs = unit === 'hour' ? hourMs : dayMs
  const lastMs = nowMs - (nowMs % unitMs)
  return Array.from({ length: points }, (_, index) => new Date(lastMs - (points - 1 - index) * unitMs))
}

function isSuccess({ code }: Sum): boolean {
  return code === ''
}

function total(sums: readonly Sum[], member: 'calls' | 'timeUs' = 'calls'): number {
  return sums.reduce((sum, one) => sum + one[member], 0)
}

function callsBy<K>(sums: readonly Sum[], nameOf: (sum: Sum) => K): Map<K, number> {
  const calls = new Map<K, number>()
  for (const sum of sums) calls.set(nameOf(sum), (calls.get(nameOf(sum)) ?? 0) + sum.calls)
  return calls
}

function mostFirst(calls: ReadonlyMap<string, number>): [name: string, calls: number][] {
  return [...calls].sort(([, a], [, b]) => b - a)
}

function shownKey(id: string | null, names: ReadonlyMap<string, string>) {
  return id === null || id === '' ? null : { id, name: names.get(id) ?? null }
}

function hundredths(value: number): number {
  return Math.round(100 * value) / 100
}

export function recentRequests({ database: { db }, meter }: UsageParts): Verb<Api['recentRequests']> {
  return async ({ caller: { accountId }, query: { limit = recentRequestsPageDefault, ...filters } }) => {
    await meter.write()
    const found = await recentOf(db, accountId, filters, limit + 1)
    const names = await keyNamesOf(db, accountId)
    const requests = found.slice(0, limit).map(({ id: _, at, requestId, keyId, code, sentence, ...request }) => ({
      ...request,
      id: requestId,
      time: at.toISOString(),
      key: shownKey(keyId, names),
      code: code || null,
      error: sentence || null,
    }))
    return { output: { requests, nextCursor: found.length > limit ? (found[limit - 1]?.id ?? null) : null } }
  }
}
