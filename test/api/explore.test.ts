/** Suggestions and counts with a key, and the explorer's calls without one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api'
import { areaKinds } from '#contract/explore-endpoints'
import { exploreHitsMax, explorePageSize } from '#contract/limits'
import { providerKinds } from '#contract/provider-search'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const noKey = {}

async function suggest(q: string) {
  const { body } = await server.get(`/api/suggest?${new URLSearchParams({ q })}`)
  return api.suggest.output.parse(body).suggestions
}

async function counts(query: Record<string, string>) {
  const { body } = await server.get(`/api/counts?${new URLSearchParams(query)}`)
  return api.countProviders.output.parse(body)
}

async function explore(query: Record<string, string>) {
  const { status, body } = await server.get(`/explore/providers?${new URLSearchParams(query)}`, noKey)
  expect({ status, body }).toMatchObject({ status: 200 })
  const { query: parameters, ...rest } = api.exploreProviders.output.parse(body)
  return { ...rest, query: Object.fromEntries(parameters.map(({ name, value }) => [name, value])) }
}

/** A doctor of the sample with a practice. */
async function someDoctor() {
  const { doctors } = api.searchDoctors.output.parse((await server.get('/api/doctors?limit=25')).body)
  const found = doctors.find(({ address }) => address.coords !== null)
  if (found === undefined) throw new Error('The sample has no doctor that could be placed')
  return found
}

describe('suggestions', () => {
  test.each([
    ['cardiol', 'specialty', 'Cardiology'],
    ['cardiolgy', 'specialty', 'Cardiology'],
    ['cardiologist', 'specialty', 'Cardiology'],
    ['cardiolgist', 'specialty', 'Cardiology'],
    ['dermatologst', 'specialty', 'Dermatology'],
    ['interventional cardiologis', 'specialty', 'Interventional cardiology'],
    ['bosotn', 'city', 'Boston, MA'],
  ] as const)('complete %j by the %s %s', async (q, kind, text) => {
    expect(await suggest(q)).toContainEqual({ kind, text })
  })

  test('name people and organizations with their NPI, specialty and city, also with one wrong letter', async () => {
    const { name, npi, specialties, address } = await someDoctor()
    const [first = '', ...others] = name.split(' ')
    const last = others.at(-1) ?? ''
    for (const typed of [`${first} ${last}`, `${first} ${last.slice(0, 1)}x${last.slice(1)}`]) {
      const people = (await suggest(typed)).filter(({ kind }) => kind === 'person')
      expect(
        people.map((one) => one.text.includes(last)),
        typed,
      ).toContain(true)
    }
    expect(await suggest(name)).toContainEqual({
      kind: 'person',
      text: name,
      npi,
      detail: `${specialties[0]} · ${address.city}, ${address.state}`,
    })
  })

  test('are cities alone behind "near"', async () => {
    const suggestions = await suggest('cardiologist near bost')
    expect(suggestions[0]).toEqual({ kind: 'city', text: 'Boston, MA' })
    expect(new Set(suggestions.map(({ kind }) => kind))).toEqual(new Set(['city']))
  })

  test('are the same without a key on the page', async () => {
    const { body } = await server.get('/explore/suggestions?q=cardiol', noKey)
    expect(body).toEqual({ suggestions: await suggest('cardiol') })
  })

  test.each(['', ' ', 'x'.repeat(201), 'a\u0000b'])('to %j are refused with what was expected', async (q) => {
    expect(await server.get(`/api/suggest?${new URLSearchParams({ q })}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', error: expect.stringContaining('q: expected') },
    })
  })

  test.each(['"><script>', '%', "' OR 1=1", '\u202e\u2603', 'a b c d e f g h i j', '((((', '🙂'])(
    'to %j are an answer, never a fault',
    async (q) => {
      const { status } = await server.get(`/api/suggest?${new URLSearchParams({ q })}`)
      expect([200, 400]).toContain(status)
    },
  )
})

describe('counts by area', () => {
  test.each(areaKinds)('add up to the total of the search, by %s', async (by) => {
    for (const kind of providerKinds) {
      const { areas, total, unplaced } = await counts({ kind, by, state: 'CA' })
      const { body } = await server.get(`/api/${kind}?state=CA&limit=1`)
      expect(body).toMatchObject({ total })
      expect(areas.reduce((sum, { count }) => sum + count, unplaced)).toBe(total)
      expect(new Set(areas.map(({ code }) => code)).size).toBe(areas.length)
      expect(areas.map(({ count }) => count)).toEqual(areas.map(({ count }) => count).toSorted((a, b) => b - a))
    }
  })

  test('by state are what a search of each state finds, for those with one practice location', async () => {
    const { areas, total } = await counts({ kind: 'organizations', by: 'state' })
    expect(areas.length).toBeGreaterThan(40)
    const { body } = await server.get('/api/organizations?limit=1')
    expect(body).toMatchObject({ total })
  })

  test('around a place count every hit, not the first page of them', async () => {
    const { address } = await someDoctor()
    const place = { postalCode: address.postalCode.slice(0, 5), radius: '25' }
    const { areas, total, unplaced } = await counts({ kind: 'individuals', by: 'zip', ...place })
    expect(unplaced).toBe(0)
    expect(areas.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    const { body } = await server.get(`/api/individuals?${new URLSearchParams({ ...place, limit: '1' })}`)
    expect(body).toMatchObject({ total })
  })

  test('by ZIP code need a place, and a kind refuses filters that none of it could match', async () => {
    for (const [query, error] of [
      ['kind=doctors&by=zip', 'by: expected state or county, since no place is given; got zip.'],
      ['kind=organizations&by=state&gender=F', 'gender: expected none, since kind is organizations; got F.'],
      ['kind=doctors&by=state&minRating=4', 'minRating: expected none, since kind is doctors; got 4.'],
      ['kind=doctors&by=block', 'by: expected one of state, county, zip; got "block".'],
    ]) {
      expect(await server.get(`/api/counts?${query}`)).toMatchObject({ status: 400, body: { error } })
    }
  })
})

describe('the explorer', () => {
  test('understands a specialty and a place in one text, and says which search of the API that is', async () => {
    const { address } = await someDoctor()
    const zip = address.postalCode.slice(0, 5)
    const { kind, query, providers, total } = await explore({ q: `family doctor near ${zip}`, radius: '25' })
    expect({ kind, query }).toEqual({
      kind: 'doctors',
      query: { specialty: 'family doctor', address: zip, radius: '25' },
    })
    const { body } = await server.get(
      `/api/${kind}?${new URLSearchParams({ ...query, limit: String(explorePageSize) })}`,
    )
    const same = api.searchDoctors.output.parse(body)
    expect({ total, npis: providers.map(({ npi }) => npi) }).toEqual({
      total: same.total,
      npis: same.doctors.map(({ npi }) => npi),
    })
  })

  test('understands an NPI, a name, and a facility', async () => {
    const { name, npi } = await someDoctor()
    expect(await explore({ q: String(npi) })).toMatchObject({
      total: 1,
      providers: [{ npi, name, kind: 'individual' }],
    })
    const named = await explore({ q: name })
    expect(named.query).toEqual({ name })
    expect(named.providers.map((one) => one.npi)).toContain(npi)
    expect((await explore({ q: 'pharmacy' })).kind).toBe('organizations')
  })

  test('takes a city with its state for a place', async () => {
    expect(await explore({ q: 'Boston, MA' })).toMatchObject({ query: { address: 'Boston, MA' } })
  })

  test.each([
    ['cardiolgist', 'cardiologist'],
    ['dermatologst', 'dermatologist'],
    ['Pediatrican', 'pediatrician'],
  ])('searches the specialty that %j is one letter away from, and names it', async (q, specialty) => {
    const { query, total, nearest } = await explore({ q })
    expect({ query, nearest }).toEqual({ query: { specialty }, nearest: specialty })
    expect(total).toBeGreaterThan(0)
    const zip = '10118'
    expect(await explore({ q: `${q} near ${zip}` })).toMatchObject({
      query: { specialty, address: zip },
      nearest: specialty,
    })
  })

  test('names a specialty that is more than one letter away, and searches the name', async () => {
    expect(await explore({ q: 'cardiolohizt' })).toMatchObject({
      query: { name: 'cardiolohizt' },
      total: 0,
      nearest: 'cardiologist',
    })
  })

  test.each([
    ['dentist Boston', { specialty: 'dentist', address: 'Boston' }],
    ['family doctor New York, NY', { specialty: 'family doctor', address: 'New York, NY' }],
    ['cardiologist 10118', { specialty: 'cardiologist', address: '10118' }],
  ])('takes %j for a specialty and a place', async (q, query) => {
    expect((await explore({ q })).query).toEqual(query)
  })

  test('shows the first hundred, page by page, and no more', async () => {
    const last = exploreHitsMax / explorePageSize
    const { providers, page } = await explore({ kind: 'individuals', page: String(last) })
    expect({ count: providers.length, page }).toEqual({ count: explorePageSize, page: last })
    const { status, body } = await server.get(`/explore/providers?kind=individuals&page=${last + 1}`, noKey)
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(await server.get('/explore/providers?limit=25', noKey)).toMatchObject({
      body: { code: 'unknown_parameter' },
    })
  })

  test('counts what it finds', async () => {
    const { total, kind } = await explore({ q: 'family doctor' })
    const { body } = await server.get('/explore/counts?q=family+doctor', noKey)
    expect({ kind, ...api.exploreCounts.output.parse(body) }).toMatchObject({ kind: 'doctors', total, by: 'state' })
  })

  test.each([
    ['cardiologist near Atlantis', 'place_not_found'],
    ['???', 'invalid_input'],
    ['near near near', 'place_not_found'],
  ])('says of %j what was expected', async (q, code) => {
    expect(await server.get(`/explore/providers?${new URLSearchParams({ q })}`, noKey)).toMatchObject({
      status: 400,
      body: { code },
    })
  })
})
