/** Locations near a point with more providers than a search reads, each answer compared with a look at every record. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fhirCandidatesMax } from '#contract/limits'
import type { PracticeLocation } from '#contract/providers'
import { distanceFrom } from '#server/fhir/parameters'
import { isPerson, locationsOf, type ProviderRecord } from '#server/fhir/resources'
import { readRecord } from '#server/fhir/stored-resources'
import { type Fhir, fhirOf } from '../support/fhir/fhir-calls.ts'
import { buildIn } from '../support/registry/test-build.ts'
import {
  mainCsv,
  npiOf,
  organization,
  person,
  secondaryCsv,
  secondaryLocation,
  writeFiles,
} from '../support/registry/test-files.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** So many that more than `fhirCandidatesMax` are left by each filter below. */
const providerCount = fhirCandidatesMax + 1_200
const midtown = { latitude: 40.7484, longitude: -73.9967 }
const near = (miles: number | string) => `/Location?near=${midtown.latitude}|${midtown.longitude}|${miles}|mi`

let folder: string
let server: TestServer
let fhir: Fhir
let records: ProviderRecord[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-near-'))
  const registryDir = join(folder, 'registry')
  const numbers = Array.from({ length: providerCount }, (_, index) => index + 1)
  await buildIn(
    registryDir,
    writeFiles(folder, {
      'npidata_pfile_20050523-20261108.csv': mainCsv(numbers.map(mainRow)),
      'pl_pfile_20050523-20261108.csv': secondaryCsv(numbers.flatMap(secondaryRows)),
    }),
  )
  server = await startTestServer(undefined, { registryDir })
  fhir = fhirOf(server.app, server.apiKey)
  const registry = server.registry.current()
  if (registry === undefined) throw new Error('expected a registry')
  records = Array.from(registry.npis).flatMap((npi) => readRecord(registry, npi) ?? [])
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

function mainRow(number: number) {
  const values = {
    'Provider Business Practice Location Address Postal Code': ['10118', '10001', '11201'][number % 3] ?? '',
    'Provider Business Practice Location Address City Name': 'NEW YORK',
    'Healthcare Provider Taxonomy Code_1': number % 60 === 2 ? '207Q00000X' : '207RC0000X',
  }
  const npi = npiOf(number)
  return number % 8 === 0
    ? organization(npi, values)
    : person(npi, { ...values, 'Provider Sex Code': number % 50 === 1 ? 'M' : 'F' })
}

/** Some at the spot of the first or of each other, some far away or nowhere, some at a spot with another state. */
function secondaryRows(number: number) {
  const npi = npiOf(number)
  return [
    ...(number % 3 === 0 ? [secondaryLocation(npi, 'NEW YORK', '10118')] : []),
    ...(number % 5 === 0 ? [1, 2].map((street) => inNewark(npi, street)) : []),
    ...(number % 7 === 0 ? [secondaryLocation(npi, 'BOSTON', '02118', 'MA')] : []),
    ...(number % 11 === 0 ? [secondaryLocation(npi, 'NOWHERE AT ALL', '')] : []),
    ...(number % 13 === 0 ? [secondaryLocation(npi, 'NEW YORK', '10118', 'XX')] : []),
  ]
}

function inNewark(npi: string, street: number) {
  const line = 'Provider Secondary Practice Location Address- Address Line 1'
  return { ...secondaryLocation(npi, 'NEWARK', '07102', 'NJ'), [line]: `${street} MANY ST` }
}

const isWoman = (record: ProviderRecord) => isPerson(record) && record.gender === 'F'
const isCardiologist = (record: ProviderRecord) =>
  isPerson(record) && record.taxonomies.some(({ code }) => code === '207RC0000X')

function milesTo({ address: { coords } }: PracticeLocation): number {
  if (coords === null) return Number.POSITIVE_INFINITY
  const radians = Math.PI / 180
  const [a, b] = [midtown.latitude * radians, coords[1] * radians]
  const east = (coords[0] - midtown.longitude) * radians
  const h = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(east / 2) ** 2
  return 2 * 3958.7613 * Math.asin(Math.sqrt(h))
}

test('there are locations of every kind: repeated at a spot, of another state there, far away and nowhere', () => {
  const keysOf = (record: ProviderRecord, keyOf: (address: PracticeLocation['address']) => string) =>
    locationsOf(record).flatMap(({ address }) => (address.coords === null ? [] : [keyOf(address)]))
  const repeats = (keyOf: (address: PracticeLocation['address']) => string) =>
    records.reduce((sum, record) => {
      const keys = keysOf(record, keyOf)
      return sum + keys.length - new Set(keys).size
    }, 0)
  const ofSpot = repeats(({ coords, state }) => `${coords} ${state}`)
  expect(ofSpot).toBeGreaterThan(1_000)
  expect(repeats(({ coords }) => `${coords}`)).toBeGreaterThan(ofSpot + 50)
  const miles = records.flatMap((record) => locationsOf(record).map(milesTo))
  expect(miles.filter((one) => one > 100 && one < 300).length).toBeGreaterThan(500)
  expect(miles.filter((one) => one === Number.POSITIVE_INFINITY).length).toBeGreaterThan(300)
})

test.each<[string, string, (record: ProviderRecord) => boolean]>([
  ['nothing else', '', () => true],
  ['a gender', '&_has:PractitionerRole:location:practitioner.gender=female', isWoman],
  ['a specialty', '&_has:PractitionerRole:location:specialty=207RC0000X', isCardiologist],
  ['a name', '&_has:PractitionerRole:location:practitioner.name=exam', isPerson],
  [
    'a specialty, a name and a gender',
    '&_has:PractitionerRole:location:specialty=207RC0000X&_has:PractitionerRole:location:practitioner.name=ada&_has:PractitionerRole:location:practitioner.gender=female',
    (record) => isCardiologist(record) && isWoman(record),
  ],
])('a search of locations near a point and by %s has the exact total', async (_, query, isMatch) => {
  for (const miles of [5, 25]) {
    const matching = records.filter((one) => isMatch(one) && locationsOf(one).some((place) => milesTo(place) <= miles))
    expect(matching.length).toBeGreaterThan(fhirCandidatesMax)
    const expected = matching.flatMap(locationsOf).filter((place) => milesTo(place) <= miles)
    const found = await fhir.search(`${near(miles)}${query}&_count=1`)
    expect(found.total).toBe(expected.length)
    expect((await fhir.search(`${near(miles)}${query}&_summary=count`)).total).toBe(expected.length)
    expect(found.entry.map(({ search }) => search.mode)).toEqual(['match'])
  }
})

test('a location exactly at the end of the distance is counted as it is found', async () => {
  const miles = distanceFrom({ ...midtown, radiusMiles: 25 })
  const distances = records.flatMap((record) =>
    locationsOf(record).flatMap(({ address: { coords } }) => (coords === null ? [] : [miles(coords)])),
  )
  const ends = [...new Set(distances)].filter((one) => {
    const reached = records.filter((record) => locationsOf(record).some((place) => milesTo(place) < one - 0.01))
    return one < 25 && reached.length > fhirCandidatesMax
  })
  expect(ends.length).toBeGreaterThan(0)
  for (const end of ends) {
    for (const step of [-1e-9, -1e-14, 0, 1e-14, 1e-9]) {
      const radius = (end + step).toFixed(15)
      const { total } = await fhir.search(`${near(radius)}&_summary=count`)
      expect(total, radius).toBe(distances.filter((one) => one <= Number(radius)).length)
    }
  }
})

test('pages of locations have one total, and go from near to far as deep as a search reads', async () => {
  const distances = records.flatMap((record) => locationsOf(record).map(milesTo)).toSorted((a, b) => a - b)
  const expected = distances.filter((miles) => miles <= 25)
  const ids = new Set<string>()
  /** Goes through pages from one offset up to another, and answers what comes next. */
  const read = async (from: number, to: number) => {
    const found: number[] = []
    let query = `${near(25)}&_count=100&_offset=${from}`
    while (found.length < to - from) {
      const { total, entry, link } = await fhir.search(query)
      expect(total).toBe(expected.length)
      for (const { resource, search } of entry) {
        ids.add(resource.id ?? '')
        found.push(search.extension?.[0]?.valueDistance.value ?? Number.NaN)
      }
      query = link.find(({ relation }) => relation === 'next')?.url ?? 'none'
    }
    expect(found).toEqual(expected.slice(from, to).map((miles) => Math.round(miles * 100) / 100))
    return query
  }
  await read(0, 500)
  expect(await read(fhirCandidatesMax - 300, fhirCandidatesMax)).toBe('none')
  expect(ids.size).toBe(800)
  const beyond = `${near(25)}&_count=100&_offset=${fhirCandidatesMax}`
  expect(await fhir.refusal(beyond)).toMatchObject({ status: 400, code: 'not-supported' })
})

test('every location of providers of whom one is near is refused as too costly, since the index has no count', async () => {
  const query = near(25).replace('near=', '_has:PractitionerRole:location:location.near=')
  expect(await fhir.refusal(query)).toMatchObject({ code: 'too-costly' })
})
