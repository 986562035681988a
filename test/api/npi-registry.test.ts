/**
 * The form of CMS's NPI Registry API 2.1. Recorded answers of that service are asked again here, of a registry whose
 * rows are made from the recordings: they show the form, not the data. The file has no order of the two addresses, no
 * repeated practice locations and no time of day, so these are set equal before both are compared.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { npiRegistryAddress } from '#contract/npi-registry'
import { npiRegistryErrors, npiResult } from '#contract/npi-registry-endpoints'
import { type ServerWithBoth, startServerWithBoth, testKeyOf } from '../support/keys/test-mode.ts'
import { type NpiResult, rowsOf } from '../support/registry/npi-registry-rows.ts'
import { buildIn } from '../support/registry/test-build.ts'
import {
  deactivated,
  endpointCsv,
  mainCsv,
  npiOf,
  otherNameCsv,
  person,
  secondaryCsv,
  writeFiles,
} from '../support/registry/test-files.ts'
import { people } from '../support/test-registry.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

const shared = join(import.meta.dirname, '../../../shared/data')
const recordings = join(shared, 'npi-registry-api')
const isAbsent = !existsSync(recordings)
const title = (promise: string) => (isAbsent ? `${promise} (skipped: no recordings beside the checkout)` : promise)

const answerShape = z.looseObject({
  result_count: z.number(),
  results: z.array(z.looseObject({ number: z.string() })),
  total_count: z.number().optional(),
})
/** As they came, with the order of their members. */
const resultsShape = z.object({ result_count: z.literal(1), results: z.array(z.unknown()) })

async function keyOf(server: TestServer, account: TestAccount, scopes = ['providers:read']) {
  const answer = await server.post('/me/api-keys', { name: 'NPI', mode: 'live', scopes }, account.headers)
  return z.object({ key: z.string() }).parse(answer.body).key
}

const errorsOf = (body: unknown) =>
  npiRegistryErrors.parse(body).Errors.map(({ field, number }) => `${number} ${field}`)

describe('a recorded answer', () => {
  let folder: string
  let server: TestServer
  let path: string
  beforeAll(async () => {
    if (isAbsent) return
    folder = mkdtempSync(join(tmpdir(), 'praxidex-npi-registry-'))
    const rows = results().map(rowsOf)
    const files = writeFiles(folder, {
      'npidata_pfile_20050523-20261108.csv': mainCsv([
        ...rows.map(({ main }) => main),
        deactivated(gone, '03/14/2019'),
      ]),
      'pl_pfile_20050523-20261108.csv': secondaryCsv(rows.flatMap(({ secondary }) => secondary)),
      'othername_pfile_20050523-20261108.csv': otherNameCsv(rows.flatMap(({ otherNames }) => otherNames)),
      'endpoint_pfile_20050523-20261108.csv': endpointCsv(rows.flatMap(({ endpoints }) => endpoints)),
    })
    const registryDir = join(folder, 'registry')
    await buildIn(registryDir, [...files, join(shared, 'nucc/nucc_taxonomy_251.csv')])
    server = await startTestServer(undefined, { registryDir })
    path = `/npi/${await keyOf(server, await server.signUp())}/api/`
  })
  afterAll(async () => {
    if (isAbsent) return
    await server.close()
    rmSync(folder, { recursive: true })
  })

  const ask = async (query: string) => {
    const answer = await server.get(`${path}?version=2.1&${query}`, {})
    expect(answer.status).toBe(200)
    return answer.body
  }
  const found = async (query: string) => answerShape.parse(await ask(query))
  const numbers = async (query: string) => (await found(query)).results.map(({ number }) => number)

  test.skipIf(isAbsent)(title('is answered from its own rows with the same JSON'), async () => {
    const all = results()
    expect(all.length).toBe(104)
    for (const recorded of all) {
      const answered = resultsShape.parse(await ask(`number=${recorded.number}`)).results
      expect(answered.map(comparable), recorded.number).toEqual([comparable(recorded)])
      expect(JSON.stringify(answered)).toBe(JSON.stringify(sorted(answered)))
    }
  })

  test.skipIf(isAbsent)(title('to a first name with its aliases has the same people in the same order'), async () => {
    const page = read('new_npi1_first_name_page_rows1-100.json').map(({ number }) => number)
    const answered = await numbers('first_name=Josephine&limit=200&enumeration_type=NPI-1&pretty=on')
    const byName = new Map(results().map(({ number, basic }) => [number, `${basic.last_name} ${basic.first_name}`]))
    expect(answered.map((number) => byName.get(number))).toEqual(page.map((number) => byName.get(number)))
    const josies = await numbers('first_name=JOSIE&use_first_name_alias=False&last_name=DAVIS')
    expect(josies.map((number) => byName.get(number))).toEqual(Array(3).fill('DAVIS JOSIE'))
  })

  test.skipIf(isAbsent)(title('that is empty or refuses is given again'), async () => {
    expect(await ask('city=ZZZZZZZ')).toEqual(json('empty_city_zzzzzzz.json'))
    const refused = await ask('state=OH&enumeration_type=NPI-2&limit=20')
    expect(refused).toEqual(json('error_07_09_state_and_enumeration_type.json'))
    expect(await ask('')).toEqual(json('error_04_no_criteria.json'))
  })

  test.skipIf(isAbsent)(title('of a deactivated number is its error'), async () => {
    const { Errors } = npiRegistryErrors.parse(await ask(`number=${gone}`))
    expect(Errors).toEqual([
      { description: expect.stringMatching(`^CMS deactivated NPI ${gone}\\. `), field: 'number', number: '15' },
    ])
  })

  test.skipIf(isAbsent)(title('is found by officials, addresses, taxonomies and places'), async () => {
    const kindbody = '1174270805'
    expect(await numbers('last_name=sasan&name_purpose=AO')).toEqual([kindbody])
    expect(await numbers('last_name=sasan&name_purpose=Provider')).toEqual([])
    expect(await numbers('last_name=SASAN&first_name=FAH*')).toEqual([kindbody])
    expect(await numbers('organization_name=PEACH STATE MED*')).toEqual([kindbody])
    expect(await numbers('organization_name=kindbody of pa medical practice, pc')).toEqual([kindbody])
    expect(await numbers('city=Chicago&address_purpose=MAILING&enumeration_type=NPI-2')).toEqual([kindbody])
    expect(await numbers('city=Chicago&address_purpose=LOCATION&enumeration_type=NPI-2')).toEqual([])
    expect(await numbers('postal_code=60661&organization_name=PEACH*')).toEqual([kindbody])
    expect(await numbers('postal_code=606615514')).toContain(kindbody)
    expect(await numbers('taxonomy_description=Reproductive Endocrinology')).toEqual([kindbody])
    const near = await found('latitude=39.9523&longitude=-75.1638&radius=5&sort=distance&total_count=true')
    expect(near.results[0]?.number).toBe(kindbody)
    expect(near.total_count).toBe(near.result_count)
  })
})

describe('the NPI Registry form', () => {
  const plan = { callsPerMonth: 3, requestsPerMinute: 60, requestsPerDay: 61 }
  let server: ServerWithBoth
  let account: TestAccount
  let key: string
  beforeAll(async () => {
    server = await startServerWithBoth({ free: plan, developer: plan, enterprise: plan })
  })
  afterAll(() => server.close())

  const caller = async () => {
    account = await server.signUp()
    key = await keyOf(server, account)
  }
  const ask = (query: string, headers: Record<string, string> = {}, bearer = key) =>
    server.get(`${new URL(npiRegistryAddress('https://x', bearer)).pathname}?version=2.1&${query}`, headers)

  test('G9: takes a key in the path only where it reads providers and does nothing else', async () => {
    await caller()
    expect(await ask(`number=${people.physician}`)).toMatchObject({ status: 200, body: { result_count: 1 } })
    const wide = await ask('last_name=LEWIS', {}, account.apiKey)
    expect(wide).toMatchObject({ status: 403, body: { Errors: [{ field: 'key' }] } })
    expect(JSON.stringify(wide.body)).toContain('only scope is providers:read')
    const two = await keyOf(server, account, ['providers:read', 'sources:read'])
    expect(await ask('last_name=LEWIS', {}, two)).toMatchObject({ status: 403 })
    const other = await keyOf(server, account, ['sources:read'])
    expect(await ask('last_name=LEWIS', {}, other)).toMatchObject({ status: 403 })
    for (const none of [server.unknownKey, 'api', 'x']) {
      const refused = await ask('last_name=LEWIS', {}, none)
      expect({ status: refused.status, errors: errorsOf(refused.body) }).toEqual({ status: 401, errors: ['99 key'] })
    }
  })

  test('takes any key that may read providers in a header', async () => {
    await caller()
    for (const path of ['/npi/api/', '/npi/api']) {
      const answer = await server.get(`${path}?version=2.1&number=${people.physician}`, { 'api-key': account.apiKey })
      expect(answer).toMatchObject({ status: 200, body: { result_count: 1 } })
    }
    expect(await server.get('/npi/api/?version=2.1&city=X', {})).toMatchObject({ status: 401 })
    const refused = await server.get(`/npi/api/?version=2.1&api_key=${key}`, {})
    expect({ status: refused.status, errors: errorsOf(refused.body) }).toEqual({ status: 400, errors: ['99 generic'] })
  })

  test('counts a page as one call and a refusal as none, and keeps the status of a limit', async () => {
    await caller()
    for (const query of ['', 'state=NY', 'city=N*', 'number=123']) {
      const refused = await ask(query)
      expect(refused).toMatchObject({ status: 200, headers: { 'x-quota-remaining': '3' } })
      errorsOf(refused.body)
    }
    const answer = await ask('state=NY&last_name=LEWIS&limit=200')
    expect(answer.headers).toMatchObject({
      'x-quota-remaining': '2',
      'cache-control': 'no-cache, no-store, must-revalidate',
      'content-type': expect.stringMatching(/^application\/json/),
    })
    await ask('last_name=LEWIS')
    await ask('last_name=LEWIS&skip=1000')
    const over = await ask('last_name=LEWIS')
    expect({ status: over.status, errors: errorsOf(over.body) }).toEqual({ status: 429, errors: ['99 generic'] })
  })

  test('answers a test key from the sample alone, and says so', async () => {
    await caller()
    const { headers } = await testKeyOf(server, account)
    const answer = await server.get('/npi/api/?version=2.1&state=NY&first_name=MA*&limit=200', headers)
    expect(answer).toMatchObject({ status: 200, headers: { 'praxidex-mode': 'test' } })
    const { results: found } = answerShape.parse(answer.body)
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(({ number }) => number.startsWith('2'))).toBe(true)
    const real = await server.get(`/npi/api/?version=2.1&number=${people.physician}`, headers)
    expect(real.body).toEqual({ result_count: 0, results: [] })
  })

  test('G9: shows its key nowhere: not in the log, the list of requests, or an error', async () => {
    await caller()
    await ask(`number=${people.physician}`)
    await ask('state=NY')
    for (const escaped of [key, key.replace('_', '%5f'), key.replace('p', '%70')]) {
      const lost = await server.get(`/npi/${escaped}/ap?version=2.1`, {})
      expect(lost.status).toBe(404)
      expect(JSON.stringify(lost.body)).not.toContain(key.slice(-40, -10))
    }
    const requests = await server.get('/me/requests', account.headers)
    expect(JSON.stringify(requests.body)).toContain('/npi/…/api/')
    expect(JSON.stringify(requests.body)).not.toContain(key)
    expect(server.logged()).not.toContain(key)
  })

  test.each([
    ['version=2.0&city=X', '17 version'],
    ['city=X', '17 version'],
    ['version=2.1&number=12345', '06 number'],
    ['version=2.1&number=12345678x0', '05 number'],
    ['version=2.1&enumeration_type=NPI-3', '05 enumeration_type'],
    ['version=2.1&enumeration_type=NPI-1', '09 enumeration_type'],
    ['version=2.1&state=NY&country_code=CA', '07 state'],
    ['version=2.1&country_code=US', '99 country_code'],
    ['version=2.1&limit=5&skip=1&pretty=on', '04 generic'],
    ['version=2.1&last_name=s*', '03 last_name'],
    ['version=2.1&city=*', '03 city'],
    ['version=2.1&last_name=a*b', '05 last_name'],
    ['version=2.1&first_name=x%40y', '05 first_name'],
    ['version=2.1&taxonomy_description=207R00000X', '14 taxonomy_description'],
    ['version=2.1&taxonomy_description=Internal Medicine, Cardiovascular Disease', '14 taxonomy_description'],
    ['version=2.1&taxonomy_description=Zzzz', '14 taxonomy_description'],
    ['version=2.1&organization_name=A B&last_name=LEWIS', '99 organization_name'],
    ['version=2.1&last_name=LEWIS&skip=10001', '99 skip'],
    ['version=2.1&last_name=LEWIS&limit=-1', '05 limit'],
    ['version=2.1&postal_code=123', '05 postal_code'],
    ['version=2.1&latitude=91&longitude=0', '05 latitude'],
    ['version=2.1&last_name=LEWIS&radius=5&sort=distance', '05 latitude'],
    ['version=2.1&latitude=40&longitude=-74&radius=26', '05 radius'],
    ['version=2.1&last_name=LEWIS&sort=name', '05 sort,05 latitude'],
  ])('refuses %s with error %s', async (query, errors) => {
    account ??= await server.signUp()
    const answer = await server.get(`/npi/api/?${query}`, { 'api-key': account.apiKey })
    expect({ status: answer.status, errors: errorsOf(answer.body).join() }).toEqual({ status: 200, errors })
  })

  test.each([
    // R, the package npi: only what was given, and its own limit.
    `version=2.1&last_name=Lewis&limit=200&skip=0`,
    // JavaScript, a route that passes on what it was asked for, each with a wildcard.
    'version=2.1&limit=10&pretty=true&last_name=Lewis*&first_name=Hiroshi*',
    // Many more copy the line of CMS's demo page, with every parameter.
    'number=&enumeration_type=&taxonomy_description=&name_purpose=&first_name=Hiroshi&use_first_name_alias=True&last_name=Lewis&organization_name=&address_purpose=&city=&state=NY&postal_code=&country_code=&limit=&skip=&pretty=on&version=2.1',
    // Python, by a dictionary of parameters.
    'version=2.1&limit=1200&pretty=True&first_name=Hiroshi&use_first_name_alias=True&last_name=Lewis&city=New York&state=NY&taxonomy_description=Cardiology',
  ])('answers the line of a client: %s', async (query) => {
    await caller()
    const answer = await server.get(`/npi/${key}/api/?${query}`, {})
    const { results: found } = answerShape.parse(answer.body)
    expect(found.map(({ number }) => number)).toEqual([people.physician])
  })
})

describe('a search', () => {
  const many = 'WOLFESCHLEGELSTEINHAUSEN'
  let folder: string
  let server: TestServer
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'praxidex-npi-registry-many-'))
    const rows = Array.from({ length: 15_001 }, (_, index) =>
      person(npiOf(index), {
        'Provider Last Name (Legal Name)': many,
        'Provider First Name': index === 7 ? 'BOB' : 'ADA',
      }),
    )
    const files = writeFiles(folder, { 'npidata_pfile_20050523-20261108.csv': mainCsv(rows) })
    const registryDir = join(folder, 'registry')
    await buildIn(registryDir, files)
    server = await startTestServer(undefined, { registryDir })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  const ask = (query: string) => server.get(`/npi/api/?version=2.1&${query}`, { 'api-key': server.apiKey })

  test('G9: that would read more records than may be is refused, and found once it means fewer', async () => {
    const refused = await ask(`last_name=${many}`)
    expect(refused).toMatchObject({
      status: 200,
      body: {
        Errors: [{ number: '99', description: 'The search means too many providers: add a state or a name' }],
      },
    })
    const { body } = await ask(`last_name=${many}&first_name=BOB`)
    expect(answerShape.parse(body).results.map(({ number }) => number)).toEqual([npiOf(7)])
  })
})

const gone = npiOf(900)

function json(name: string): unknown {
  return JSON.parse(readFileSync(join(recordings, name), 'utf8'))
}

/** The invented number of one recording is none that the registry takes. */
const invented = { from: '9876543213', to: npiOf(901) }

function read(name: string): NpiResult[] {
  const { results: all } = z.object({ results: z.array(npiResult) }).parse(json(name))
  return all.map((one) => (one.number === invented.from ? { ...one, number: invented.to } : one))
}

function results(): NpiResult[] {
  return [
    'new_npi1_first_name_page_rows1-100.json',
    'new_npi2_1003101296.json',
    'new_npi2_1174270805.json',
    'new_two_providers_anonymised.json',
  ].flatMap(read)
}

/** The day in Eastern time; the addresses by purpose; each practice location once; no text for what is null. */
function comparable(result: unknown): object {
  const { addresses, practiceLocations, taxonomies, identifiers, ...rest } = npiResult.parse(result)
  const once = new Map(practiceLocations.map((one) => [JSON.stringify(one), one]))
  return {
    ...rest,
    created_epoch: easternDay(rest.created_epoch),
    last_updated_epoch: easternDay(rest.last_updated_epoch),
    addresses: addresses.toSorted((a, b) => a.address_purpose.localeCompare(b.address_purpose)),
    practiceLocations: [...once.values()],
    taxonomies: taxonomies.map(({ desc, license, ...one }) => ({
      ...one,
      license: license === '' ? null : license,
      desc: withoutName.has(one.code) ? null : desc,
    })),
    identifiers: identifiers.map(({ issuer, ...one }) => ({ ...one, issuer: issuer === '' ? null : issuer })),
  }
}

/** Recorded without a description; NUCC's table has spelled the others out since. */
const withoutName = new Set('213ES0131X 2086S0129X 163WP0807X 163WP0808X 363LP0808X 364SP0809X'.split(' '))

/** Of a midnight in UTC, as an invented recording has them, the day there. */
function easternDay(epoch: string): string {
  const timeZone = Number(epoch) % 86_400_000 === 0 ? 'UTC' : 'America/New_York'
  return new Date(Number(epoch)).toLocaleDateString('en-CA', { timeZone })
}

/** With the members of every object in the order of the alphabet. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
