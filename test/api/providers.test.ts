import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import { exampleSentenceOf } from '#contract/error-examples'
import { formOf } from '../support/sentence-form.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const resources = [
  ['doctors', 'doctors', api.searchDoctors, api.getDoctor],
  ['organizations', 'organizations', api.searchOrganizations, api.getOrganization],
  ['individuals', 'providers', api.searchIndividuals, api.getIndividual],
] as const

const deactivation = z.object({ deactivatedOn: z.iso.date(), replacementNpi: z.int() })
const anyList = z.looseObject({ total: z.number(), page: z.number() })
const npis = z.array(z.looseObject({ npi: z.number() })).transform((list) => list.map(({ npi }) => npi))

describe('the api-key header', () => {
  test('is required', async () => {
    expect(await server.get('/api/doctors', {})).toMatchObject({ status: 401, body: { code: 'key_missing' } })
  })

  test.each(['x', 'pdx_', 'pdx_!', `${'a'.repeat(9000)}`])('%.20s is refused as malformed', async (key) => {
    expect(await server.get('/api/doctors', { 'api-key': key })).toMatchObject({
      status: 401,
      body: { code: 'key_malformed' },
    })
  })

  test('with a typo gets a different error from an unknown one', async () => {
    const typo = server.apiKey.slice(0, -1) + (server.apiKey.endsWith('a') ? 'b' : 'a')
    expect(await server.get('/api/doctors', { 'api-key': typo })).toMatchObject({ body: { code: 'key_malformed' } })
    expect(await server.get('/api/doctors', { 'api-key': server.unknownKey })).toMatchObject({
      status: 401,
      body: { code: 'key_unknown' },
    })
  })

  test('B12: with a replaced key is refused with the day it was replaced, and the new key works', async () => {
    const account = await server.signUp()
    expect(await server.get('/api/doctors', { 'api-key': account.apiKey })).toMatchObject({ status: 200 })
    const replaced = await server.post('/me/api-key', {}, account.headers)
    const { apiKey } = z.object({ apiKey: z.string() }).parse(replaced.body)
    const refused = await server.get('/api/doctors', { 'api-key': account.apiKey })
    expect(refused).toMatchObject({
      status: 401,
      body: { code: 'key_revoked', error: expect.stringMatching(/replaced or revoked on \d{4}-\d{2}-\d{2}/) },
    })
    const { error } = z.object({ error: z.string() }).parse(refused.body)
    // The documentation shows the same.
    expect(formOf(error)).toBe(formOf(exampleSentenceOf('key_revoked')))
    expect(await server.get('/api/doctors', { 'api-key': apiKey })).toMatchObject({ status: 200 })
  })

  test('B12: is not read from the query', async () => {
    expect(await server.get(`/api/doctors?api-key=${server.apiKey}`, {})).toMatchObject({ status: 400 })
  })
})

describe.each(resources)('GET /api/%s', (resource, listName, searchEntry, getEntry) => {
  const listOf = (body: unknown) => npis.parse(z.looseObject({}).parse(body)[listName])

  test.each([
    '',
    'address=350+5th+Ave,+New+York,+NY+10118&radius=25',
    'address=Chicago,+IL',
    'city=Houston&state=TX&limit=25&radius=25',
    'state=CA&page=2',
    'postalCode=90012&radius=25',
    'latitude=40.7&longitude=-74&radius=25',
    'name=s&limit=25',
  ])('answers ?%s in the shape of the contract', async (query) => {
    const answer = await server.get(`/api/${resource}?${query}`)
    expect(answer.status).toBe(200)
    // Strict by hand: what the schema would strip, the answer must not have.
    expect(searchEntry.output.parse(answer.body)).toEqual(answer.body)
    expect(listOf(answer.body).length).toBeGreaterThan(0)
    expect(answer.headers['x-registry-version']).toMatch(/^\d{4}-\d{2}-\d{2}-[0-9a-f]{8}$/)
    expect(answer.headers['x-registry-source-date']).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  test('orders by distance and says how far, when a place is given', async () => {
    const { body } = await server.get(`/api/${resource}?postalCode=10001&radius=25&limit=25`)
    const list = z
      .array(z.looseObject({ distanceMiles: z.number(), npi: z.number() }))
      .parse(z.looseObject({}).parse(body)[listName])
    const sorted = list.toSorted((a, b) => a.distanceMiles - b.distanceMiles)
    expect(list.map(({ distanceMiles }) => distanceMiles)).toEqual(sorted.map(({ distanceMiles }) => distanceMiles))
    expect(body).toMatchObject({ location: { query: '10001', precision: 'zip', radiusMiles: 25 } })
  })

  test('orders by NPI without a place, and pages join', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => server.get(`/api/${resource}?page=${page}&limit=7`)))
    const joined = pages.flatMap(({ body }) => listOf(body))
    expect(joined).toEqual(joined.toSorted((a, b) => a - b))
    expect(new Set(joined).size).toBe(21)
    const { body } = await server.get(`/api/${resource}?limit=21`)
    expect(listOf(body)).toEqual(joined)
  })

  test('finds several NPIs by repeating the parameter or with commas', async () => {
    const { body } = await server.get(`/api/${resource}?limit=3`)
    const [a, b, c] = listOf(body)
    const repeated = await server.get(`/api/${resource}?npi=${a}&npi=${b}&npi=${c}`)
    const joined = await server.get(`/api/${resource}?npi=${c},${b},${a}`)
    expect(listOf(repeated.body)).toEqual([a, b, c])
    expect(joined.body).toEqual(repeated.body)
  })

  test('an NPI shows everything on file', async () => {
    const { body } = await server.get(`/api/${resource}?limit=25`)
    for (const npi of listOf(body)) {
      const answer = await server.get(`/api/${resource}/${npi}`)
      expect(answer.status).toBe(200)
      expect(getEntry.output.parse(answer.body)).toEqual(answer.body)
      expect(answer.headers['x-registry-version']).toBeDefined()
    }
  })

  test('answers an unassigned NPI with 404', async () => {
    expect(await server.get(`/api/${resource}/1999999999`)).toMatchObject({
      status: 404,
      body: { code: 'provider_not_found', error: expect.stringContaining('1999999999') },
      headers: { 'x-registry-version': expect.any(String) },
    })
  })

  test('answers a deactivated NPI with 410, its date and what replaces it, and leaves it out of searches', async () => {
    const npi = server.deactivatedNpi
    const { status, body } = await server.get(`/api/${resource}/${npi}`)
    const { deactivatedOn, replacementNpi } = deactivation.parse(body)
    expect({ status, body }).toEqual({
      status: 410,
      body: {
        code: 'provider_deactivated',
        error: `NPI ${npi} was deactivated on ${deactivatedOn} and replaced by NPI ${replacementNpi}.`,
        deactivatedOn,
        replacementNpi,
      },
    })
    expect(await server.get(`/api/${resource}?npi=${npi}`)).toMatchObject({ status: 200, body: { total: 0 } })
  })
})

test('doctors are individuals, and organizations are not', async () => {
  const { body } = await server.get('/api/doctors?limit=1')
  const [npi] = npis.parse(z.looseObject({}).parse(body).doctors)
  expect(await server.get(`/api/individuals/${npi}`)).toMatchObject({ status: 200 })
  expect(await server.get(`/api/organizations/${npi}`)).toMatchObject({ status: 404 })
})

test('a state alone searches the whole state, and a radius narrows it', async () => {
  const whole = await server.get('/api/individuals?state=TX')
  const narrowed = await server.get('/api/individuals?state=TX&radius=25')
  const byName = await server.get('/api/individuals?address=Texas')
  expect(whole.body).toMatchObject({ location: { precision: 'state' } })
  expect(anyList.parse(whole.body).total).toBeGreaterThan(anyList.parse(narrowed.body).total)
  expect(byName.body).toMatchObject({ total: anyList.parse(whole.body).total })
})

test('an address that cannot be placed is refused with what was understood of it', async () => {
  expect(await server.get('/api/doctors?address=12+Main+St,+Nowhereville,+NY')).toMatchObject({
    status: 400,
    body: { code: 'place_not_found', error: expect.stringMatching(/Nowhereville.*NY/) },
  })
})

test('a specialty is understood as code, label or common word', async () => {
  const byWord = await server.get('/api/doctors?specialty=family+doctor')
  const byCode = await server.get('/api/doctors?specialty=207q00000x')
  const byLabel = await server.get('/api/doctors?specialty=Family+Medicine')
  const nobody = await server.get('/api/doctors?specialty=207QZZZZZX')
  const total = anyList.parse(byCode.body).total
  expect(total).toBeGreaterThan(0)
  expect(anyList.parse(byWord.body).total).toBeGreaterThanOrEqual(total)
  expect(anyList.parse(byLabel.body).total).toBeGreaterThanOrEqual(total)
  expect(nobody.body).toMatchObject({ total: 0 })
  expect(await server.get('/api/doctors?specialty=cardiollogy')).toMatchObject({
    status: 400,
    body: { code: 'specialty_unknown', error: expect.stringMatching(/cardiology/i) },
  })
})

test('the service says that it is alive, ready and serving sample data', async () => {
  expect(await server.get('/health', {})).toMatchObject({ status: 200, body: { status: 'alive' } })
  expect(await server.get('/ready', {})).toMatchObject({ status: 200, body: { status: 'ready', isSampleData: true } })
  expect(await server.get('/openapi.json', {})).toMatchObject({ status: 200, body: { openapi: '3.1.0' } })
  expect(await server.get('/nowhere', {})).toMatchObject({ status: 404, body: { code: 'no_such_route' } })
})

test.each(resources)('GET /registry names an NPI that the look-up of %s finds', async (resource) => {
  const { body } = await server.get('/registry', {})
  const npi = z.object({ exampleNpis: z.record(z.string(), z.number()) }).parse(body).exampleNpis[resource]
  expect(await server.get(`/api/${resource}/${npi}`)).toMatchObject({ status: 200, body: { npi } })
})

test('B10, B11: no answer sets a cookie, and every one forbids sniffing and names its request', async () => {
  for (const path of ['/health', '/api/doctors', '/nowhere', '/api/doctors?page=0']) {
    const { headers } = await server.get(path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.any(String),
    })
    expect(headers).not.toHaveProperty('set-cookie')
  }
})
