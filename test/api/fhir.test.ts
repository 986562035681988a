/** The FHIR API as a protocol: formats, versions, refusals, includes, paging, export and clients of others. */
import { MedplumClient } from '@medplum/core'
import { Client } from 'fhir-kit-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { directoryTypes, fhirSearches } from '#contract/fhir'
import { fhirEntriesMax } from '#contract/limits'
import { type Fhir, fhirOf } from '../support/fhir/fhir-calls.ts'
import { buildFhirRegistry, fhirNpis } from '../support/fhir/fhir-registry.ts'
import { testKeyOf } from '../support/keys/test-mode.ts'
import { testPages } from '../support/test-pages.ts'
import { startTestServer, type TestAccount, type TestServer, unlimited } from '../support/test-server.ts'
import { decisions, keyOf, newAdmin, submitted } from '../support/verification-calls.ts'

let server: TestServer
let fhir: Fhir
let origin: string
let removeRegistry: () => void
let enterprise: Fhir
beforeAll(async () => {
  const built = await buildFhirRegistry({ hospitalLocations: fhirEntriesMax })
  removeRegistry = built.remove
  const developer = { ...unlimited.developer, requestsPerMinute: 3 }
  const settings = { registryDir: built.registryDir }
  server = await startTestServer(undefined, settings, { ...unlimited, developer }, undefined, { pages: testPages })
  fhir = fhirOf(server.app, server.apiKey)
  enterprise = fhirOf(server.app, (await accountOn('enterprise')).apiKey)
  origin = `http://127.0.0.1:${await server.listen()}`
})
afterAll(async () => {
  await server.close()
  removeRegistry()
})

async function accountOn(tier: 'developer' | 'enterprise'): Promise<TestAccount> {
  const account = await server.signUp()
  const end = new Date(Date.now() + 3_600_000)
  await server.database.db
    .insertInto('subscriptions')
    .values({ account_id: account.accountId, tier, period_start: new Date(), period_end: end })
    .execute()
  return account
}

const { cardiologist, hospital, lee, organization, deactivated, nobody } = fhirNpis

describe('a read', () => {
  test('has a version, by which it is read again without a body', async () => {
    const first = await fhir.get(`/Practitioner/${cardiologist}`)
    expect(first.statusCode).toBe(200)
    expect(first.headers).toMatchObject({
      'content-type': 'application/fhir+json; fhirVersion=4.0; charset=utf-8',
      etag: expect.stringMatching(/^W\/"[\w.-]+"$/),
      'last-modified': expect.stringMatching(/GMT$/),
    })
    const { meta } = z
      .object({ meta: z.object({ versionId: z.string(), lastUpdated: z.string() }) })
      .parse(first.json())
    expect(first.headers.etag).toBe(`W/"${meta.versionId}"`)
    const again = await fhir.get(`/Practitioner/${cardiologist}`, { 'if-none-match': String(first.headers.etag) })
    expect(again).toMatchObject({ statusCode: 304, body: '' })
    const ofVersion = await fhir.get(`/Practitioner/${cardiologist}/_history/${meta.versionId}`)
    expect(ofVersion.json()).toEqual(first.json())
    expect(await fhir.refusal(`/Practitioner/${cardiologist}/_history/1`)).toMatchObject({
      status: 404,
      code: 'not-found',
    })
  })

  test.each([
    [`/Practitioner/${deactivated}`, 410, 'deleted'],
    [`/Organization/${deactivated}`, 410, 'deleted'],
    [`/Practitioner/${nobody}`, 404, 'not-found'],
    [`/Practitioner/${organization}`, 404, 'not-found'],
    [`/Organization/${cardiologist}`, 404, 'not-found'],
    [`/Location/${cardiologist}-9`, 404, 'not-found'],
    [`/Location/${cardiologist}`, 404, 'not-found'],
    ['/Endpoint/x', 404, 'not-found'],
    ['/Patient/1', 404, 'not-supported'],
    ['/Practitioner/%E0%A4%A', 400, 'invalid'],
  ])('of %s answers %d as an OperationOutcome', async (path, status, code) => {
    expect(await fhir.refusal(path)).toMatchObject({ status, code })
  })
})

describe('a refusal is an OperationOutcome:', () => {
  test('of a call without a key, 401', async () => {
    const answer = await server.app.inject({ url: '/fhir/Practitioner?name=lee' })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code: 'login' }],
    })
  })

  test.each(['/Patient/1', `/Practitioner/${cardiologist}/_history`, '/Practitioner/%zz'])(
    'of a path that is none, %s, its error beside pages too',
    async (path) => {
      const answer = await fhir.get(path)
      expect(answer.headers['content-type']).toMatch(/^application\/fhir\+json/)
      expect(answer.json()).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: 'error' }] })
    },
  )

  test('of a method that a path does not take, 405', async () => {
    const answer = await server.app.inject({ method: 'DELETE', url: `/fhir/Practitioner/${cardiologist}` })
    expect(answer).toMatchObject({ statusCode: 405, headers: { allow: 'GET, HEAD' } })
    expect(answer.json()).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ code: 'not-supported' }] })
  })

  test.each([
    ['/Practitioner?name=lee', { accept: 'application/fhir+xml' }, 406, 'not-supported'],
    ['/Practitioner?name=lee&_format=xml', {}, 406, 'not-supported'],
    ['/metadata?_format=application/fhir%2Bxml', {}, 406, 'not-supported'],
    ['/Practitioner?color=red', { prefer: 'handling=strict' }, 400, 'not-supported'],
    ['/Practitioner?name:not=lee', {}, 400, 'not-supported'],
    ['/Practitioner?identifier=http://example.org|7', {}, 400, 'not-supported'],
    ['/Practitioner?identifier=1234567890', {}, 400, 'value'],
    ['/Location?near=here', {}, 400, 'value'],
    ['/Location?near=40.7|-74|26|mi', {}, 400, 'value'],
    ['/Location?near=40.7|-74|5|parsec', {}, 400, 'value'],
    ['/Location?near=95|-74|5|mi', {}, 400, 'value'],
    ['/Location?address-state=New%20York', {}, 400, 'value'],
    ['/Location?address-postalcode=10', {}, 400, 'value'],
    ['/Practitioner?_lastUpdated=yesterday', {}, 400, 'value'],
    ['/Practitioner?_lastUpdated=ge2026-02-31', {}, 400, 'value'],
    ['/Practitioner?_lastUpdated=ge2026,le2025-02-29', {}, 400, 'value'],
    ['/Practitioner?_lastUpdated=lt2026-01-01T24:00:00Z', {}, 400, 'value'],
    ['/Practitioner?_count=-1', {}, 400, 'value'],
    ['/Practitioner?_summary=some', {}, 400, 'value'],
    [`/Practitioner?${'name=a&'.repeat(51)}`, {}, 400, 'value'],
    [`/Practitioner?name=${'a'.repeat(150)}&family=${'b'.repeat(150)}`, {}, 400, 'value'],
    [`/Practitioner?name:contains=${'a,'.repeat(20)}a`, {}, 400, 'value'],
    ['/Practitioner?name=,', {}, 400, 'value'],
    ['/Location?constructor.name=x', { prefer: 'handling=strict' }, 400, 'not-supported'],
    ['/Location?_include=Location:constructor', { prefer: 'handling=strict' }, 400, 'not-supported'],
    ['/VerificationResult?color=red', { prefer: 'handling=strict' }, 400, 'not-supported'],
    ['/VerificationResult?_id=a,b', {}, 400, 'value'],
    ['/PractitionerRole?location.organization.endpoint.organization.name=x', {}, 400, 'not-supported'],
  ])('of %s', async (path, headers, status, code) => {
    expect(await fhir.refusal(path, headers)).toMatchObject({ status, code })
  })

  test('of a call above its limit, 429 with when to come back', async () => {
    const { apiKey } = await accountOn('developer')
    const limited = fhirOf(server.app, apiKey)
    for (let call = 0; call < 3; call++) await limited.search('/Practitioner?name=lee')
    expect(await limited.refusal('/Practitioner?name=lee')).toMatchObject({ status: 429, code: 'throttled' })
    expect((await limited.get(`/Practitioner/${lee}`)).headers).toMatchObject({
      'retry-after': expect.stringMatching(/^\d+$/),
      ratelimit: expect.stringMatching(/^"minute";r=0;t=\d+$/),
    })
  })

  test.each([
    ['is no form', { 'content-type': 'text/plain' }, 'name=lee', 400, 'value'],
    ['is no JSON', { 'content-type': 'application/json' }, '{', 400, 'invalid'],
    ['announces more than is read', { 'content-length': String(2 ** 30) }, 'name=lee', 413, 'invalid'],
  ])('of a body that %s, which is metered as any call', async (_, changed, payload, status, code) => {
    const { apiKey, headers } = await accountOn('developer')
    const answer = await server.app.inject({
      method: 'POST',
      url: '/fhir/Practitioner/_search',
      headers: { 'api-key': apiKey, 'content-type': 'application/x-www-form-urlencoded', ...changed },
      payload,
    })
    expect([answer.statusCode, answer.json().issue[0].code]).toEqual([status, code])
    expect(answer.headers).toMatchObject({ ratelimit: expect.stringMatching(/^"minute";r=2;t=\d+$/) })
    expect(await server.get('/me/requests', headers)).toMatchObject({
      body: { requests: [{ method: 'POST', path: '/fhir/Practitioner/_search', status }] },
    })
  })

  test('of a key without the scope, 403', async () => {
    const { headers } = await server.signUp()
    const made = await server.post('/me/api-keys', { name: 'x', mode: 'live', scopes: ['sources:read'] }, headers)
    const { key } = z.object({ key: z.string() }).parse(made.body)
    expect(await fhir.refusal('/Practitioner?name=lee', { 'api-key': key })).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  })

  test('of a form that is JSON, with what was expected', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/fhir/Practitioner/_search',
      headers: { 'api-key': server.apiKey, 'content-type': 'application/json' },
      payload: '{}',
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().issue[0].diagnostics).toContain('application/x-www-form-urlencoded')
  })
})

describe('a search', () => {
  test('ignores what it does not know, says so in the bundle and leaves it out of the link to itself', async () => {
    const found = await fhir.search('/Practitioner?name=lee&color=red')
    expect(found.entry.at(-1)).toMatchObject({
      search: { mode: 'outcome' },
      resource: { resourceType: 'OperationOutcome', issue: [{ diagnostics: expect.stringContaining('color') }] },
    })
    expect(found.link).toEqual([
      { relation: 'self', url: 'http://localhost:3000/fhir/Practitioner?name=lee&_count=20' },
    ])
  })

  test('by POST finds what it finds by GET', async () => {
    const byGet = await fhir.get('/Practitioner?name=lee&_count=1')
    const byPost = await server.app.inject({
      method: 'POST',
      url: '/fhir/Practitioner/_search?_count=1',
      headers: { 'api-key': server.apiKey, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=lee',
    })
    expect(byPost.json()).toEqual(byGet.json())
  })

  test('G9: reads a list of elements once, however many resources it shortens', async () => {
    const names = Array.from({ length: 1_000 }, (_, n) => `e${n}`)
    const added = vi.spyOn(Set.prototype, 'add')
    onTestFinished(() => added.mockRestore())
    const { entry } = await fhir.search(`/Location?_elements=${names.join(',')},status`)
    const times = added.mock.calls.filter(([name]) => name === 'e1').length
    expect(entry.length).toBeGreaterThan(5)
    expect({ times, status: entry.every(({ resource }) => resource.status === 'active') }).toEqual({
      times: 1,
      status: true,
    })
  })

  test('pages by links that are followed word for word', async () => {
    const first = await fhir.search('/Practitioner?_count=2')
    const next = first.link.find(({ relation }) => relation === 'next')?.url ?? ''
    const second = await fhir.search(next)
    const previous = second.link.find(({ relation }) => relation === 'previous')?.url ?? ''
    expect((await fhir.search(previous)).entry).toEqual(first.entry)
    const ids = await fhir.matches('/Practitioner?_count=2')
    expect(ids).toHaveLength(first.total ?? 0)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('for a deactivated NPI finds nothing and says why', async () => {
    const found = await fhir.search(`/Practitioner?identifier=http://hl7.org/fhir/sid/us-npi|${deactivated}`)
    expect(found.total).toBe(0)
    expect(JSON.stringify(found.entry)).toContain('was deactivated on 2019-03-14')
  })

  test('finds by NPI with its system, without it, and none of another kind', async () => {
    for (const value of [`http://hl7.org/fhir/sid/us-npi|${cardiologist}`, cardiologist]) {
      expect(await fhir.matches(`/Practitioner?identifier=${value}`)).toEqual([cardiologist])
    }
    expect(await fhir.matches(`/Organization?identifier=${cardiologist}`)).toEqual([])
    expect(await fhir.matches(`/Practitioner?_id=${cardiologist},${lee},x`)).toEqual([cardiologist, lee])
  })

  test.each([
    ['ge2026-11-01', true],
    ['lt2026-11-01', false],
    ['2026', true],
    ['ne2026', false],
    ['ge2024-02-29', true],
    ['gt2027-01-01T00:00:00Z', false],
  ])('by _lastUpdated=%s finds all or none', async (value, isAll) => {
    const all = (await fhir.search('/Practitioner?_count=0')).total
    expect((await fhir.search(`/Practitioner?_count=0&_lastUpdated=${value}`)).total).toBe(isAll ? all : 0)
  })

  test('cuts what _elements and _summary leave out, and marks it', async () => {
    const [one] = (await fhir.search(`/Practitioner?_id=${cardiologist}&_elements=gender`)).entry
    expect(Object.keys(one?.resource ?? {}).sort()).toEqual(['gender', 'id', 'meta', 'resourceType'])
    expect(JSON.stringify(one)).toContain('SUBSETTED')
    const [short] = (await fhir.search(`/Practitioner?_id=${cardiologist}&_summary=true`)).entry
    expect(short?.resource).not.toHaveProperty('qualification')
    const counted = await fhir.search('/Practitioner?_summary=count')
    expect(counted).toMatchObject({ entry: [], total: expect.any(Number) })
  })

  test('cuts a page that is larger than may be, and says so in its link', async () => {
    const { link } = await fhir.search('/Practitioner?_count=5000')
    expect(link[0]?.url).toContain('_count=100')
  })
})

describe('includes', () => {
  test('hold who is referred to, once each, also where references go round', async () => {
    const query = `/Organization?_id=${organization}&_include=Organization:endpoint&_revinclude=Location:organization&_revinclude:iterate=Endpoint:organization&_include:iterate=Endpoint:organization&_include:iterate=Location:organization`
    const { entry, total } = await fhir.search(query)
    const keys = entry.map(({ resource }) => `${resource.resourceType}/${resource.id}`)
    expect(total).toBe(1)
    expect(keys).toEqual([`Organization/${organization}`, `Endpoint/${organization}-1`, `Location/${organization}-1`])
    expect(entry.map(({ search }) => search.mode)).toEqual(['match', 'include', 'include'])
  })

  test('reach from a practitioner to the roles that name it, and from those to their locations', async () => {
    const query = `/Practitioner?_id=${cardiologist}&_revinclude=PractitionerRole:practitioner&_include:iterate=PractitionerRole:location`
    const keys = (await fhir.search(query)).entry.map(({ resource }) => `${resource.resourceType}/${resource.id}`)
    expect(keys).toEqual([
      `Practitioner/${cardiologist}`,
      `PractitionerRole/${cardiologist}`,
      `Location/${cardiologist}-1`,
      `Location/${cardiologist}-2`,
    ])
  })

  test('G9: never make a bundle of more resources than may be', async () => {
    const all = '_include=*&_include:iterate=*&_revinclude=PractitionerRole:practitioner&_revinclude:iterate=*'
    const found = await fhir.search(`/Practitioner?_count=100&${all}`)
    expect(found.entry.length).toBeLessThanOrEqual(fhirEntriesMax)
    expect(await fhir.refusal(`/Organization?_id=${hospital}&_revinclude=Location:organization`)).toMatchObject({
      status: 400,
      code: 'not-supported',
      diagnostics: expect.stringContaining('expected at most 1,000 resources in a bundle'),
    })
  })
})

test('the statement of capabilities takes no key and names what each search takes', async () => {
  const answer = await server.app.inject({ url: '/fhir/metadata' })
  expect(answer.statusCode).toBe(200)
  const statement = z
    .object({
      fhirVersion: z.literal('4.0.1'),
      rest: z.array(
        z.object({
          resource: z.array(
            z.object({ type: z.string(), searchParam: z.array(z.object({ name: z.string(), type: z.string() })) }),
          ),
        }),
      ),
    })
    .parse(answer.json())
  const resources = statement.rest[0]?.resource ?? []
  expect(resources.map(({ type }) => type)).toEqual([...directoryTypes, 'VerificationResult'])
  for (const type of directoryTypes) {
    const names = resources.find((one) => one.type === type)?.searchParam.map(({ name }) => name)
    expect(names).toEqual(Object.keys(fhirSearches[type]))
  }
})

describe('an export', () => {
  test('is for Enterprise accounts alone', async () => {
    const prefer = { prefer: 'respond-async' }
    const diagnostics = '$export takes the Enterprise plan; this account is on Free.'
    expect(await fhir.refusal('/$export', prefer)).toEqual({ status: 403, code: 'forbidden', diagnostics })
    expect(await fhir.refusal('/$export/x/Practitioner/1')).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('starts, answers its manifest and has every resource once, in lines of JSON', async () => {
    const started = await enterprise.get('/$export', { prefer: 'respond-async' })
    expect(started.statusCode).toBe(202)
    const location = String(started.headers['content-location'])
    const manifest = await enterprise.get(location)
    expect(manifest.json()).toMatchObject({ requiresAccessToken: true, error: [] })
    const output = z
      .object({ output: z.array(z.object({ type: z.string(), url: z.string() })) })
      .parse(manifest.json()).output
    expect(output.map(({ type }) => type)).toEqual([...directoryTypes])
    const twice = await enterprise.get('/$export?_type=Endpoint,Endpoint', { prefer: 'respond-async' })
    expect(String(twice.headers['content-location'])).toMatch(/\?_type=Endpoint$/)
    for (const { type, url } of output) {
      const part = await enterprise.get(url)
      expect(part.headers['content-type']).toBe('application/fhir+ndjson')
      const lines = part.body.split('\n').slice(0, -1)
      expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(lines.length)
      // An Endpoint can be searched for where there are few.
      expect(lines.length).toBe((await fhir.search(`/${type}?_count=0`)).total)
      expect((await enterprise.get(url)).body).toBe(part.body)
    }
    const [{ url } = { url: '' }] = output
    const path = new URL(url).pathname
    expect(await server.app.inject({ method: 'HEAD', url: path })).toMatchObject({ statusCode: 405 })
  })

  test.each([
    ['/$export', {}, 400, 'value'],
    ['/$export?_type=Patient', { prefer: 'respond-async' }, 400, 'value'],
    ['/$export?_outputFormat=csv', { prefer: 'respond-async' }, 400, 'value'],
    ['/$export?_since=1', { prefer: 'respond-async' }, 400, 'value'],
    ['/$export?_since=Nov%208,%202026', { prefer: 'respond-async' }, 400, 'value'],
    ['/$export?_since=2026-02-31T00:00:00Z', { prefer: 'respond-async' }, 400, 'value'],
    ['/$export?_typeFilter=x', { prefer: 'respond-async' }, 400, 'not-supported'],
    ['/$export/2026-01-01-00000000/Practitioner/1', {}, 410, 'deleted'],
  ])('refuses %s with %j', async (path, headers, status, code) => {
    expect(await enterprise.refusal(path, headers)).toMatchObject({ status, code })
  })

  test('since a later day is empty', async () => {
    const started = await enterprise.get('/$export?_since=2027-01-01T00:00:00Z', { prefer: 'respond-async' })
    expect((await enterprise.get(String(started.headers['content-location']))).json()).toMatchObject({ output: [] })
  })
})

describe('a VerificationResult', () => {
  test('is a verification of the account of the key, and of no other', async () => {
    const account = await server.signUp()
    const { id, npi } = await submitted(server, account)
    const own = fhirOf(server.app, account.apiKey)
    const expected = {
      resourceType: 'VerificationResult',
      id,
      status: 'in-process',
      target: [{ reference: `Practitioner/${npi}` }],
    }
    expect((await own.get(`/VerificationResult/${id}`)).json()).toMatchObject(expected)
    for (const query of ['', `?target=Practitioner/${npi}`, `?_id=${id}`]) {
      const found = await own.search(`/VerificationResult${query}`)
      expect(found.total).toBe(1)
      expect(found.entry.map(({ resource }) => resource)).toMatchObject([expected])
    }
    expect((await own.search('/VerificationResult?target=Practitioner/1234567893')).total).toBe(0)
    expect((await fhir.search(`/VerificationResult?_id=${id}`)).total).toBe(0)
    expect(await fhir.refusal(`/VerificationResult/${id}`)).toMatchObject({ status: 404, code: 'not-found' })
    expect(await fhir.refusal('/VerificationResult/x')).toMatchObject({ status: 404, code: 'not-found' })
  })

  test.each([
    [decisions.approved, 'validated'],
    [decisions.rejected, 'val-fail'],
    ['withdrawn', 'val-fail'],
  ])('of %j has its status', async (decision, status) => {
    const account = await server.signUp()
    const admin = await newAdmin(server)
    const { id } = await submitted(server, account)
    const path = `/api/verifications/${id}`
    const decided =
      typeof decision === 'string'
        ? await server.post(`${path}/withdraw`, {}, keyOf(account))
        : await server.put(path, decision, { ...admin.headers, ...keyOf(admin) })
    expect(decided.status).toBe(200)
    const own = fhirOf(server.app, account.apiKey)
    expect((await own.get(`/VerificationResult/${id}`)).json()).toMatchObject({ status })
  })
})

describe('clients of others', () => {
  const headers = () => ({ 'api-key': server.apiKey })

  test('fhir-kit-client reads the statement, searches, follows pages and reads refusals', async () => {
    const client = new Client({ baseUrl: `${origin}/fhir`, customHeaders: headers() })
    expect(await client.capabilityStatement()).toMatchObject({ resourceType: 'CapabilityStatement' })
    const found = await client.search({ resourceType: 'Practitioner', searchParams: { name: 'lee' } })
    expect(found).toMatchObject({ resourceType: 'Bundle', total: expect.any(Number) })
    const read = await client.read({ resourceType: 'Practitioner', id: cardiologist })
    expect(read).toMatchObject({ resourceType: 'Practitioner', id: cardiologist })
    const missing = client.read({ resourceType: 'Practitioner', id: nobody })
    await expect(missing).rejects.toMatchObject({
      response: { status: 404, data: { resourceType: 'OperationOutcome' } },
    })
  })

  test('MedplumClient reads, searches, pages and reads refusals', async () => {
    const client = new MedplumClient({ baseUrl: `${origin}/`, fhirUrlPath: 'fhir', accessToken: server.apiKey, fetch })
    const one = await client.readResource('Practitioner', cardiologist)
    expect(one.name?.[0]?.family).toBe('Example')
    const names = await client.searchResources('Practitioner', { name: 'lee' })
    expect(names.length).toBeGreaterThan(0)
    await expect(client.readResource('Practitioner', nobody)).rejects.toMatchObject({
      outcome: { issue: [{ code: 'not-found' }] },
    })
  })
})

describe('a test key', () => {
  test('is never answered from what is live', async () => {
    const key = await testKeyOf(server, await server.signUp())
    const answer = await fhir.get(`/Practitioner/${cardiologist}`, key.headers)
    expect(answer.statusCode).toBe(503)
    expect(answer.body).not.toContain('Example')
  })
})
