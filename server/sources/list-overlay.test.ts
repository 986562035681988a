import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { eventually } from '../../test/support/eventually.ts'
import { loadTexts } from '../../test/support/sources/load-for-tests.ts'
import { startTestServer, type TestServer } from '../../test/support/test-server.ts'
import { findLicenses, findMedicareFacts } from './ask.ts'
import { isOverlayOld, updateOverlay } from './list-overlay.ts'
import { ensureSampleLists } from './sample-lists.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const current = () => server.registry.current() ?? expect.unreachable()
const update = () => updateOverlay({ ...server, openRegistry: async () => current() })

const answer = z.object({ providers: z.array(z.object({ npi: z.number() })), total: z.number() })
async function found(query: string) {
  const { status, body } = await server.get(`/api/individuals?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  const { providers, total } = answer.parse(body)
  return { npis: providers.map(({ npi }) => npi), total }
}

test('licensedIn finds by NPPES without any list; the other filters are refused, never answered with nobody', async () => {
  const { npis, total } = await found('licensedIn=NY&limit=25')
  expect(total).toBe(current().count({ resource: 'individuals', licensedIn: 'NY' }))
  const shown = await Promise.all(npis.map((npi) => server.get(`/api/individuals/${npi}`)))
  for (const { body } of shown)
    expect(body).toMatchObject({
      taxonomies: expect.arrayContaining([
        expect.objectContaining({ licenseState: 'NY', licenseNumber: expect.any(String) }),
      ]),
    })
  for (const [path, status, code, sentence] of [
    ['doctors?acceptsMedicare=true', 503, 'list_not_loaded', 'acceptsMedicare: expected the lists of Medicare'],
    ['individuals?licensedIn=NY&licenseVerified=true', 503, 'list_not_loaded', 'a roll of licenses of NY to be loaded'],
    ['individuals?licenseVerified=true', 400, 'invalid_input', 'licenseVerified: expected licensedIn beside it'],
    ['individuals?acceptsMedicare=false', 400, 'invalid_input', 'acceptsMedicare: expected one of true'],
    ['individuals?licensedIn=Ohio', 400, 'invalid_input', 'licensedIn: expected a two-letter state code'],
    ['organizations?acceptsMedicare=true', 400, 'unknown_parameter', 'Unknown parameter acceptsMedicare'],
    ['organizations?licensedIn=NY', 400, 'unknown_parameter', 'Unknown parameter licensedIn'],
  ] as const) {
    const refused = await server.get(`/api/${path}`)
    expect(refused, path).toMatchObject({ status, body: { code, error: expect.stringContaining(sentence) } })
  }
  expect(await server.get('/ready', {})).toMatchObject({
    body: { listFilters: { acceptsMedicare: false, licenseVerified: [], fault: null } },
  })
})

test('with lists the filters find exactly those of whom the lists say so', async () => {
  await ensureSampleLists(server.database, current())
  expect(await isOverlayOld(server, current())).toBe(true)
  await update()
  expect(await isOverlayOld(server, current())).toBe(false)
  await eventually(() => expect(current().hasListed('medicare')).toBe(true))
  const { hits } = current().find({ resource: 'individuals', licensedIn: 'CA', offset: 0, limit: 100 })
  const npis = hits.map(({ npi }) => npi)
  const accepting = await only(npis, async (npi) => {
    const facts = (await findMedicareFacts(server.database.db, npi)).map(({ row }) => row.fact)
    return facts.includes('clinician') && !facts.includes('opt_out')
  })
  const active = await only(npis, async (npi) => {
    const rows = await findLicenses(server.database.db, { npi })
    return rows.some(({ row }) => row.state === 'CA' && row.status === 'active')
  })
  expect(accepting.length).toBeGreaterThan(10)
  expect(active.length).toBeGreaterThan(50)
  expect(active.length).toBeLessThan(100)
  for (const [filter, expected] of [
    ['acceptsMedicare=true', accepting],
    ['licensedIn=CA&licenseVerified=true', active],
    ['licensedIn=CA&licenseVerified=true&acceptsMedicare=true', active.filter((npi) => accepting.includes(npi))],
  ] as const) {
    const { total, npis: page } = await found(`${filter}&limit=25&npi=${npis.join()}`)
    expect({ total, page }, filter).toEqual({ total: expected.length, page: expected.slice(0, 25) })
  }
  expect(await server.get('/ready', {})).toMatchObject({
    body: {
      listFilters: { acceptsMedicare: true, licenseVerified: expect.arrayContaining(['CA', 'NY']), fault: null },
    },
  })
})

test('a real list ends the sample: what only the sample said is refused again', async () => {
  const row = '"FIRST","LAST","1000000004","1/1/2025","1/1/2099"'
  const outcomes = await loadTexts(server.database, {
    'optout.csv': `First Name,Last Name,NPI,Optout Effective Date,Optout End Date,Eligible to Order and Refer\n${row},Y\n`,
  })
  expect(outcomes).toMatchObject([{ kind: 'loaded' }])
  expect(await isOverlayOld(server, current())).toBe(true)
  await update()
  await eventually(() => expect(current().hasListed('medicare')).toBe(false))
  expect(await server.get('/api/doctors?acceptsMedicare=true')).toMatchObject({ status: 503 })
  expect(current().hasListed('CA')).toBe(true)
})

async function only(npis: readonly number[], holds: (npi: string) => Promise<boolean>): Promise<number[]> {
  const held = await Promise.all(npis.map((npi) => holds(String(npi))))
  return npis.filter((_, at) => held[at])
}
