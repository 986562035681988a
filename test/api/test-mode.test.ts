/** Test keys: what they are answered from, what they may not call, and that they use nothing of the account. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import { testNpis } from '#contract/key-modes'
import { type ServerWithBoth, startServerWithBoth, testKeyOf } from '../support/keys/test-mode.ts'
import { people } from '../support/test-registry.ts'
import { startTestServer, type TestAccount } from '../support/test-server.ts'

const plan = { callsPerMonth: 2, requestsPerMinute: 60, requestsPerDay: 61 }

let server: ServerWithBoth
let account: TestAccount
let key: Awaited<ReturnType<typeof testKeyOf>>
beforeAll(async () => {
  server = await startServerWithBoth({ free: plan, developer: plan, enterprise: plan })
  account = await server.signUp()
  key = await testKeyOf(server, account)
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = key.headers) => server.get(path, headers)
const live = () => ({ 'api-key': account.apiKey })
const doctors = z.object({ total: z.number(), doctors: z.array(z.object({ npi: z.number() })) })

describe('a test key', () => {
  test('bears its mode, in its text, in the list and after a rotation', async () => {
    const owner = await server.signUp()
    const { id, key: text } = await testKeyOf(server, owner)
    expect(text).toMatch(/^pdx_test_[0-9A-Za-z]{46}$/)
    const rotated = await server.post(`/me/api-keys/${id}/rotate`, { overlapHours: 0 }, owner.headers)
    expect(api.rotateApiKey.output.parse(rotated.body)).toMatchObject({
      key: expect.stringMatching(/^pdx_test_/),
      apiKey: { mode: 'test', prefix: expect.stringMatching(/^pdx_test_/) },
    })
    const { apiKeys } = api.listApiKeys.output.parse((await server.get('/me/api-keys', owner.headers)).body)
    expect(apiKeys.map(({ name, mode }) => ({ name, mode }))).toEqual([
      { name: 'Default', mode: 'live' },
      { name: 'Tests', mode: 'test' },
    ])
    const refused = await server.post('/me/api-keys', { name: 'x', mode: 'both' }, owner.headers)
    expect(refused).toMatchObject({ status: 400, body: { error: 'mode: expected live or test; got "both".' } })
  })

  test('is answered from the sample registry alone, and says so in every answer', async () => {
    const found = await get('/api/doctors?limit=25')
    expect(found).toMatchObject({ status: 200, headers: { 'praxidex-mode': 'test' } })
    const { total, doctors: hits } = doctors.parse(found.body)
    expect(total).toBeGreaterThan(100)
    expect(hits.every(({ npi }) => String(npi).startsWith('2'))).toBe(true)
    const real = await get('/api/doctors?limit=1', live())
    expect(real.headers['praxidex-mode']).toBeUndefined()
    expect(doctors.parse(real.body).total).toBeLessThan(20)
    expect(found.headers['x-registry-version']).not.toBe(real.headers['x-registry-version'])
    for (const path of [`/api/doctors/${people.physician}`, `/api/doctors/${people.physician}/reviews`]) {
      const missing = await get(path)
      expect(missing).toMatchObject({ status: 404, headers: { 'praxidex-mode': 'test' } })
      expect(missing.headers['x-registry-version']).toBe(found.headers['x-registry-version'])
    }
    expect(server.opened()).toBe(1)
  })

  test('finds everybody that the documentation names, each by the credential that is sought', async () => {
    for (const { npi, name } of testNpis) {
      const { status, body } = await get(`/api/doctors/${npi}`)
      expect({ npi, status, name: z.looseObject({ name: z.string() }).parse(body).name }).toMatchObject({
        status: 200,
        name: expect.stringMatching(new RegExp(name.replace(' ', '.*'), 'i')),
      })
    }
  })

  test('asks the sample lists, and a live key does not', async () => {
    const [{ npi }] = testNpis
    const found = api.searchLicenses.output.parse((await get(`/api/licenses?npi=${npi}`)).body)
    expect(found.licenses).not.toEqual([])
    expect(found.listsAsked.map(({ title }) => title)).toEqual(['Sample of license rolls (fictional)'])
    const excluded = api.searchExclusions.output.parse((await get(`/api/exclusions?npi=${npi}`)).body)
    expect(excluded.listsAsked.map(({ title }) => title)).toEqual([expect.stringMatching(/^Sample of /)])
    const whole = z.looseObject({ licenses: z.array(z.looseObject({ verified: z.unknown() })) })
    expect(whole.parse((await get(`/api/doctors/${npi}`)).body).licenses[0]?.verified).not.toBeNull()
    for (const filter of ['acceptsMedicare=true', 'licensedIn=CA&licenseVerified=true']) {
      const filtered = await get(`/api/doctors?${filter}&limit=1`)
      expect(filtered.status).toBe(200)
      expect(doctors.parse(filtered.body).total).toBeGreaterThan(0)
    }
    const owner = await server.signUp()
    const ofLive = await get(`/api/exclusions?npi=${npi}`, { 'api-key': owner.apiKey })
    expect(api.searchExclusions.output.parse(ofLive.body)).toMatchObject({ exclusions: [], listsAsked: [] })
  })

  test('uses no quota and no day’s requests, is counted nowhere but in its own last use', async () => {
    const owner = await server.signUp()
    const own = await testKeyOf(server, owner)
    for (let call = 0; call < 5; call++) {
      const answer = await get('/api/doctors?limit=1', own.headers)
      expect(answer).toMatchObject({
        status: 200,
        headers: { 'x-quota-limit': 'unlimited', 'x-quota-remaining': 'unlimited' },
      })
      expect(answer.headers['ratelimit-policy']).toBe('"minute";q=60;w=60')
    }
    expect((await get('/api/doctors?limit=0', own.headers)).status).toBe(400)
    const stats = api.usageStats.output.parse((await server.get('/api-events/stats', owner.headers)).body)
    expect(stats).toMatchObject({ totalCalls: 0, apiCallsToday: 0 })
    const { requests } = api.recentRequests.output.parse((await server.get('/me/requests', owner.headers)).body)
    expect(requests).toEqual([])
    const { apiKeys } = api.listApiKeys.output.parse((await server.get('/me/api-keys', owner.headers)).body)
    expect(apiKeys.find(({ id }) => id === own.id)).toMatchObject({ callsThisMonth: 0, lastUsed: expect.any(String) })
    const answer = await get('/api/doctors?limit=1', { 'api-key': owner.apiKey })
    expect(answer.headers).toMatchObject({ 'x-quota-remaining': '1', ratelimit: expect.stringContaining('r=59') })
  })

  test('has a limit by the minute that stops no live call', async () => {
    const owner = await server.signUp()
    const own = await testKeyOf(server, owner)
    let status = 200
    for (let call = 0; call <= plan.requestsPerMinute && status === 200; call++) {
      status = (await get('/api/specialties?specialty=cardiology', own.headers)).status
    }
    expect(status).toBe(429)
    expect((await get('/api/doctors?limit=1', { 'api-key': owner.apiKey })).status).toBe(200)
  })

  test('is not an admin’s key, whoever made it', async () => {
    const admin = await server.signUp()
    const change = server.database.db.updateTable('accounts').set({ is_admin: true })
    await change.where('id', '=', admin.accountId).execute()
    const own = await testKeyOf(server, admin)
    expect(await get('/api/verifications?admin=true', own.headers)).toMatchObject({
      status: 403,
      body: { code: 'admin_only' },
    })
  })

  test('keeps to its scopes', async () => {
    const owner = await server.signUp()
    const body = { name: 'Tests', mode: 'test', scopes: ['sources:read'] }
    const made = api.createApiKey.output.parse((await server.post('/me/api-keys', body, owner.headers)).body)
    expect(await get('/api/doctors', { 'api-key': made.key })).toMatchObject({ body: { code: 'scope_missing' } })
  })

  test('is answered by MCP from the sample too, which says that it is invented', async () => {
    const call = (headers: Record<string, string>) =>
      server.post(
        '/mcp',
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'search_providers', arguments: { kind: 'doctors' } },
        },
        { accept: 'application/json, text/event-stream', ...headers },
      )
    const texts = z.object({ result: z.object({ content: z.array(z.object({ text: z.string() })) }) })
    const inTest = await call(key.headers)
    expect(inTest.headers['praxidex-mode']).toBe('test')
    const [found, note] = texts.parse(inTest.body).result.content
    expect(JSON.parse(found?.text ?? '')).toMatchObject({
      providers: [{ npi: expect.any(Number) }, ...Array(9).fill(expect.anything())],
    })
    expect(note?.text).toBe('Test mode: this is fictional data.')
    const owner = await server.signUp()
    const ofLive = await call({ 'api-key': owner.apiKey })
    expect(ofLive.headers['praxidex-mode']).toBeUndefined()
    expect(texts.parse(ofLive.body).result.content).toHaveLength(1)
  })
})

test('a server whose registry is a sample shares it with test keys', async () => {
  const other = await startTestServer()
  try {
    const own = await testKeyOf(other, await other.signUp())
    const [inTest, ofLive] = [await other.get('/api/doctors', own.headers), await other.get('/api/doctors')]
    expect(inTest.body).toEqual(ofLive.body)
    expect(inTest.headers).toMatchObject({
      'praxidex-mode': 'test',
      'x-registry-version': ofLive.headers['x-registry-version'],
    })
  } finally {
    await other.close()
  }
})

test('without a sample, a test key is asked to wait, and live keys are served', async () => {
  const broken = await startTestServer(undefined, { registryDir: '/nonexistent' })
  try {
    const own = await testKeyOf(broken, await broken.signUp())
    expect(await broken.get('/api/doctors', own.headers)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5', 'praxidex-mode': 'test' },
      body: { code: 'not_ready', error: 'Not ready: waiting for the sample registry.' },
    })
  } finally {
    await broken.close()
  }
})
