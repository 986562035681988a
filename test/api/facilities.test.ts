import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import { facilityTypes } from '#contract/facilities'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The answer of a search of organizations. */
async function search(query: string) {
  return api.searchOrganizations.output.parse((await server.get(`/api/organizations?${query}`)).body)
}

describe('facility types of organizations', () => {
  test('part them: every organization has one, and the totals of all types add up to all', async () => {
    const { total } = await search('limit=1')
    const totals = await Promise.all(facilityTypes.map(async (type) => (await search(`facilityType=${type}`)).total))
    expect(totals.reduce((sum, one) => sum + one)).toBe(total)
    expect(totals.filter((one) => one > 0).length).toBeGreaterThan(10)
  })

  test('are filtered by in any letter case, with every hit of that type, and a look-up shows the same', async () => {
    const { organizations, total } = await search('facilityType=Pharmacy&limit=25')
    expect(total).toBeGreaterThan(0)
    expect(new Set(organizations.map(({ facilityType }) => facilityType))).toEqual(new Set(['pharmacy']))
    const one = await server.get(`/api/organizations/${organizations[0]?.npi}`)
    expect(one.body).toMatchObject({ facilityType: 'pharmacy' })
  })

  test('that nobody knows are refused with the ones there are', async () => {
    expect(await server.get('/api/organizations?facilityType=spa')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^facilityType: expected one of hospital, .*, other; got "?spa"?/) },
    })
  })

  test('are no filter of persons', async () => {
    const doctors = z.object({ code: z.string() }).parse((await server.get('/api/doctors?facilityType=clinic')).body)
    expect(doctors.code).toBe('unknown_parameter')
  })
})
