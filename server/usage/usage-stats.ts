import type { Api } from '#contract/api'
import { dailyStatsDays } from '#contract/limits'
import { plans as contractPlans } from '#contract/plans'
import type { Verb } from '../http/verb.ts'
import { accountOf } from '../keys/keys.ts'
import type { Database } from '../platform/database/database.ts'
import { dayMs } from '../platform/times.ts'
import { type PlanTable, periodOf } from './account-plan.ts'
import type { Meter } from './meter.ts'
import { callsCounted } from './quota.ts'
import { dailySums, recentOf } from './usage-store.ts'

/** Stands for an unlimited quota, of which the screen shows a share of 0. */
const unlimited = -1

export function usageStats(parts: {
  database: Database
  meter: Meter
  plans?: PlanTable | undefined
}): Verb<Api['usageStats']> {
  const { database, meter, plans = contractPlans } = parts
  return async ({ caller: { accountId } }) => {
    await meter.write()
    const account = await accountOf(database.db, accountId)
    const nowMs = account.readAt.getTime()
    const dates = Array.from({ length: dailyStatsDays + 1 }, (_, day) => dateOf(nowMs - (dailyStatsDays - day) * dayMs))
    const sums = await dailySums(database.db, accountId, dates[0])
    const callsOn = new Map(sums.map(({ date, calls }) => [date, calls]))
    const total = (name: 'calls' | 'successes' | 'timeUs') => sums.reduce((sum, day) => sum + day[name], 0)
    const calls = total('calls')
    const period = periodOf(account, nowMs)
    return {
      output: {
        apiCallsToday: callsOn.get(dateOf(nowMs)) ?? 0,
        averageResponseTime: calls === 0 ? 0 : hundredths(total('timeUs') / 1000 / calls),
        successRate: calls === 0 ? 0 : hundredths((100 * total('successes')) / calls),
        dailyStats: dates.map((date) => ({ date, apiCalls: callsOn.get(date) ?? 0 })),
        totalCalls: await callsCounted(database.db, { accountId, startMs: period.startMs }),
        availableCalls: plans[account.tier].callsPerMonth ?? unlimited,
        periodStartDate: new Date(period.startMs).toISOString(),
        nextPeriodStartDate: new Date(period.endMs).toISOString(),
      },
    }
  }
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

function hundredths(value: number): number {
  return Math.round(100 * value) / 100
}

export function recentRequests(parts: { database: Database; meter: Meter }): Verb<Api['recentRequests']> {
  return async ({ caller: { accountId } }) => {
    await parts.meter.write()
    const requests = await recentOf(parts.database.db, accountId)
    return { output: { requests: requests.map(({ at, ...request }) => ({ time: at.toISOString(), ...request })) } }
  }
}
