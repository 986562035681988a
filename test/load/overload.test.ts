/** T23: more callers than a process can serve: all are answered, as many in a second as ever, and nothing of it stays behind. */
import { Agent } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/callers.ts'
import { note } from '../support/reported.ts'
import { type SharedApi, startSharedApi } from '../support/shared-api.ts'
import { isNight, trials } from '../support/trials.ts'

/** Callers that keep a process busy; five times as many come, then half as many. */
const callers = 16
const searches = trials({ commit: 600, nightly: 30_000 })
const rounds = trials({ commit: 1, nightly: 5 })

/** What is to be reached by night, when nothing else is done on the machine. */
const rateShareMin = 0.9
const answeredMsMax = 5_000

let shared: SharedApi
let apiKey: string
beforeAll(async () => {
  shared = await startSharedApi(1)
  apiKey = (await shared.processes.signUp()).apiKey
})
afterAll(() => shared.close())

interface Load {
  statuses: Set<number>
  rate: number
  slowestMs: number
}

/** So many searches by so many callers, each of whom asks again as soon as it is answered. */
async function search(count: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true })
  const statuses = new Set<number>()
  let [left, slowestMs] = [searches, 0]
  const startedMs = performance.now()
  const call = async () => {
    while (left-- > 0) {
      const askedMs = performance.now()
      const url = `${shared.originOf(0)}/api/doctors?limit=10`
      statuses.add((await ask(url, { agent, headers: { 'api-key': apiKey } })).status)
      slowestMs = Math.max(slowestMs, performance.now() - askedMs)
    }
  }
  await Promise.all(Array.from({ length: count }, call))
  agent.destroy()
  return { statuses, rate: searches / ((performance.now() - startedMs) / 1000), slowestMs }
}

test(`T23: five times as many callers are all answered at the rate of before, ${rounds} times over`, async () => {
  const shares: number[] = []
  const slowest: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = await search(callers)
    const over = await search(5 * callers)
    const after = await search(callers / 2)
    for (const { statuses } of [before, over, after]) expect([...statuses]).toEqual([200])
    shares.push(over.rate / before.rate)
    slowest.push(after.slowestMs)
  }
  if (isNight) expect(Math.min(...shares)).toBeGreaterThanOrEqual(rateShareMin)
  if (isNight) expect(Math.max(...slowest)).toBeLessThan(answeredMsMax)
  const percentOfRateMin = Math.round(100 * Math.min(...shares))
  note(
    { id: 'T23', seed: null, trials: rounds },
    { searches, percentOfRateMin, slowestMsAfterwards: Math.round(Math.max(...slowest)) },
  )
})
