/** The quota is the account's, however many keys call. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { plans } from '#contract/plans'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const callsPerMonth = 50

let server: TestServer
beforeAll(async () => {
  const free = { callsPerMonth, requestsPerMinute: null, requestsPerDay: null }
  server = await startTestServer(undefined, {}, { ...plans, free })
})
afterAll(() => server.close())

test('five keys that call at once get the calls of the plan together, and none more', async () => {
  const { headers, apiKey } = await server.signUp()
  const make = async () => {
    const { body } = await server.post('/me/api-keys', { name: 'A program', mode: 'live' }, headers)
    return z.object({ key: z.string() }).parse(body).key
  }
  const keys = [apiKey, await make(), await make(), await make(), await make()]
  const calls = Array.from({ length: 2 * callsPerMonth }, (_, call) =>
    server.get('/api/doctors?limit=1', { 'api-key': keys[call % keys.length] ?? '' }),
  )
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(callsPerMonth)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  const { body } = await server.get('/me/api-keys', headers)
  const { apiKeys } = z.object({ apiKeys: z.array(z.object({ callsThisMonth: z.number() })) }).parse(body)
  expect(apiKeys.reduce((sum, { callsThisMonth }) => sum + callsThisMonth, 0)).toBe(callsPerMonth)
})
