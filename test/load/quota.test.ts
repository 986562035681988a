/** The monthly quota under load: however many calls come at once, in however many processes, exactly the quota succeeds. */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plans } from '#contract/plans'
import { usageEndpoints } from '#contract/usage'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/parts/embedded-postgres'
import { socketName } from '#server/parts/embedded-postgres-folder'
import { startTestProxy, type TestProxy } from '#server/parts/test-proxy'
import { type ApiProcesses, startApiProcesses } from '../support/api-processes.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { sampleProviders } from '../support/test-server.ts'

const quota = 100
const calls = 1_000
const runs = 3

let folder: string
let postgres: EmbeddedPostgres
let network: TestProxy
let registry: SampleRegistry
let databaseUrl: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-quota-'))
  const fails = (trouble: string | Error) => expect.unreachable(String(trouble))
  postgres = await startEmbeddedPostgres(join(folder, 'postgres'), { onRestart: fails, onLost: fails })
  const { host, user, database } = postgres.connection
  // Its socket has a path that is only this process's own.
  network = await startTestProxy(join(host, socketName))
  databaseUrl = `postgres://${user}@127.0.0.1:${network.port}/${database}`
  registry = await buildSampleRegistry(sampleProviders)
})
afterAll(async () => {
  await network.close()
  await postgres.stop()
  await registry.remove()
  rmSync(folder, { recursive: true })
})

const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

/** The status of one call; 0 when the process went away over it. */
function statusOf(origin: string, apiKey: string): Promise<number> {
  return new Promise((resolve) => {
    const request = get(`${origin}/api/doctors?limit=1`, { agent, headers: { 'api-key': apiKey } }, (answer) => {
      answer.resume().once('close', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0))
    })
    request.once('error', () => resolve(0))
  })
}

const limited = { ...plans, free: { callsPerMonth: quota, requestsPerMinute: null, requestsPerDay: null } }

describe.each([1, 4])('T15: a quota of 100 shared by %i processes', (count) => {
  let processes: ApiProcesses
  beforeAll(async () => {
    processes = await startApiProcesses({ count, databaseUrl, registryDir: registry.registryDir, plans: limited })
  })
  afterAll(() => processes.close())

  const statsAt = async (origin: string, headers: Record<string, string>) =>
    usageEndpoints.usageStats.output.parse(await (await fetch(`${origin}/api-events/stats`, { headers })).json())

  test.each(Array.from({ length: runs }, (_, run) => run + 1))(
    'gives exactly 100 successes of 1,000 calls at once, all of which are counted (run %i)',
    async () => {
      const { apiKey, headers } = await processes.signUp()
      const statuses = await Promise.all(
        Array.from({ length: calls }, (_, call) => statusOf(processes.origins[call % count], apiKey)),
      )
      const times = (status: number) => statuses.filter((one) => one === status).length
      expect({ 200: times(200), 429: times(429) }).toEqual({ 200: quota, 429: calls - quota })
      // Every process has written what it counted once it was asked for the statistics.
      const stats = await Promise.all(processes.origins.map((origin) => statsAt(origin, headers)))
      const { totalCalls, apiCallsToday, successRate } = await statsAt(processes.origins[0], headers)
      expect(stats).toHaveLength(count)
      expect({ totalCalls, apiCallsToday, successRate }).toEqual({
        totalCalls: quota,
        apiCallsToday: calls,
        successRate: 10,
      })
    },
  )

  if (count === 1) return
  test('loses to a process that is killed at most the calls it was working on', async () => {
    const { apiKey } = await processes.signUp()
    const victim = processes.children[count - 1]
    let ended = 0
    let killed: Promise<void> | undefined
    const statuses = await Promise.all(
      Array.from({ length: calls }, async (_, call) => {
        const status = await statusOf(processes.origins[call % count], apiKey)
        if (++ended === 20) killed = victim.kill()
        return status
      }),
    )
    await killed
    const successes = statuses.filter((status) => status === 200).length
    const underWay = statuses.filter((status) => status === 0).length
    expect(underWay).toBeGreaterThan(0)
    expect(successes).toBeLessThanOrEqual(quota)
    expect(successes).toBeGreaterThanOrEqual(quota - underWay)
  })
})
