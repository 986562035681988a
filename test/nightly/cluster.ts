/** T12 and T22: four processes behind a balancer, given another registry and restarted one after the other, again and again, under load. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, clusterMissing, startCluster } from '../support/cluster.ts'
import { underLoad } from '../support/cluster-load.ts'
import { reported } from '../support/reported.ts'

const processes = 4
const swaps = 60
const restarts = 50

const missing = clusterMissing()
const named = `four processes behind a balancer${missing === undefined ? '' : ` (not tried: ${missing})`}`

describe.skipIf(missing !== undefined)(named, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster(processes)
  })
  afterAll(() => cluster.close())

  test(`T12: ${swaps} new registries in a row fail no request`, async () => {
    await reported({ id: 'T12', seed: null, trials: swaps }, async () => {
      const { searches, uploads, faults } = await underLoad(cluster, async () => {
        for (let swap = 0; swap < swaps; swap++) await cluster.publish(cluster.registries[swap % 2 === 0 ? 1 : 0])
      })
      expect(faults).toEqual([])
      return { searches, uploads, failed: faults.length }
    })
  })

  test(`T22: ${restarts} rolling restarts fail no request, and every search is counted once`, async () => {
    await reported({ id: 'T22', seed: null, trials: restarts }, async () => {
      const codes: (number | null)[] = []
      const found = await underLoad(cluster, async () => {
        for (let restart = 0; restart < restarts; restart++) codes.push(await cluster.restart(restart % processes))
      })
      const { searches, uploads, faults } = found
      expect(faults).toEqual([])
      expect(codes).toEqual(codes.map(() => 0))
      await expect.poll(found.counted, { timeout: 10_000 }).toBe(searches)
      return { searches, uploads, failed: faults.length }
    })
  })
})
