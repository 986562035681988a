/**
 * Calls that bear a key and end before anybody looks at what they ask for, since their body cannot be read: they are
 * metered too.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageBodyBytesMax } from '#contract/limits'
import { plans } from '#contract/plans'
import { startTestDatabase } from '../support/platform/test-database.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { newAdmin } from '../support/verification-calls.ts'

const decision = '/api/verifications/0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10'

let server: TestServer
beforeAll(async () => {
  const small = { callsPerMonth: 5, requestsPerMinute: 12, requestsPerDay: 15 }
  server = await startTestServer(startTestDatabase, {}, { ...plans, free: small })
})
afterAll(() => server.close())

describe('a call that bears a key', () => {
  test.each([
    ['is no JSON', '{', {}, 400],
    ['is of another kind', 'npi=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['announces more than is read', '{}', { 'content-length': String(imageBodyBytesMax + 1) }, 413],
  ])('is counted and says what is left also when its body %s', async (_, body, changed, status) => {
    const { apiKey, headers } = await server.signUp()
    const refused = await server.post('/api/verifications', body, { 'api-key': apiKey, ...changed })
    expect(refused).toMatchObject({
      status,
      headers: {
        'ratelimit-policy': '"minute";q=12;w=60, "day";q=15;w=86400',
        ratelimit: expect.stringMatching(/^"minute";r=11;t=\d+, "day";r=14;t=\d+$/),
        'x-quota-remaining': '5',
      },
    })
    expect(await server.get('/api-events/stats', headers)).toMatchObject({
      body: { apiCallsToday: 1, successRate: 0, totalCalls: 0 },
    })
    expect(await server.get('/me/requests', headers)).toMatchObject({
      body: { requests: [{ method: 'POST', path: '/api/verifications', status }] },
    })
  })

  test('is held to the limits of requests also when its body cannot be read', async () => {
    const { apiKey } = await server.signUp()
    const send = () => server.post('/api/verifications', '{', { 'api-key': apiKey })
    for (let call = 0; call < 12; call++) expect(await send()).toMatchObject({ status: 400 })
    expect(await send()).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  })

  test('of the admin desk says what is left of the desk’s own limit, also when its body cannot be read', async () => {
    const { apiKey } = await newAdmin(server)
    const refused = await server.put(decision, '{', { 'api-key': apiKey })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_json' } })
    expect(refused.headers).toMatchObject({ ratelimit: expect.stringMatching(/^"screens";r=299;t=\d+$/) })
    // Whoever is no admin has no limit of the desk's: such a call falls under the plan.
    const other = await server.signUp()
    expect(await server.put(decision, '{', { 'api-key': other.apiKey })).toMatchObject({
      headers: {
        ratelimit: expect.stringMatching(/^"minute";r=11;t=\d+, "day";r=14;t=\d+$/),
        'x-quota-remaining': '5',
      },
    })
  })

  test('with an unreadable body and a key that does not work is counted for no account', async () => {
    for (const key of [{}, { 'api-key': server.unknownKey }]) {
      const posted = await server.post('/api/verifications', '{', key)
      expect(posted).toMatchObject({ status: 401 })
      const put = await server.put(decision, '{', key)
      expect(put).toMatchObject({ status: 400, body: { code: 'invalid_json' } })
      for (const { headers } of [posted, put]) {
        expect(headers).not.toHaveProperty('x-quota-limit')
        expect(headers).not.toHaveProperty('ratelimit')
      }
    }
  })
})
