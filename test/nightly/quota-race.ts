/**
 * T15: the monthly quota under load by four processes: repeated; with one of them killed on the way; and while one billing period
 * goes over into the next.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { plans } from '#contract/plans'
import { usageEndpoints } from '#contract/usage'
import { type Database, openDatabase } from '#server/parts/database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/parts/embedded-postgres'
import { socketName } from '#server/parts/embedded-postgres-folder'
import { startTestProxy, type TestProxy } from '#server/parts/test-proxy'
import { type ApiProcesses, startApiProcesses } from '../support/api-processes.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { sampleProviders } from '../support/test-server.ts'
import { reported } from './report.ts'

const quota = 100
const calls = 1_000
const count = 4
const repeats = 20

const fails = { onWarning: () => {}, onLost: (error: Error) => expect.unreachable(error.message), onRestart: () => {} }
const agent = new Agent({ keepAlive: true })
const limited = { ...plans, free: { callsPerMonth: quota, requestsPerMinute: null, requestsPerDay: null } }

let folder: string
let postgres: EmbeddedPostgres
let network: TestProxy
let registry: SampleRegistry
let database: Database
let databaseUrl: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-nightly-quota-'))
  postgres = await startEmbeddedPostgres(join(folder, 'postgres'), fails)
  const { host, user, database: name } = postgres.connection
  network = await startTestProxy(join(host, socketName))
  databaseUrl = `postgres://${user}@127.0.0.1:${network.port}/${name}`
  database = await openDatabase({ kind: 'postgres', url: databaseUrl }, fails)
  registry = await buildSampleRegistry(sampleProviders)
})
afterAll(async () => {
  agent.destroy()
  await database.close()
  await network.close()
  await postgres.stop()
  await registry.remove()
  rmSync(folder, { recursive: true })
})

/** The status of one call; 0 when the process went away over it. */
function statusOf(origin: string, apiKey: string): Promise<number> {
  return new Promise((resolve) => {
    const request = get(`${origin}/api/doctors?limit=1`, { agent, headers: { 'api-key': apiKey } }, (answer) => {
      answer.resume().once('close', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0))
    })
    request.once('error', () => resolve(0))
  })
}

const start = () => startApiProcesses({ count, databaseUrl, registryDir: registry.registryDir, plans: limited })
const originOf = ({ origins }: ApiProcesses, call: number) => origins[call % count] ?? expect.unreachable()
const times = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length

test(`T15: exactly ${quota} of ${calls} calls at once succeed, ${repeats} times over`, async () => {
  const processes = await start()
  await reported({ id: 'T15', seed: null, trials: repeats }, async () => {
    const successes: number[] = []
    for (let repeat = 0; repeat < repeats; repeat++) {
      const { apiKey, headers } = await processes.signUp()
      const statuses = await Promise.all(
        Array.from({ length: calls }, (_, call) => statusOf(originOf(processes, call), apiKey)),
      )
      successes.push(times(statuses, 200))
      expect({ 200: times(statuses, 200), 429: times(statuses, 429) }).toEqual({ 200: quota, 429: calls - quota })
      const stats = async (origin: string) =>
        usageEndpoints.usageStats.output.parse(await (await fetch(`${origin}/api-events/stats`, { headers })).json())
      // Every process writes what it has counted when it is asked.
      for (const origin of processes.origins) await stats(origin)
      expect(await stats(originOf(processes, 0))).toMatchObject({ totalCalls: quota, apiCallsToday: calls })
    }
    return { successes }
  }).finally(() => processes.close())
})

test(`T15: a process that is killed takes at most the calls with it that it was working on, ${repeats} times over`, async () => {
  await reported({ id: 'T15-kill', seed: null, trials: repeats }, async () => {
    const runs: { successes: number; underWay: number }[] = []
    for (let repeat = 0; repeat < repeats; repeat++) {
      const processes = await start()
      const { apiKey } = await processes.signUp()
      const victim = processes.children[count - 1] ?? expect.unreachable()
      let ended = 0
      let killed: Promise<void> | undefined
      const statuses = await Promise.all(
        Array.from({ length: calls }, async (_, call) => {
          const status = await statusOf(originOf(processes, call), apiKey)
          // A little later each time, from the first answers to when the quota is used up.
          if (++ended === 1 + 10 * repeat) killed = victim.kill()
          return status
        }),
      )
      await killed
      await processes.close()
      const [successes, underWay] = [times(statuses, 200), times(statuses, 0)]
      runs.push({ successes, underWay })
      expect(successes).toBeLessThanOrEqual(quota)
      expect(successes).toBeGreaterThanOrEqual(quota - underWay)
    }
    return { runs }
  })
})

test(`T15: each of two billing periods keeps to its quota while one goes over into the other, ${repeats} times over`, async () => {
  const processes = await start()
  await reported({ id: 'T15-rollover', seed: null, trials: repeats }, async () => {
    const runs: { before: number; after: number }[] = []
    for (let repeat = 0; repeat < repeats; repeat++) {
      const { apiKey, headers } = await processes.signUp()
      const me = await (await fetch(`${originOf(processes, 0)}/me`, { headers })).json()
      const { _id: accountId } = z.object({ _id: z.string() }).parse(me)
      // The next period begins a second from now, by the database's clock.
      await sql`update accounts set created_at = now() + interval '1 second' - interval '1 month' where id = ${accountId}`.execute(
        database.db,
      )
      const periods = () =>
        database.db
          .selectFrom('quota_periods')
          .select(sql<number>`calls::float8`.as('calls'))
          .where('account_id', '=', accountId)
          .orderBy('period_start')
          .execute()
      let [successes, sent] = [0, 0]
      // Goes on until the second period is used up as well, so that the boundary lies in the midst of calls.
      while (
        times(
          (await periods()).map(({ calls: counted }) => counted),
          quota,
        ) < 2 &&
        sent < 40 * quota
      ) {
        const statuses = await Promise.all(
          Array.from({ length: quota }, () => statusOf(originOf(processes, sent++), apiKey)),
        )
        successes += times(statuses, 200)
        expect(times(statuses, 200) + times(statuses, 429)).toBe(quota)
      }
      const [before, after] = (await periods()).map(({ calls: counted }) => counted)
      runs.push({ before: before ?? 0, after: after ?? 0 })
      expect({ before, after, successes }).toEqual({ before: quota, after: quota, successes: 2 * quota })
    }
    return { runs }
  }).finally(() => processes.close())
})
