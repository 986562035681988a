/**
 * T12, T15, T16, T22: four processes behind a balancer, one PostgreSQL, one Redis and a bucket, given other
 * registries and restarted one after the other, again and again, under load.
 */
import { Agent } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { plans } from '#contract/plans'
import { type Cluster, clusterMissing, startCluster } from '../support/cluster.ts'
import { underLoad } from '../support/cluster-load.ts'
import { ask } from '../support/load-callers.ts'
import { reported } from '../support/reported.ts'

const processes = 4
const swaps = 10
const restarts = 50
/** A new registry comes with every so manieth restart. */
const restartsOfSwap = 10
const burst = 60

const missing = clusterMissing()
const named = `four processes behind a balancer${missing === undefined ? '' : ` (not tried: ${missing})`}`

describe.skipIf(missing !== undefined)(named, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster(processes)
  })
  afterAll(() => cluster?.close())

  test(`T12: ${swaps} new registries in a row fail no request`, async () => {
    await reported({ id: 'T12', seed: null, trials: swaps }, async () => {
      const { searches, uploads, faults, versions } = await underLoad(cluster, async () => {
        for (let swap = 0; swap < swaps; swap++) await cluster.publish(cluster.registries[swap % 2 === 0 ? 1 : 0])
      })
      expect(faults).toEqual([])
      expect(versions).toEqual(new Set(cluster.registries.map(({ manifest }) => manifest.version)))
      return { searches, uploads, failed: faults.length }
    })
  })

  test(`T22: ${restarts} rolling restarts with slow uploads and new registries fail no request, and every search is counted once`, async () => {
    await reported({ id: 'T22', seed: null, trials: restarts }, async () => {
      const codes: (number | null)[] = []
      const found = await underLoad(cluster, async () => {
        for (let restart = 0; restart < restarts; restart++) {
          codes.push(await cluster.restart(restart % processes))
          const swap = restart / restartsOfSwap
          if (Number.isInteger(swap)) await cluster.publish(cluster.registries[swap % 2 === 0 ? 1 : 0])
        }
      })
      const { searches, uploads, faults } = found
      expect(faults).toEqual([])
      expect(codes).toEqual(codes.map(() => 0))
      expect(uploads).toBeGreaterThan(restarts)
      // Also what was counted by processes that have ended since.
      await expect.poll(found.counted, { timeout: 10_000 }).toBe(searches)
      return { searches, uploads, failed: faults.length }
    })
  })

  test('T15, T16: an account has its requests a minute once, and the rest of its quota exactly, whichever process it asks', async () => {
    await reported({ id: 'T15', seed: null, trials: 1 }, async () => {
      const { origin } = cluster.balancer
      const agent = new Agent({ keepAlive: true })
      onTestFinished(() => agent.destroy())
      const [other, { accountId, apiKey }] = [await cluster.signUp('free'), await cluster.signUp('free')]
      const callWith = (key: string) => ask(`${origin}/api/doctors?limit=1`, { agent, headers: { 'api-key': key } })
      const call = () => callWith(apiKey)
      // A process reaches its limiter with its first call that has a limit; the balancer gives each of them one in
      // turn.
      for (let turn = 0; turn < processes; turn++) expect((await callWith(other.apiKey)).status).toBe(200)
      const { callsPerMonth, requestsPerMinute } = plans.free
      if (callsPerMonth === null || requestsPerMinute === null) return expect.unreachable('a plan without limits')
      expect((await call()).status).toBe(200)
      const left = 4
      await cluster.database.db
        .updateTable('quota_periods')
        .set({ calls: callsPerMonth - left })
        .where('account_id', '=', accountId)
        .execute()
      const answers = await Promise.all(Array.from({ length: burst }, call))
      const succeeded = answers.filter(({ status }) => status === 200).length
      const overQuota = answers.filter(({ body }) => body.includes('quota_exceeded')).length
      const overRate = answers.filter(({ body }) => body.includes('rate_limited')).length
      expect(succeeded).toBe(left)
      expect(1 + succeeded + overQuota).toBe(requestsPerMinute)
      expect(succeeded + overQuota + overRate).toBe(burst)
      return { asked: burst + 1, succeeded: 1 + succeeded, overQuota, overRate }
    })
  })
})
