/**
 * Metering while the database does not answer: nothing is counted twice or for nothing, and nothing that was served is
 * forgotten.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { plans } from '#contract/plans'
import { usageEndpoints } from '#contract/usage'
import { eventually } from '../support/eventually.ts'
import { type FarDatabase, startFarDatabase } from '../support/far-database.ts'
import type { TestProxy } from '../support/platform/test-proxy.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const quota = 30

let database: FarDatabase
let network: TestProxy
/** Servers on one database: one whose accounts have a quota, one whose accounts have none. */
let limited: TestServer
let unlimited: TestServer

beforeAll(async () => {
  database = await startFarDatabase({ isTroubleExpected: true })
  network = database.network
  const free = { callsPerMonth: quota, requestsPerMinute: null, requestsPerDay: null }
  limited = await startTestServer(database.open, {}, { ...plans, free })
  unlimited = await startTestServer(database.open)
})
afterEach(() => network.heal())
afterAll(async () => {
  await limited.close()
  await unlimited.close()
  await database.close()
})

const search = '/api/doctors?limit=1'
const statusOf = async (server: TestServer, apiKey: string) => (await server.get(search, { 'api-key': apiKey })).status
/** Once the database answers again. */
const statsOf = (server: TestServer, headers: Record<string, string>) =>
  vi.waitFor(
    async () => usageEndpoints.usageStats.output.parse((await server.get('/api-events/stats', headers)).body),
    10_000,
  )

test('T05: calls without a quota are served on with a key that was just seen, and all of them are counted afterwards', async () => {
  // A busy machine may not get around to a call before the key has to be looked up again: then it is seen again.
  const { headers, served } = await eventually(async () => {
    network.heal()
    const account = await unlimited.signUp()
    // What comes first takes longest.
    const seen = [await statusOf(unlimited, account.apiKey), await statusOf(unlimited, account.apiKey)]
    expect(seen).toEqual([200, 200])
    network.refuse()
    let servedAway = 0
    while (servedAway < 200 && (await statusOf(unlimited, account.apiKey)) === 200) servedAway++
    expect(servedAway).toBeGreaterThan(0)
    return { headers: account.headers, served: seen.length + servedAway }
  })
  network.heal()
  const { apiCallsToday, totalCalls } = await statsOf(unlimited, headers)
  expect({ apiCallsToday, totalCalls }).toEqual({ apiCallsToday: served, totalCalls: served })
})

test.each(['refuse', 'silence'] as const)(
  'T05: calls with a quota are refused with 503 and a time to come back, use nothing of it, and find all of it afterwards (%s)',
  async (fault) => {
    const { apiKey, headers } = await limited.signUp()
    for (let call = 0; call < 10; call++) expect(await statusOf(limited, apiKey)).toBe(200)
    network[fault]()
    const refused = await Promise.all(Array.from({ length: 40 }, () => limited.get(search, { 'api-key': apiKey })))
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'not_ready' }, headers: { 'retry-after': '5' } })
    }
    network.heal()
    await vi.waitFor(async () => expect((await limited.get('/ready', {})).status).toBe(200), 10_000)
    const statuses = await Promise.all(Array.from({ length: 40 }, () => statusOf(limited, apiKey)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(quota - 10)
    expect((await statsOf(limited, headers)).totalCalls).toBe(quota)
  },
)
