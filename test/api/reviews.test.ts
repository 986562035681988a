import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
/** Somebody of each resource with several reviews. */
let reviewed: Record<string, number>
beforeAll(async () => {
  server = await startTestServer()
  reviewed = { doctors: await mostReviewed('doctors'), organizations: await mostReviewed('organizations') }
  reviewed.individuals = reviewed.doctors ?? 0
})
afterAll(() => server.close())

async function mostReviewed(resource: 'doctors' | 'organizations'): Promise<number> {
  let found = { npi: 0, count: 0 }
  for (let page = 1; page <= 20; page++) {
    const { body } = await server.get(`/api/${resource}?limit=25&page=${page}`)
    const answer =
      resource === 'doctors'
        ? api.searchDoctors.output.parse(body).doctors
        : api.searchOrganizations.output.parse(body).organizations
    for (const { npi, reviews } of answer) {
      if (reviews !== undefined && reviews.count > found.count) found = { npi, count: reviews.count }
    }
  }
  return found.npi
}

describe.each([
  ['doctors', api.listDoctorReviews, api.getDoctor],
  ['organizations', api.listOrganizationReviews, api.getOrganization],
  ['individuals', api.listIndividualReviews, api.getIndividual],
] as const)('GET /api/%s/{npi}/reviews', (resource, entry, lookup) => {
  const list = async (query = '') =>
    entry.output.parse((await server.get(`/api/${resource}/${reviewed[resource]}/reviews?${query}`)).body)

  test('lists newest first, each with its source, and the look-up has the same count and the mean of the ratings', async () => {
    const { reviews, total } = await list('limit=25')
    expect(reviews.length).toBe(total)
    expect(total).toBeGreaterThan(1)
    const dates = reviews.map(({ date }) => date ?? '')
    expect(dates).toEqual([...dates].sort().reverse())
    expect(new Set(reviews.map(({ source }) => source))).toEqual(new Set(['Invented for the sample']))
    const shown = lookup.output.parse((await server.get(`/api/${resource}/${reviewed[resource]}`)).body).reviews
    const mean = reviews.reduce((sum, { rating }) => sum + (rating ?? 0), 0) / total
    expect(shown).toEqual({ averageRating: Math.round(mean * 100) / 100, count: total })
  })

  test('gives pages that join without gap or repeat, and an empty one beyond the last', async () => {
    const whole = await list('limit=25')
    const pages = await Promise.all(whole.reviews.map((_, index) => list(`limit=1&page=${index + 1}`)))
    expect(pages.flatMap(({ reviews }) => reviews)).toEqual(whole.reviews)
    expect(pages.every(({ total }, index) => total === whole.total && pages[index]?.page === index + 1)).toBe(true)
    expect(await list('limit=25&page=2')).toEqual({ reviews: [], page: 2, total: whole.total })
  })

  test.each([
    ['limit=26', 'limit: expected a whole number from 1 to 25'],
    ['limit=0', 'limit: expected a whole number from 1 to 25'],
    ['page=0', 'page: expected a whole number from 1 to 10000'],
    ['page=401&limit=25', 'page: expected page times limit to be at most 10000'],
    ['sort=rating', 'sort'],
  ])('refuses %s and says what was expected', async (query, sentence) => {
    const answer = await server.get(`/api/${resource}/${reviewed[resource]}/reviews?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(sentence) } })
  })

  test('is 404 for an unassigned NPI, 410 for a deactivated one and 401 without a key, as the look-up is', async () => {
    const status = async (npi: number | string, headers?: Record<string, string>) =>
      (await server.get(`/api/${resource}/${npi}/reviews`, headers)).status
    expect(await status(1234567893)).toBe(404)
    expect(await status(server.deactivatedNpi)).toBe(410)
    expect(await status('12345')).toBe(400)
    expect(await status(1234567893, {})).toBe(401)
  })
})

test('who has no reviews has none in the look-up, and an empty list', async () => {
  const { body } = await server.get('/api/doctors?limit=25')
  const none = api.searchDoctors.output.parse(body).doctors.find(({ reviews }) => reviews === undefined)
  expect((await server.get(`/api/doctors/${none?.npi}/reviews`)).body).toEqual({ reviews: [], page: 1, total: 0 })
})

test('a doctor is no organization: the list of the other resource is 404', async () => {
  expect(await server.get(`/api/organizations/${reviewed.doctors}/reviews`)).toMatchObject({ status: 404 })
})

describe('the rating of hospitals', () => {
  const search = async (query: string) =>
    api.searchOrganizations.output.parse((await server.get(`/api/organizations?${query}`)).body)

  test('is filtered by its stars, and hospitals alone have one, invented in the sample', async () => {
    const { organizations, total } = await search('minRating=1&limit=25')
    expect(total).toBeGreaterThan(0)
    expect(new Set(organizations.map(({ facilityType }) => facilityType))).toEqual(new Set(['hospital']))
    expect(organizations[0]?.rating).toEqual({
      stars: expect.any(Number),
      source: 'Invented for the sample',
      date: '2026-11-08',
      matchedBy: 'nameAndAddress',
    })
    const few = await search('minRating=3.5&limit=25')
    expect(few.organizations.map(({ npi }) => npi)).toEqual(
      organizations.filter(({ rating }) => (rating?.stars ?? 0) >= 3.5).map(({ npi }) => npi),
    )
  })

  test.each(['0', '0.5', '5.1', 'good', '-0', '1e0'])('is not filtered by %s stars', async (stars) => {
    expect(await server.get(`/api/organizations?minRating=${stars}`)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('minRating: expected stars from 1 to 5') },
    })
  })
})
