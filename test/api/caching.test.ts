/** What clients keep of answers, how they ask for them again, and how answers are compressed. */
import { cp, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import { type Endpoint, mayBeCompressed } from '#contract/endpoint'
import { plans } from '#contract/plans'
import { usageEndpoints } from '#contract/usage'
import { currentFile, versionsFolder } from '#registry/format'
import { writeOverlay } from '#registry/search/overlay'
import { overlayFile } from '#server/sources/list-overlay'
import { ensureSampleLists } from '#server/sources/sample-lists'
import { eventually } from '../support/eventually.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { newPicture } from '../support/test-pictures.ts'
import { sampleProviders, startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

/** Few enough calls to use up, with as many requests as the tests need. */
const small = { callsPerMonth: 2, requestsPerMinute: 8, requestsPerDay: 1000 }

let samples: SampleRegistry[]
let server: TestServer
/** Of somebody with a plan without limits. */
let account: TestAccount
let npis: Record<'doctors' | 'organizations' | 'individuals', number>
beforeAll(async () => {
  samples = await Promise.all([0, 200].map((more) => buildSampleRegistry(sampleProviders + more)))
  const [first, second] = samples
  if (first === undefined || second === undefined) return expect.unreachable()
  const { version } = second.manifest
  await cp(second.versionDir, join(first.registryDir, versionsFolder, version), { recursive: true })
  server = await startTestServer(undefined, { registryDir: first.registryDir }, { ...plans, free: small })
  account = await server.signUp()
  await server.database.db
    .insertInto('subscriptions')
    .values({ account_id: account.accountId, tier: 'enterprise', period_start: new Date(), period_end: future })
    .execute()
  const { body } = await server.get('/registry', {})
  npis = z
    .object({ exampleNpis: z.record(z.enum(['doctors', 'organizations', 'individuals']), z.number()) })
    .parse(body).exampleNpis
})
afterAll(async () => {
  await server.close()
  await Promise.all(samples.map((sample) => sample.remove()))
})

const future = new Date(Date.now() + 30 * 86_400_000)

/** As the build does it: whole, or not at all. */
async function announce(version: string | undefined): Promise<void> {
  const dir = samples[0]?.registryDir ?? ''
  const next = join(dir, 'next.json')
  await writeFile(next, JSON.stringify({ version, announcedAt: '2026-11-09T00:00:00.000Z', history: [] }))
  await rename(next, join(dir, currentFile))
  await eventually(() => expect(server.registry.current()?.version).toBe(version))
}

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url, headers: { 'api-key': account.apiKey, ...headers } })

async function tagOf(url: string, headers = {}): Promise<string> {
  const answer = await ask(url, headers)
  expect(answer.statusCode, answer.body).toBe(200)
  return String(answer.headers.etag)
}
const again = async (url: string, tag: string, headers = {}) => ask(url, { 'if-none-match': tag, ...headers })

/** With their parameters, for every call whose answer a client may keep. */
const kept: [path: () => string, cacheControl: string][] = [
  [() => '/api/doctors?state=NY&limit=3', 'private, max-age=300'],
  [() => '/api/organizations?address=10118&radius=25', 'private, max-age=300'],
  [() => '/api/individuals?name=a', 'private, max-age=300'],
  [() => `/api/doctors/${npis.doctors}/reviews`, 'private, max-age=300'],
  [() => `/api/organizations/${npis.organizations}/reviews?page=2`, 'private, max-age=300'],
  [() => `/api/individuals/${npis.individuals}/reviews`, 'private, max-age=300'],
  [() => `/api/doctors/${npis.doctors}`, 'private, no-cache'],
  [() => `/api/organizations/${npis.organizations}?provenance=1`, 'private, no-cache'],
  [() => `/api/individuals/${npis.individuals}`, 'private, no-cache'],
]

describe('an answer of the registry', () => {
  test.each(kept)('%s says for how long it may be kept, and is not sent again', async (path, cacheControl) => {
    const url = path()
    const first = await ask(url)
    expect(first.headers).toMatchObject({
      'cache-control': cacheControl,
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      vary: 'api-key, authorization, accept-encoding, origin',
    })
    const tag = String(first.headers.etag)
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const answer = await again(url, known)
      expect([answer.statusCode, answer.body], known).toEqual([304, ''])
      const { date, 'x-request-id': id, connection, ...headers } = answer.headers
      const { 'content-type': type, 'content-length': length, ...rest } = first.headers
      expect(Object.keys(headers).sort()).toEqual(
        Object.keys(rest)
          .filter((name) => !['date', 'x-request-id', 'connection'].includes(name))
          .sort(),
      )
      expect(headers).toMatchObject({ etag: tag, 'cache-control': cacheControl, vary: first.headers.vary })
    }
    expect((await again(url, '"other"')).json()).toEqual(first.json())
  })

  test('has a tag of its own for each question', async () => {
    const urls = ['?state=NY', '?state=NJ', '?state=NY&limit=1', '?state=NY&page=2'].map(
      (query) => `/api/doctors${query}`,
    )
    expect(new Set(await Promise.all(urls.map((url) => tagOf(url)))).size).toBe(urls.length)
  })

  test.each([
    ['/api/licenses?state=CO&number=12', 'private, no-cache'],
    ['/api/exclusions?npi=1234567893', 'private, no-cache'],
    ['/api/specialties?specialty=nurse', 'no-store'],
    ['/api/verifications', 'no-store'],
    ['/api/doctors?limit=all', 'no-store'],
    ['/api/doctors/1999999999', 'no-store'],
  ])('is not all that says how it is kept: %s, %s', async (url, cacheControl) => {
    const { headers } = await ask(url, { 'if-none-match': '*' })
    expect(headers['cache-control']).toBe(cacheControl)
    expect(headers).not.toHaveProperty('etag')
  })

  test('is sent anew once another version of the registry serves, and not before', async () => {
    const [first, second] = samples.map(({ manifest }) => manifest.version)
    for (const url of [
      '/api/doctors?state=NY',
      `/api/doctors/${npis.doctors}/reviews`,
      `/api/doctors/${npis.doctors}`,
    ]) {
      const tag = await tagOf(url)
      expect((await again(url, tag)).statusCode).toBe(304)
      await announce(second)
      const answer = await again(url, tag)
      expect([answer.statusCode, answer.headers['x-registry-version']]).toEqual([200, second])
      expect(answer.headers.etag).not.toBe(tag)
      await announce(first)
      expect((await again(url, tag)).statusCode).toBe(304)
    }
  })

  test('of a filter by lists is checked each time, and sent anew with other lists', async () => {
    const url = '/api/individuals?acceptsMedicare=true&limit=25'
    expect((await ask(url)).json()).toMatchObject({ code: 'list_not_loaded' })
    const path = overlayFile(server.dataDir)
    await mkdir(dirname(path), { recursive: true })
    const npis = server.registry.current()?.licensedIn('CA') ?? expect.unreachable()
    const total = async () => z.object({ total: z.number() }).parse((await ask(url)).json()).total
    await writeOverlay(path, [{ name: 'medicare', isSample: true, madeOf: 'test 1', npis: npis.slice(0, 5) }])
    await eventually(async () => expect((await ask(url)).statusCode).toBe(200))
    expect((await ask(url)).headers['cache-control']).toBe('private, no-cache')
    const [tag, before] = [await tagOf(url), await total()]
    expect((await again(url, tag)).statusCode).toBe(304)
    await writeOverlay(path, [{ name: 'medicare', isSample: true, madeOf: 'test 2', npis: npis.slice(0, 9) }])
    await eventually(async () => expect(await total()).toBeGreaterThan(before))
    expect((await again(url, tag)).statusCode).toBe(200)
  })

  test('that says what lists publish is sent anew once they say more', async () => {
    const url = `/api/doctors/${npis.doctors}`
    const tag = await tagOf(url)
    await ensureSampleLists(server.database, server.registry.current() ?? expect.unreachable())
    await eventually(async () => expect((await again(url, tag)).statusCode).toBe(200))
    const newer = await again(url, tag)
    expect(newer.json()).toMatchObject({ medicare: { asOf: expect.any(String) } })
    expect((await again(url, String(newer.headers.etag))).statusCode).toBe(304)
  })
})

describe('a question whether an answer still holds', () => {
  const search = '/api/doctors?state=NY&limit=3'

  test('uses no quota, also past its end, and counts as a request that succeeded', async () => {
    const owner = await server.signUp()
    const ours = { 'api-key': owner.apiKey }
    const first = await ask(search, ours)
    expect(first.headers['x-quota-remaining']).toBe('1')
    const tag = String(first.headers.etag)
    const held = await again(search, tag, ours)
    expect([held.statusCode, held.headers['x-quota-remaining']]).toEqual([304, '1'])
    expect(held.headers.ratelimit).toMatch(/^"minute";r=6;/)
    expect((await again(search, '"other"', ours)).headers['x-quota-remaining']).toBe('0')
    expect((await again(search, '"other"', ours)).json()).toMatchObject({ code: 'quota_exceeded' })
    expect((await again(search, tag, ours)).statusCode).toBe(304)
    const stats = usageEndpoints.usageStats.output.parse((await server.get('/api-events/stats', owner.headers)).body)
    expect(stats).toMatchObject({ apiCallsToday: 5, totalCalls: 2, successRate: 80 })
    const { body } = await server.get('/me/requests', owner.headers)
    const { requests } = z.object({ requests: z.array(z.object({ status: z.number() })) }).parse(body)
    expect(requests.map(({ status }) => status)).toEqual([304, 429, 200, 304, 200])
    const { apiKeys } = z
      .object({ apiKeys: z.array(z.object({ callsThisMonth: z.number() })) })
      .parse((await server.get('/me/api-keys', owner.headers)).body)
    expect(apiKeys).toEqual([{ callsThisMonth: 2 }])
  })

  test('takes a key and is held to the rate, like any other call', async () => {
    const owner = await server.signUp()
    const tag = await tagOf(search)
    for (const [key, status] of [
      ['', 401],
      [server.unknownKey, 401],
      [owner.apiKey, 304],
    ] as const) {
      expect((await again(search, tag, { 'api-key': key })).statusCode).toBe(status)
    }
    for (let call = 0; call < 7; call++) await again(search, tag, { 'api-key': owner.apiKey })
    const refused = await again(search, tag, { 'api-key': owner.apiKey })
    expect(refused.json()).toMatchObject({ code: 'rate_limited' })
  })

  test('that would fail fails', async () => {
    for (const [url, status] of [
      ['/api/doctors?limit=all', 400],
      ['/api/doctors?specialty=no such thing', 400],
      [`/api/doctors/${npis.organizations}`, 404],
    ] as const) {
      expect((await again(url, '*')).statusCode, url).toBe(status)
    }
  })

  test('may come from a page of another origin, which may read the tag', async () => {
    const origin = 'https://example.org'
    const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'if-none-match' }
    const preflight = await server.app.inject({ method: 'OPTIONS', url: '/api/doctors', headers: { origin, ...asked } })
    expect(preflight.headers['access-control-allow-headers']).toContain('if-none-match')
    const { headers } = await ask(search, { origin })
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*' })
    expect(headers['access-control-expose-headers']).toContain('ETag')
  })
})

describe('a long answer', () => {
  const search = '/api/doctors?state=CA&limit=25'

  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    ['gzip;q=0', undefined, (bytes: Buffer) => bytes],
  ])('with 25 doctors, to a client that accepts %s, comes by %s', async (accepted, encoding, decode) => {
    const [plain, answer] = [await ask(search), await ask(search, { 'accept-encoding': accepted })]
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
    expect(answer.headers.etag).toBe(plain.headers.etag)
    expect(JSON.parse(decode(answer.rawPayload).toString()).doctors).toHaveLength(25)
    expect(decode(answer.rawPayload)).toEqual(plain.rawPayload)
    if (encoding !== undefined) expect(answer.rawPayload.length).toBeLessThan(3072)
    const head = await ask(search, { 'accept-encoding': accepted }, 'HEAD')
    expect([head.statusCode, head.body]).toEqual([200, ''])
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary', 'cache-control']) {
      expect(head.headers[name], name).toBe(answer.headers[name])
    }
  })

  test.each(['/api/specialties?specialty=doctor', '/api/exclusions?npi=1234567893', '/openapi.json'])(
    'of %s is compressed too',
    async (url) => {
      const { statusCode, headers, rawPayload } = await ask(url, { 'accept-encoding': 'gzip' })
      expect([statusCode, headers['content-encoding']]).toEqual([200, 'gzip'])
      expect(headers.vary).toContain('accept-encoding')
      expect(gunzipSync(rawPayload)).toEqual((await ask(url)).rawPayload)
    },
  )

  test('F1: with a link that is a secret is not, nor is any to a session or to a call that changes something', async () => {
    const image = (await newPicture().png().toBuffer()).toString('base64')
    for (const credential of ['MD', 'DO']) {
      const body = { npi: '1234567893', credential, image }
      await server.post('/api/verifications', body, { 'api-key': account.apiKey })
    }
    const list = await ask('/api/verifications', { 'accept-encoding': 'br, gzip' })
    expect(list.rawPayload.length).toBeGreaterThan(1024)
    expect(list.body).toContain('imageUrl')
    expect(list.headers).not.toHaveProperty('content-encoding')
    for (const entry of Object.values<Endpoint>(api).filter(mayBeCompressed)) {
      expect(entry).toMatchObject({ method: 'GET', caller: expect.not.stringMatching('session') })
      const names = JSON.stringify(z.toJSONSchema(entry.output, { io: 'output', unrepresentable: 'any' }))
      expect(names, entry.path).not.toMatch(/"\w*(token|secret|password|passcode|apiKey|imageUrl|recovery)\w*":/i)
    }
  })
})
