import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { eventually } from '../../test/support/eventually.ts'
import { loadTexts } from '../../test/support/sources/load-for-tests.ts'
import { startTestServer, type TestServer } from '../../test/support/test-server.ts'
import { findLicenses, findMedicareFacts } from './ask.ts'
import { isOverlayOld, updateOverlay } from './list-overlay.ts'
import { coDora } from './lists/licenses/co-dora.ts'
import { lists } from './lists.ts'
import { ensureSampleLists } from './sample-lists.ts'
import type { Fields, LicenseRow } from './source-list.ts'

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

test('lists as they are published decide: the board by number, name and status, Medicare by the day of its list', async () => {
  const person = z.object({
    npi: z.number(),
    nameParts: z.object({ first: z.string(), last: z.string() }),
    taxonomies: z.array(z.object({ licenseNumber: z.string().optional(), licenseState: z.string().optional() })),
    credentials: z.array(z.string()),
  })
  const { hits } = current().find({ resource: 'individuals', licensedIn: 'CO', offset: 0, limit: 60 })
  const shown = await Promise.all(hits.map(({ npi }) => server.get(`/api/individuals/${npi}`)))
  const people = shown.map(({ body }) => person.parse(body)).filter(({ credentials }) => credentials.length === 1)
  const statuses = ['active', 'suspended', 'active', 'active', 'active'] as const
  // The third row has another name, the fourth another number, the fifth ended before the list.
  const roll = statuses.map((status, at): LicenseRow => {
    const { nameParts, taxonomies, credentials } = people[at] ?? expect.unreachable()
    const number = taxonomies.find(({ licenseState }) => licenseState === 'CO')?.licenseNumber ?? ''
    return {
      ...{ profession: credentials.join(), npi: null, otherNames: [], status, statusText: '', issuedOn: null },
      name: { first: nameParts.first, last: at === 2 ? 'Else' : nameParts.last, middle: '', suffix: '' },
      number: at === 3 ? 'X-999' : number,
      ...{ expiresOn: at === 4 ? '2020-01-01' : null, discipline: null, disciplinedOn: null },
    }
  })
  const coLike = { ...coDora, layouts: [['row']], read: (fields: Fields) => [JSON.parse(fields('row'))] }
  const rows = roll.map((row) => `"${JSON.stringify(row).replaceAll('"', '""')}"`)
  const [one, two, three] = people.map(({ npi }) => npi)
  const optOuts = [`A,B,${one},1/1/2020,1/1/2099,Y`, `A,B,${two},1/1/2020,1/1/2022,Y`]
  const clinicians = [one, two, three].map((npi) => `${npi},1,2,LAST,FIRST,NURSE,Y,3`)
  const outcomes = await loadTexts(
    server.database,
    {
      'co.csv': ['row', ...rows].join('\n'),
      'optout.csv': [
        'First Name,Last Name,NPI,Optout Effective Date,Optout End Date,Eligible to Order and Refer',
        ...optOuts,
      ].join('\n'),
      'clinicians.csv': [
        'NPI,Ind_PAC_ID,Ind_enrl_ID,Provider Last Name,Provider First Name,pri_spec,ind_assgn,adrs_id',
        ...clinicians,
      ].join('\n'),
    },
    { allowCountChange: true, lists: [...lists, coLike] },
  )
  expect(outcomes.map((outcome) => ('reason' in outcome ? outcome.reason : outcome.kind))).toEqual(
    Array(3).fill('loaded'),
  )
  await update()
  await eventually(() => expect(current().hasListed('medicare')).toBe(true))
  expect(await found('acceptsMedicare=true')).toEqual({ npis: [two, three].sort(), total: 2 })
  expect(await found('licensedIn=CO&licenseVerified=true')).toEqual({ npis: [one], total: 1 })
  // A state without a roll is refused, whatever other states have.
  expect(await server.get('/api/individuals?licensedIn=CA&licenseVerified=true')).toMatchObject({ status: 503 })
})

async function only(npis: readonly number[], holds: (npi: string) => Promise<boolean>): Promise<number[]> {
  const held = await Promise.all(npis.map((npi) => holds(String(npi))))
  return npis.filter((_, at) => held[at])
}
