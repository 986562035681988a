/** Licenses and exclusions by HTTP, and what look-ups say of primary sources, with rows about the sample's people. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import { sourceRowsMax } from '#contract/limits'
import { doctorFound } from '#contract/providers'
import { withCheckDigit } from '#registry/npi'
import { ensureSampleLists } from '#server/sources/sample-lists'
import { eventually } from '../support/eventually.ts'
import { loadLeie, loadTexts } from '../support/sources/load-for-tests.ts'
import { exclusionFile, exclusionLine } from '../support/sources/test-list.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ask = (path: string, query: Record<string, string>) => server.get(`${path}?${new URLSearchParams(query)}`)

async function licenses(query: Record<string, string>) {
  const answer = await ask('/api/licenses', query)
  expect(answer.status).toBe(200)
  expect(api.searchLicenses.output.parse(answer.body)).toEqual(answer.body)
  return api.searchLicenses.output.parse(answer.body)
}

async function exclusions(query: Record<string, string>) {
  const answer = await ask('/api/exclusions', query)
  expect(answer.status).toBe(200)
  expect(api.searchExclusions.output.parse(answer.body)).toEqual(answer.body)
  return api.searchExclusions.output.parse(answer.body)
}

async function lookUp(npi: number | string, query = '') {
  const answer = await server.get(`/api/doctors/${npi}${query}`)
  expect(answer.status).toBe(200)
  expect(doctorFound.parse(answer.body)).toEqual(answer.body)
  return doctorFound.parse(answer.body)
}

/** Doctors of the sample with a license on file. */
async function doctors() {
  const { body } = await server.get('/api/doctors?credential=MD&limit=25')
  const list = z.object({ doctors: z.array(z.object({ npi: z.int() })) }).parse(body).doctors
  const found = await Promise.all(list.map(({ npi }) => lookUp(npi)))
  return found.flatMap((one) => {
    const license = one.licenses.find(({ state }) => state !== null)
    return license === undefined ? [] : [{ ...one, license: { ...license, state: license.state ?? '' } }]
  })
}

const fullName = ({ nameParts }: Awaited<ReturnType<typeof doctors>>[number]) =>
  `${nameParts.first ?? ''} ${nameParts.last}`

describe('without any list', () => {
  test('an answer says that no list could be asked', async () => {
    const [doctor] = await doctors()
    const npi = String(doctor?.npi)
    const found = await licenses({ state: 'CO', number: '12' })
    expect(found).toMatchObject({ licenses: [], hasMore: false, listsAsked: [] })
    expect(found.listsNotLoaded.map(({ name }) => name)).toEqual(['co-dora', 'co-nursing'])
    const excluded = await exclusions({ npi })
    expect(excluded).toMatchObject({ exclusions: [], listsAsked: [] })
    expect(excluded.listsNotLoaded.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['oig-leie', 'sam-exclusions']),
    )
  })

  test('a look-up has the licenses on file and says nothing more', async () => {
    const [doctor] = await doctors()
    expect(doctor).toMatchObject({
      medicare: { enrolled: null, optedOut: null, mayOrder: null, mayRefer: null, asOf: null },
      affiliations: null,
      license: { verified: null },
    })
    const onFile = doctor?.taxonomies.flatMap(({ licenseNumber }) => licenseNumber ?? [])
    expect(doctor?.licenses.map(({ number }) => number)).toEqual([...new Set(onFile)])
  })
})

describe('with the sample lists', () => {
  beforeAll(async () => {
    const registry = server.registry.current() ?? expect.unreachable('no registry')
    await ensureSampleLists(server.database, registry)
    await eventually(async () => expect((await doctors())[0]?.medicare.asOf).toBe(registry.sourceDate))
  })

  test('a look-up says what Medicare publishes, and what the board says of each license', async () => {
    const found = await doctors()
    const invented = { list: expect.stringMatching(/^Sample of /), verdict: 'match', isStale: false }
    for (const { license } of found) expect(license.verified).toMatchObject(invented)
    const [optedOut, enrolled] = [true, false].map((is) => found.find(({ medicare }) => medicare.optedOut === is))
    expect(enrolled?.medicare).toMatchObject({ enrolled: true, mayOrder: true, mayRefer: true })
    if (optedOut !== undefined) expect(optedOut.medicare).toMatchObject({ mayOrder: null, mayRefer: null })
  })

  test('organizations and individuals have the same members', async () => {
    for (const [resource, { output }] of [
      ['organizations', api.getOrganization],
      ['individuals', api.getIndividual],
    ] as const) {
      const { body } = await server.get('/registry', {})
      const npi = z.object({ exampleNpis: z.record(z.string(), z.number()) }).parse(body).exampleNpis[resource]
      const answer = await server.get(`/api/${resource}/${npi}?provenance=1`)
      expect(output.parse(answer.body)).toEqual(answer.body)
      expect(answer.body).toMatchObject({ medicare: {}, licenses: expect.any(Array), provenance: expect.any(Array) })
    }
  })

  test('provenance names source, date and kind of every field', async () => {
    const [doctor] = await doctors()
    const { provenance = [], ...fields } = await lookUp(doctor?.npi ?? '', '?provenance=1')
    const paths = provenance.map(({ field }) => field)
    expect(new Set(paths).size).toBe(paths.length)
    const named = new Set(paths.map((path) => path.split(/[.[]/)[0]))
    expect(Object.keys(fields).filter((field) => !named.has(field))).toEqual(['affiliations'])
    const registry = { source: 'Sample registry (fictional)', asOf: server.registry.current()?.sourceDate }
    const sample = { asOf: registry.asOf, kind: 'verified' }
    expect(provenance).toEqual(
      expect.arrayContaining([
        { field: 'name', ...registry, kind: 'reported' },
        { field: 'address', ...registry, kind: 'reported' },
        { field: 'address.coords', ...registry, kind: 'derived' },
        { field: 'organizationIds', ...registry, kind: 'derived' },
        { field: 'licenses', ...registry, kind: 'reported' },
        { field: 'medicare.optedOut', source: 'Sample of Medicare files (fictional)', ...sample },
        { field: 'licenses[0].verified', source: 'Sample of license rolls (fictional)', ...sample },
      ]),
    )
    expect(await lookUp(doctor?.npi ?? '', '?provenance=0')).not.toHaveProperty('provenance')
    expect(await server.get(`/api/doctors/${doctor?.npi}?provenance=yes`)).toMatchObject({ status: 400 })
  })

  test('licenses are found by NPI, by number, and by name, each with list, date, basis and verdict', async () => {
    const [doctor = expect.unreachable('the sample has no doctor')] = await doctors()
    const { npi, license, credentials } = doctor
    const [profession = ''] = credentials
    const list = { isSample: true, date: server.registry.current()?.sourceDate }
    const row = { number: license.number, state: license.state, npi: String(npi) }
    const byNpi = await licenses({ npi: String(npi) })
    expect(byNpi.licenses).toContainEqual(expect.objectContaining({ ...row, verdict: 'match' }))
    expect(byNpi.listsAsked).toMatchObject([list])
    const { state, number } = license
    expect((await licenses({ state, number, name: fullName(doctor), profession })).licenses).toMatchObject([
      { ...row, list, verdict: 'match', basis: 'number, last name, and first name agree' },
    ])
    expect((await licenses({ state, number })).licenses).toMatchObject([
      { ...row, verdict: 'insufficient', basis: 'a name is missing' },
    ])
    expect((await licenses({ state, number, name: 'Nobody Else' })).licenses).toEqual([])
    const named = (await licenses({ state, name: fullName(doctor) })).licenses
    expect(named).toContainEqual(expect.objectContaining({ ...row, verdict: 'possible' }))
    expect((await licenses({ state: state === 'CO' ? 'IL' : 'CO', number, name: fullName(doctor) })).licenses).toEqual(
      [],
    )
  })
})

const columns =
  'lastname,firstname,middlename,suffix,entityname,city,state,mailzipcode,licensetype,subcategory,licensenumber,licensefirstissuedate,licenselastreneweddate,licenseexpirationdate,licensestatusdescription,specialty,title,degrees,casenumber,programaction,disciplineeffectivedate,disciplinecompletedate,linktoverifylicense'
const rollRow = ({ last = 'Abbey', first = 'Nora', middle = 'Jean', type = 'RN', number = '1660223' }) =>
  `${last},${first},${middle},,,Pueblo,CO,81001,${type},,${number},2019-02-13T00:00:00.000,,2099-09-30T00:00:00.000,Active,,,,,,,,`

describe('with a roll of Colorado', () => {
  beforeAll(async () => {
    const namesakes = Array.from({ length: sourceRowsMax + 1 }, (_, index) =>
      rollRow({ last: 'Poe', first: 'Ann', middle: '', number: String(2_000_000 + index) }),
    )
    const rows = [rollRow({}), rollRow({ last: 'Quist', first: 'Ida', type: 'PN' }), ...namesakes]
    const rosters = { 'colorado.csv': [columns, ...rows, ''].join('\n') }
    const [outcome] = await loadTexts(server.database, rosters, { date: '2026-11-10' })
    expect(outcome).toMatchObject({ kind: 'loaded' })
  })

  const one = { state: 'CO', number: '1660223' }
  test.each([
    [{ ...one, name: 'Nora Abbey', profession: 'RN' }, ['match: number, last name, and first name agree']],
    [{ ...one, name: 'ABBEY, NORA J', profession: 'rn' }, ['match: number, last name, and first name agree']],
    [{ ...one, number: 'RN-01660223', name: 'Nora Jean Abbey', profession: 'RN' }, [expect.stringMatching(/^match: /)]],
    [{ ...one, name: 'Nora Abbey' }, [expect.stringMatching(/^possible: .*the profession is missing$/)]],
    [{ ...one, name: 'Eve Abbey', profession: 'RN' }, [expect.stringMatching(/^possible: .*first name differs$/)]],
    [{ ...one, name: 'Eve Moss', profession: 'RN' }, []],
    [{ ...one, name: 'Nora Abbey', profession: 'MD' }, []],
    [one, ['insufficient: a name is missing', 'insufficient: a name is missing']],
    [{ state: 'CO', name: 'Nora Abbey' }, [expect.stringMatching(/^possible: .*no number or NPI agrees/)]],
    [{ state: 'CO', name: 'Dr. Nora Jean Abbey, RN' }, [expect.stringMatching(/^possible: /)]],
    [{ state: 'CO', name: 'Eleanor Abbey' }, [expect.stringMatching(/^possible: .*first name is a nickname/)]],
    [{ state: 'CO', name: 'Nora Moss' }, []],
    [{ state: 'IL', name: 'Nora Abbey' }, []],
    [{ state: 'CO', number: '77' }, []],
  ])('the verdicts on %j are %j', async (query, verdicts) => {
    const found = await licenses(query)
    expect(found.licenses.map(({ verdict, basis }) => `${verdict}: ${basis}`)).toEqual(verdicts)
    const list = { name: 'co-dora', date: '2026-11-10', isSample: false }
    for (const license of found.licenses)
      expect(license).toMatchObject({ list, status: 'active', statusText: 'Active' })
    const asked = query.state === 'CO' ? [{ ...list, wholeRollOf: expect.arrayContaining(['RN']) }] : []
    expect(found.listsAsked).toMatchObject(asked)
    expect(found.listsNotLoaded.map(({ state }) => state)).toEqual(query.state === 'CO' ? ['CO'] : ['IL', 'IL'])
  })

  test('a name of many has as many rows as an answer may, says that there are more, and is never a match', async () => {
    const found = await licenses({ state: 'CO', name: 'Ann Poe' })
    expect(found).toMatchObject({ hasMore: true })
    expect(found.licenses).toHaveLength(sourceRowsMax)
    expect(new Set(found.licenses.map(({ verdict }) => verdict))).toEqual(new Set(['possible']))
  })
})

describe('with lists of exclusions and of facilities', () => {
  const listed = String(withCheckDigit(299_999_997))
  let doctor: Awaited<ReturnType<typeof doctors>>[number]
  let namesake: typeof doctor

  beforeAll(async () => {
    const found = await doctors()
    doctor = found[0] ?? expect.unreachable('the sample has no doctor')
    namesake = found.find((one) => fullName(one) !== fullName(doctor)) ?? expect.unreachable('all have one name')
    const named = ({ nameParts }: typeof doctor) => ({ last: nameParts.last, first: nameParts.first ?? '' })
    const lines = [
      exclusionLine({ ...named(doctor), npi: String(doctor.npi) }),
      exclusionLine({ ...named(namesake), state: 'OH' }),
      exclusionLine({ last: 'SOMEBODY', first: 'ELSE', npi: listed }),
    ]
    await loadLeie(server.database, exclusionFile(lines), { date: '2026-11-09' })
    const links = [
      'NPI,Ind_PAC_ID,Provider Last Name,Provider First Name,Provider Middle Name,suff,facility_type,Facility Affiliations Certification Number,Facility Type Certification Number',
      ...['050173,', '05T173,050173', '050173,'].map((ccn) => `${doctor.npi},1,A,B,,,Hospital,${ccn}`),
      '',
    ]
    await loadTexts(server.database, { 'links.csv': links.join('\n') }, { date: '2026-11-08' })
  })

  test('an NPI with its name is a match; one that the registry does not know is possible', async () => {
    const list = { name: 'oig-leie', date: '2026-11-09', isSample: false }
    const found = await exclusions({ npi: String(doctor.npi) })
    expect(found.exclusions[0]).toMatchObject({ list, verdict: 'match', isInForce: true, grounds: '1128a1' })
    expect(found.listsAsked).toMatchObject([list])
    expect(found.listsNotLoaded.map(({ name }) => name)).not.toContain('oig-leie')
    expect((await exclusions({ npi: listed })).exclusions).toMatchObject([
      { list, verdict: 'possible', basis: 'NPI agrees; a name is missing', name: 'ELSE SOMEBODY' },
    ])
    expect(found.npiStatus).toBe('active')
    expect(await exclusions({ npi: '1999999999' })).toMatchObject({ exclusions: [], npiStatus: 'unknown' })
    expect(await licenses({ npi: '1999999999' })).toMatchObject({ licenses: [], npiStatus: 'unknown' })
    expect(await exclusions({ name: 'Ada Example' })).not.toHaveProperty('npiStatus')
  })

  test('G8: a name alone is never a match, whether asked for by itself or by the NPI of its bearer', async () => {
    const byNpi = await exclusions({ npi: String(namesake.npi) })
    const byName = await exclusions({ name: fullName(namesake) })
    for (const { exclusions: hits } of [byNpi, byName]) {
      expect(hits.length).toBeGreaterThan(0)
      for (const hit of hits) {
        expect(hit).toMatchObject({ verdict: 'possible', list: { title: expect.any(String), date: '2026-11-09' } })
      }
    }
    expect((await exclusions({ name: fullName(namesake), state: 'OH' })).exclusions).toHaveLength(1)
    const elsewhere = await exclusions({ name: fullName(namesake), state: 'CO' })
    expect(elsewhere.exclusions).toEqual([])
    expect(elsewhere.listsNotLoaded.map(({ name }) => name)).toContain('co-hcpf')
    expect(elsewhere.listsNotLoaded.map(({ state }) => state)).not.toContain('IL')
  })

  test('an organization is a match by NPI and name, whatever its legal form', async () => {
    const { body } = await server.get('/api/organizations?limit=2')
    const two = z
      .object({ organizations: z.array(z.object({ npi: z.int(), name: z.string() })) })
      .parse(body).organizations
    const [own, other] = two.map(({ npi }) => String(npi))
    const lines = [
      exclusionLine({ business: `${two[0]?.name}, LLC`.toUpperCase(), npi: own ?? '' }),
      exclusionLine({ business: 'SOMETHING ELSE', npi: other ?? '' }),
    ]
    await loadLeie(server.database, exclusionFile(lines), { date: '2026-11-10', allowCountChange: true })
    expect((await exclusions({ npi: own ?? '' })).exclusions).toMatchObject([
      { verdict: 'match', basis: 'NPI and name agree', name: null },
    ])
    expect((await exclusions({ npi: other ?? '' })).exclusions).toMatchObject([
      { verdict: 'possible', basis: 'NPI agrees; the name differs', organization: 'SOMETHING ELSE' },
    ])
  })

  test('a look-up has the facilities that CMS names, each once, beside the organizations that are derived', async () => {
    await eventually(async () => {
      expect((await lookUp(doctor.npi)).affiliations).toEqual([
        { ccn: '050173', facilityType: 'Hospital', parentCcn: null, asOf: '2026-11-08' },
        { ccn: '05T173', facilityType: 'Hospital', parentCcn: '050173', asOf: '2026-11-08' },
      ])
      expect((await lookUp(namesake.npi)).affiliations).toEqual([])
    })
    const { provenance, organizationIds } = await lookUp(doctor.npi, '?provenance=1')
    expect(organizationIds).toEqual(doctor.organizationIds)
    expect(provenance).toContainEqual({
      field: 'affiliations',
      source: 'CMS Facility Affiliation Data',
      asOf: '2026-11-08',
      kind: 'verified',
    })
  })
})

test('an exclusion that ended stays in the answer, marked, behind those in force', async () => {
  const lines = [
    exclusionLine({ last: 'POE', first: 'IDA', on: '20100101', reinstated: '20120101' }),
    exclusionLine({ last: 'POE', first: 'IDA', on: '20200101' }),
  ]
  await loadLeie(server.database, exclusionFile(lines), { date: '2026-11-11', allowCountChange: true })
  expect((await exclusions({ name: 'Poe, Ida' })).exclusions).toMatchObject([
    { isInForce: true, since: '2020-01-01', until: null },
    { isInForce: false, since: '2010-01-01', until: '2012-01-01' },
  ])
})

test('an exclusion is found by a nickname, and an organization by its name, which alone is never a match', async () => {
  const { body } = await server.get('/api/organizations?limit=1')
  const [own] = z
    .object({ organizations: z.array(z.object({ npi: z.int(), name: z.string() })) })
    .parse(body).organizations
  const lines = [
    exclusionLine({ last: 'POE', first: 'ROBERT' }),
    exclusionLine({ business: 'RIVERA NURSING, L.L.C.', state: 'OH' }),
    exclusionLine({ business: `${own?.name} INC`.toUpperCase() }),
    exclusionLine({ business: 'RIVERA NURSING SUPPLY' }),
  ]
  await loadLeie(server.database, exclusionFile(lines), { date: '2026-11-12', allowCountChange: true })
  expect((await exclusions({ name: 'Bob Poe' })).exclusions).toMatchObject([
    { name: 'ROBERT POE', verdict: 'possible', basis: expect.stringContaining('first name is a nickname') },
  ])
  const organization = 'RIVERA NURSING, L.L.C.'
  for (const name of ['Rivera Nursing', 'rivera nursing llc', 'Rivera Nursing Inc.']) {
    expect((await exclusions({ name })).exclusions).toMatchObject([
      { organization, name: null, verdict: 'possible', basis: 'no number or NPI agrees' },
    ])
  }
  expect((await exclusions({ name: 'Rivera Nursing', state: 'CO' })).exclusions).toEqual([])
  expect((await exclusions({ npi: String(own?.npi) })).exclusions).toMatchObject([
    { verdict: 'possible', basis: 'no number or NPI agrees' },
  ])
})

test.each([
  ['/api/licenses', {}, /^npi: expected an NPI, or a state with a number or a name; got nothing/],
  ['/api/licenses', { state: 'CO' }, /^npi: /],
  ['/api/licenses', { number: '12' }, /^state: expected the state of the license; got nothing/],
  ['/api/licenses', { name: 'Nora Abbey' }, /^state: /],
  ['/api/licenses', { npi: '1000000004', state: 'CO' }, /^state: expected nothing besides npi/],
  ['/api/licenses', { npi: 'x' }, /^npi: expected a ten-digit NPI/],
  ['/api/licenses', { state: 'Colorado', number: '1' }, /^state: /],
  ['/api/licenses', { state: 'CO', number: '000' }, /^number: /],
  ['/api/licenses', { state: 'CO', number: '1'.repeat(41) }, /^number: /],
  ['/api/licenses', { state: 'IL', number: '41' }, /^number: /],
  ['/api/licenses', { state: 'CO', name: 'A' }, /^name: expected a first and a last name/],
  ['/api/licenses', { state: 'CO', name: 'Abbey' }, /^name: /],
  ['/api/licenses', { state: 'CO', name: ', ,' }, /^name: /],
  ['/api/licenses', { state: 'CO', name: '李 小龍' }, /^name: .*in Latin letters/],
  ['/api/licenses', { state: 'CO', name: 'x y'.repeat(100) }, /^name: /],
  ['/api/licenses', { state: 'CO', name: 'Nora\u0000 Abbey' }, /^name: /],
  ['/api/licenses', { state: 'CO', surname: 'Abbey' }, /^Unknown parameter surname/],
  ['/api/exclusions', {}, /^npi: expected an NPI or a name; got nothing/],
  ['/api/exclusions', { state: 'CO' }, /^npi: /],
  ['/api/exclusions', { name: 'B' }, /^name: /],
  ['/api/exclusions', { npi: '1000000004', name: 'Nora Abbey' }, /^name: expected nothing besides npi/],
])('%s refuses %j by name', async (path, query, sentence) => {
  const refused = await ask(path, query)
  expect(refused).toMatchObject({
    status: 400,
    body: { code: expect.any(String), error: expect.stringMatching(sentence) },
  })
})

test.each([
  "O'Brien%' OR 1=1 --, Ann_",
  '%_% %_a b%',
  'n|x n|y',
  'Ada \\N{LATIN} "]}',
  `${'a '.repeat(98)}b`,
  `${'('.repeat(60)} a b ${'/ aka '.repeat(10)}`,
  'Ada\u202e Example',
  '<script>alert(1)</script> b',
  'aka aka aka b',
  'Null None',
  '__proto__ constructor',
])('a hostile name costs no more than an empty answer or a refusal: %s', async (name) => {
  for (const [path, query] of [
    ['/api/licenses', { state: 'CO', name }],
    ['/api/licenses', { state: 'CO', number: `${name.slice(0, 20)}1`, name }],
    ['/api/exclusions', { name }],
  ] as const) {
    const { status, body } = await ask(path, query)
    expect([200, 400]).toContain(status)
    if (status === 200) expect(body).toMatchObject({ hasMore: false })
  }
})

test('both are metered as every call with a key is', async () => {
  for (const path of ['/api/licenses?state=CO&number=12', '/api/exclusions?name=Nora+Abbey']) {
    expect(await server.get(path, {})).toMatchObject({ status: 401, body: { code: 'key_missing' } })
    const { apiKey, headers } = await server.signUp()
    expect(await server.get(path, { 'api-key': apiKey })).toMatchObject({ status: 200 })
    await eventually(async () =>
      expect((await server.get('/api-events/stats', headers)).body).toMatchObject({ totalCalls: 1 }),
    )
  }
})
