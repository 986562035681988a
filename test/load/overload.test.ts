/**
 * T23: more callers than a process can serve: all are answered, as many in a second as ever, and nothing of it stays
 * behind.
 */
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, ask } from '../support/load-callers.ts'
import { note } from '../support/reported.ts'
import { type SharedApi, startSharedApi } from '../support/shared-api.ts'
import { isNight, trials } from '../support/trials.ts'

/** Callers that keep a process busy; five times as many come, then half as many. */
const callers = 16
const searches = trials({ commit: 600, nightly: 20_000 })
const rounds = trials({ commit: 1, nightly: 5 })
const signUps = 300

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

/** This many searches by this many callers, each of whom asks again as soon as it is answered. */
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

function signUp(agent: Agent): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const account = { email: `${randomUUID()}@example.org`, password: 'a long walk by the sea', phone: '212-555-0101' }
  return ask(`${shared.originOf(0)}/signup`, { agent, headers, pieces: [JSON.stringify(account)] })
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

test('T23: of more sign-ups than passwords can be hashed the rest are refused with 503, and searches go on', async () => {
  const agent = new Agent({ keepAlive: true })
  const signingUp = Promise.all(Array.from({ length: signUps }, () => signUp(agent)))
  const searching = await search(callers)
  const answers = await signingUp
  agent.destroy()
  expect([...searching.statuses]).toEqual([200])
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect(count(201)).toBeGreaterThan(0)
  expect(count(503)).toBeGreaterThan(0)
  expect(count(201) + count(503)).toBe(signUps)
  note({ id: 'T23', seed: null, trials: 1 }, { signUps, signedUp: count(201), refused: count(503) })
})
