/** T12 and T22, small: four processes behind a balancer, restarted one after the other and given another registry under load. */
import { Agent } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { plans } from '#contract/plans'
import { ask } from '../support/callers.ts'
import { type Cluster, clusterMissing, startCluster } from '../support/cluster.ts'
import { underLoad } from '../support/cluster-load.ts'

const processes = 4
const restarts = 5

const missing = clusterMissing()
const named = `four processes behind a balancer${missing === undefined ? '' : ` (not tried: ${missing})`}`

describe.skipIf(missing !== undefined)(named, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster(processes)
  }, 180_000)
  afterAll(() => cluster.close())

  test(`fail no request over ${restarts} rolling restarts with slow uploads and a new registry, and end with exit code 0 (T12, T22)`, async () => {
    const codes: (number | null)[] = []
    const found = await underLoad(cluster, async () => {
      for (let restart = 0; restart < restarts; restart++) {
        codes.push(await cluster.restart(restart % processes))
        if (restart === 1) await cluster.publish(cluster.registries[1])
      }
    })
    const { searches, uploads, faults, versions } = found
    console.info(`${searches} searches and ${uploads} slow uploads over ${restarts} restarts: ${faults.length} failed.`)
    expect(faults).toEqual([])
    expect(codes).toEqual(codes.map(() => 0))
    expect(uploads).toBeGreaterThan(restarts)
    expect(versions).toEqual(new Set(cluster.registries.map(({ manifest }) => manifest.version)))
    // Also what was counted by processes that have ended since: every search, exactly once.
    await expect.poll(found.counted, { timeout: 10_000 }).toBe(searches)
  }, 240_000)

  test('give an account its requests a minute once, and the rest of its quota exactly, whichever of them it asks', async () => {
    const { origin } = cluster.balancer
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const { accountId, apiKey } = await cluster.signUp('free')
    const call = () => ask(`${origin}/api/doctors?limit=1`, { agent, headers: { 'api-key': apiKey } })
    const { callsPerMonth, requestsPerMinute } = plans.free
    if (callsPerMonth === null || requestsPerMinute === null) return expect.unreachable('a plan without limits')
    expect((await call()).status).toBe(200)
    const left = 4
    await cluster.database.db
      .updateTable('quota_periods')
      .set({ calls: callsPerMonth - left })
      .where('account_id', '=', accountId)
      .execute()
    const answers = await Promise.all(Array.from({ length: 60 }, call))
    const succeeded = answers.filter(({ status }) => status === 200)
    const overQuota = answers.filter(({ body }) => body.includes('quota_exceeded'))
    const overRate = answers.filter(({ body }) => body.includes('rate_limited'))
    expect(succeeded).toHaveLength(left)
    expect(1 + succeeded.length + overQuota.length).toBeLessThanOrEqual(requestsPerMinute)
    expect(succeeded.length + overQuota.length + overRate.length).toBe(answers.length)
  })
})
