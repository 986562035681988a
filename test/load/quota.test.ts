/**
 * The monthly quota under load: however many calls come at once, in however many processes, exactly the quota succeeds;
 * also while one billing period goes over into the next, and less only by what a process that was killed had in hand. A
 * machine that has more to do than it can may refuse a call with 503, since its database did not answer in time: that
 * uses nothing, and the call is made again.
 */
import { Agent, get } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { plans } from '#contract/plans'
import { usageEndpoints } from '#contract/usage'
import type { Database } from '#server/platform/database/database'
import { type ApiProcesses, startApiProcesses } from '../support/api-processes.ts'
import { type LocalDatabase, startLocalDatabase } from '../support/local-database.ts'
import { reported } from '../support/reported.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { sampleProviders } from '../support/test-server.ts'
import { isNight, trials } from '../support/trials.ts'

const quota = 100
const calls = 1_000
const runs = trials({ commit: 1, nightly: 20 })
const kills = trials({ commit: 1, nightly: 20 })
const rollovers = trials({ commit: 1, nightly: 20 })

let local: LocalDatabase
let registry: SampleRegistry
let database: Database
let all: ApiProcesses
beforeAll(async () => {
  ;[local, registry] = await Promise.all([startLocalDatabase(), buildSampleRegistry(sampleProviders)])
  database = await local.open()
  all = await start()
})
afterAll(async () => {
  await all.close()
  await database.close()
  await local.close()
  await registry.remove()
})

const processCount = trials({ commit: 2, nightly: 4 })
const limited = { ...plans, free: { callsPerMonth: quota, requestsPerMinute: null, requestsPerDay: null } }

function start(): Promise<ApiProcesses> {
  const { registryDir } = registry
  return startApiProcesses({ count: processCount, databaseUrl: local.url, registryDir, plans: limited })
}

/** The status of one call; 0 when the process went away over it. */
function statusOf(origin: string, apiKey: string, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const request = get(`${origin}/api/doctors?limit=1`, { agent, headers: { 'api-key': apiKey } }, (answer) => {
      answer.resume().once('close', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0))
    })
    request.once('error', () => resolve(0))
  })
}

/**
 * The statuses of this many calls at once; `onAnswer` is called for each. They share no connection with calls before
 * them: one that has been idle may be closed by its server at the very moment of the next call, which then is lost.
 */
async function statusesOf(
  { origins }: ApiProcesses,
  { apiKey, count, onAnswer = () => {} }: { apiKey: string; count: number; onAnswer?: () => void },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const statuses = await Promise.all(
    Array.from({ length: count }, async (_, call) => {
      const status = await statusOf(origins[call % origins.length], apiKey, agent)
      onAnswer()
      return status
    }),
  )
  agent.destroy()
  return statuses
}

/** How often calls are made again that were refused by a machine with more to do than it can. */
const attemptsMax = 20

/** As `statusesOf`, with every call made again that is answered with 503, which uses nothing; and how many were. */
async function lastStatusesOf(
  processes: ApiProcesses,
  { apiKey, count }: { apiKey: string; count: number },
): Promise<{ statuses: number[]; refused: number }> {
  const statuses: number[] = []
  let [left, refused] = [count, 0]
  for (let attempt = 0; attempt < attemptsMax && left > 0; attempt++) {
    const answered = await statusesOf(processes, { apiKey, count: left })
    left = times(answered, 503)
    refused += left
    statuses.push(...answered.filter((status) => status !== 503))
  }
  return { statuses, refused }
}

const times = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length

describe.each(isNight ? [1, processCount] : [processCount])('T15: a quota of 100 shared by %i processes', (count) => {
  const statsAt = async (origin: string, headers: Record<string, string>) =>
    usageEndpoints.usageStats.output.parse(await (await fetch(`${origin}/api-events/stats`, { headers })).json())

  test(`gives exactly 100 successes of 1,000 calls at once, all of which are counted, ${runs} times over`, async () => {
    await reported({ id: 'T15', seed: null, trials: runs }, async () => {
      let refusedInAll = 0
      const processes = { ...all, origins: all.origins.slice(0, count) }
      for (let run = 0; run < runs; run++) {
        const { apiKey, headers } = await processes.signUp()
        const { statuses, refused } = await lastStatusesOf(processes, { apiKey, count: calls })
        expect({ 200: times(statuses, 200), 429: times(statuses, 429) }).toEqual({ 200: quota, 429: calls - quota })
        expect(statuses).toHaveLength(calls)
        // Every process has written what it counted once it was asked for the statistics.
        for (const origin of processes.origins) await statsAt(origin, headers)
        const { totalCalls, dailyStats, successRate } = await statsAt(processes.origins[0], headers)
        expect(totalCalls).toBe(quota)
        // The calls may run across midnight. Of those that were refused, the ones whose key was known by then are
        // counted.
        const counted = dailyStats.slice(-2).reduce((sum, { apiCalls }) => sum + apiCalls, 0)
        expect(counted).toBeGreaterThanOrEqual(calls)
        expect(counted).toBeLessThanOrEqual(calls + refused)
        expect(successRate).toBeCloseTo((100 * quota) / counted, 1)
        refusedInAll += refused
      }
      return { processes: count, calls, succeededInEach: quota, refused: refusedInAll }
    })
  })

  if (count === 1) return

  test(`is kept by each of two billing periods while one goes over into the other, ${rollovers} times over`, async () => {
    await reported({ id: 'T15', seed: null, trials: rollovers }, async () => {
      for (let rollover = 0; rollover < rollovers; rollover++) await goOver(all)
      return { processes: count, succeededInEachPeriod: quota }
    })
  })

  test(`loses to a process that is killed at most the calls it was working on, ${kills} times over`, async () => {
    await reported({ id: 'T15', seed: null, trials: kills }, async () => {
      const found: { successes: number; underWay: number }[] = []
      for (let kill = 0; kill < kills; kill++) {
        if (kill > 0) {
          await all.close()
          all = await start()
        }
        // A little later each time, from the first answers to when the quota is used up.
        found.push(await killUnderLoad(all, 20 + 10 * kill))
      }
      const underWay = found.map((one) => one.underWay)
      expect(Math.max(...underWay)).toBeGreaterThan(0)
      return {
        processes: count,
        succeededMin: Math.min(...found.map(({ successes }) => successes)),
        succeededMax: Math.max(...found.map(({ successes }) => successes)),
        underWayMax: Math.max(...underWay),
      }
    })
  })
})

/** Time enough for a busy machine to use up the quota of the period that ends. */
const untilNextPeriod = '3 seconds'

/** Far longer than both periods' quotas take to be used up. */
const goingOverMsMax = 60_000

/**
 * Calls without a pause while the next period begins, until its quota is used up as well, so that the boundary lies in
 * the midst of calls.
 */
async function goOver(processes: ApiProcesses): Promise<void> {
  const { apiKey, headers } = await processes.signUp()
  const me = await (await fetch(`${processes.origins[0]}/me`, { headers })).json()
  const { _id: accountId } = z.object({ _id: z.string() }).parse(me)
  // By the database's clock, on the anniversary of an account that was made on the same day of the same month: every
  // fourth year has it.
  await sql`update accounts set created_at = now() + ${untilNextPeriod}::interval - interval '4 years' where id = ${accountId}`.execute(
    database.db,
  )
  const countsOfPeriods = async () => {
    const rows = await database.db
      .selectFrom('quota_periods')
      .select(sql<number>`calls::float8`.as('calls'))
      .where('account_id', '=', accountId)
      .orderBy('period_start')
      .execute()
    return rows.map(({ calls: counted }) => counted)
  }
  let successes = 0
  const endsMs = performance.now() + goingOverMsMax
  while (times(await countsOfPeriods(), quota) < 2 && performance.now() < endsMs) {
    const statuses = await statusesOf(processes, { apiKey, count: quota })
    successes += times(statuses, 200)
    expect(times(statuses, 200) + times(statuses, 429) + times(statuses, 503)).toBe(quota)
  }
  expect({ periods: await countsOfPeriods(), successes }).toEqual({ periods: [quota, quota], successes: 2 * quota })
}

/** Kills the last of the processes after this many answers; what it had in hand is lost at most. */
async function killUnderLoad(
  processes: ApiProcesses,
  afterAnswers: number,
): Promise<{ successes: number; underWay: number }> {
  const { apiKey } = await processes.signUp()
  const victim = processes.children.at(-1) ?? expect.unreachable()
  let ended = 0
  let killed: Promise<void> | undefined
  const statuses = await statusesOf(processes, {
    apiKey,
    count: calls,
    onAnswer: () => {
      if (++ended === afterAnswers) killed = victim.kill()
    },
  })
  await killed
  const [successes, underWay] = [times(statuses, 200), times(statuses, 0)]
  expect(successes + underWay + times(statuses, 429) + times(statuses, 503)).toBe(calls)
  expect(successes).toBeLessThanOrEqual(quota)
  expect(successes).toBeGreaterThanOrEqual(quota - underWay)
  return { successes, underWay }
}
