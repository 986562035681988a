/**
 * Search over the whole sample, built by the real importer, against a plain scan over what look-ups show. The scan
 * knows nothing of indexes: it reads every provider's JSON and applies the rules of the contract one by one.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FacilityType } from '#contract/facilities'
import { doctorFull, organizationFull } from '#contract/providers'
import { openRegistry } from '#registry/search/open-registry'
import type { Registry, Resource, SearchQuery } from '#registry/search/query'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { type Random, seededRandom } from '../support/seeded-random.ts'

const providers = 20_000
const drawsPerCombination = 4
const earthRadiusMiles = 3958.7613

interface Row {
  npi: number
  isDoctor: boolean
  isOrganization: boolean
  gender: string | null
  credentials: string[]
  codes: string[]
  licensedIn: string[]
  words: string[]
  facilityType: FacilityType | undefined
  stars: number | undefined
  organizationIds: string[]
  points: { latitude: number; longitude: number; state: string }[]
}

let sample: SampleRegistry
let registry: Registry
let rows: Row[]

beforeAll(async () => {
  sample = await buildSampleRegistry(providers)
  registry = await openRegistry(sample.versionDir)
  rows = readAll(registry)
})
afterAll(async () => {
  registry.close()
  await sample.remove()
})

test('the sample holds the number of providers asked for, each once', () => {
  const { individuals, organizations, deactivated } = sample.manifest.counts
  expect(individuals + organizations + deactivated).toBe(providers)
  expect(rows.length).toBe(individuals + organizations)
  expect(new Set(rows.map(({ npi }) => npi)).size).toBe(rows.length)
})

test('those with a license in a state are those whose look-up has a license number of it', () => {
  const states = [...new Set(rows.flatMap(({ licensedIn }) => licensedIn))]
  expect(states.length).toBeGreaterThan(20)
  for (const licensedIn of states) {
    const expected = rows.filter((row) => !row.isOrganization && row.licensedIn.includes(licensedIn))
    const { total, hits } = registry.find({ resource: 'individuals', licensedIn, offset: 0, limit: providers })
    const npis = hits.map(({ npi }) => npi)
    expect({ total, npis }, licensedIn).toEqual({ total: expected.length, npis: expected.map(({ npi }) => npi) })
  }
})

const forAll = ['radius', 'state', 'specialty', 'name', 'npis', 'organizationId']
const forPersons = [...forAll, 'credential', 'gender']
const forOrganizations = [...forAll, 'facilityType', 'minRating']

function combinationsFor(resource: Resource): string[][] {
  const filters = resource === 'organizations' ? forOrganizations : forPersons
  return Array.from({ length: 2 ** filters.length }, (_, bits) =>
    filters.filter((_filter, index) => (bits >> index) & 1),
  )
}

describe.each(['doctors', 'individuals', 'organizations'] as const)('search of %s', (resource) => {
  const combinations = combinationsFor(resource)
  test(`equals a plain scan in order, total and distance for all ${combinations.length} combinations of filters`, () => {
    const random = seededRandom(resource.length)
    let matches = 0
    for (const combination of combinations) {
      for (let draw = 0; draw < drawsPerCombination; draw++) {
        const query = drawQuery(resource, combination, random)
        const expected = scan(query)
        const all = { ...query, offset: 0, limit: rows.length }
        const found = registry.search(all)
        expect(found.total, JSON.stringify(query)).toBe(expected.length)
        expect(registry.count(query), JSON.stringify(query)).toBe(expected.length)
        expect(
          found.hits.map(({ npi }) => npi),
          JSON.stringify(query),
        ).toEqual(expected.map(({ npi }) => npi))
        // One claim for all hits: of the millions of this test each would take longer than the search that found it.
        const wrong = found.hits.find(({ distanceMiles }, index) => {
          if (query.place === undefined || distanceMiles === undefined) return distanceMiles !== query.place
          return Math.abs(distanceMiles - expected[index].distance) >= 0.005
        })
        expect(wrong, JSON.stringify(query)).toBeUndefined()
        matches += expected.length
      }
    }
    expect(matches).toBeGreaterThan(combinations.length * drawsPerCombination)
  })

  test('gives pages that join without gap or repeat', () => {
    const random = seededRandom(7)
    for (const combination of [[], ['radius'], ['state'], ['specialty'], ['name']] as const) {
      const query = drawQuery(resource, combination, random)
      const whole = registry.search({ ...query, offset: 0, limit: rows.length })
      for (const limit of [1, 7, 25]) {
        const pages: number[] = []
        const until = Math.min(whole.total, limit * 40)
        for (let offset = 0; offset < until; offset += limit) {
          const page = registry.search({ ...query, offset, limit })
          expect(page.total).toBe(whole.total)
          pages.push(...page.hits.map(({ npi }) => npi))
        }
        expect(pages).toEqual(whole.hits.slice(0, pages.length).map(({ npi }) => npi))
        expect(pages.length).toBeGreaterThanOrEqual(until)
      }
      const beyond = registry.search({ ...query, offset: whole.total, limit: 10 })
      expect(beyond).toMatchObject({ total: whole.total, hits: [] })
      expect(beyond.json.toString()).toBe('[]')
    }
  })
})

/** Everything on file about everybody, by look-up. */
function readAll(from: Registry): Row[] {
  return (['individuals', 'organizations'] as const).flatMap((resource) =>
    from.search({ resource, offset: 0, limit: providers }).hits.map(({ npi }) => readRow(from, npi)),
  )
}

function readRow(from: Registry, npi: number): Row {
  const found = from.get(npi)
  if (found.kind !== 'found') throw new Error(`NPI ${npi} is ${found.kind}`)
  const isOrganization = found.resource === 'organizations'
  // The shape of doctors is that of individuals with the organizations, by which all individuals can be searched.
  const json: unknown = JSON.parse(found.json(isOrganization ? 'organizations' : 'doctors').toString())
  const full = isOrganization
    ? { ...organizationFull.parse(json), gender: null, credentials: [] }
    : { ...doctorFull.parse(json), facilityType: undefined, rating: undefined }
  const names = [full.name, ...full.otherNames.map(({ name }) => name)]
  return {
    npi,
    isDoctor: found.isDoctor,
    isOrganization,
    gender: full.gender,
    credentials: full.credentials.map(plain),
    codes: full.taxonomies.map(({ code }) => code),
    licensedIn: full.taxonomies.flatMap(({ licenseNumber, licenseState }) =>
      licenseNumber === undefined || licenseState === undefined ? [] : [licenseState],
    ),
    words: names.flatMap(wordsOnFile),
    facilityType: full.facilityType,
    stars: full.rating?.stars,
    organizationIds: full.organizationIds,
    points: (full.locations ?? [full]).flatMap(({ address: { coords, state } }) =>
      coords === null ? [] : [{ longitude: coords[0], latitude: coords[1], state }],
    ),
  }
}

interface Match {
  npi: number
  distance: number
}

/** The rules of a search, one after the other, over every row. */
function scan(query: Omit<SearchQuery, 'offset' | 'limit'>): Match[] {
  const words = query.name === undefined ? [] : wordsAsked(query.name)
  return rows
    .flatMap((row): Match[] => {
      if ((query.resource === 'organizations') !== row.isOrganization) return []
      if (query.resource === 'doctors' && !row.isDoctor) return []
      if (query.gender !== undefined && row.gender !== query.gender) return []
      if (query.credential !== undefined && !row.credentials.includes(plain(query.credential))) return []
      if (query.taxonomyCodes !== undefined && !query.taxonomyCodes.some((code) => row.codes.includes(code))) return []
      if (query.npis !== undefined && !query.npis.includes(row.npi)) return []
      if (query.organizationId !== undefined && !row.organizationIds.includes(query.organizationId)) return []
      if (query.facilityType !== undefined && row.facilityType !== query.facilityType) return []
      if (query.minRating !== undefined && (row.stars ?? 0) < query.minRating) return []
      if (!words.every((word) => row.words.some((known) => known.startsWith(word)))) return []
      const distance = nearest(row, query.place)
      return distance === undefined ? [] : [{ npi: row.npi, distance }]
    })
    .sort((a, b) => a.distance - b.distance || a.npi - b.npi)
}

function nearest(row: Row, place: SearchQuery['place']): number | undefined {
  if (place === undefined) return 0
  const distances = row.points
    .filter(({ state }) => place.state === undefined || state === place.state)
    .map((point) => milesBetween(place, point))
    .filter((miles) => place.radiusMiles === undefined || miles <= place.radiusMiles)
  return distances.length === 0 ? undefined : Math.min(...distances)
}

interface Point {
  latitude: number
  longitude: number
}

/** Great-circle distance by the haversine formula. */
function milesBetween(a: Point, b: Point): number {
  const radians = Math.PI / 180
  const dLat = (b.latitude - a.latitude) * radians
  const dLon = (b.longitude - a.longitude) * radians
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * Math.sin(dLon / 2) ** 2
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** The words of a name on file: an apostrophe both joins and divides. */
function wordsOnFile(name: string): string[] {
  return [...wordsOf(name.replace(apostrophe, '')), ...wordsOf(name.replace(apostrophe, ' '))]
}

/** The words somebody asks for: an apostrophe is passed over. */
function wordsAsked(name: string): string[] {
  return wordsOf(name.replace(apostrophe, ''))
}

const apostrophe = /['’‘`]/g

function wordsOf(name: string): string[] {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

function plain(credential: string): string {
  return credential.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/**
 * A query with these filters whose values come from a provider that is there, so that most combinations match
 * something.
 */
function drawQuery(resource: Resource, combination: readonly string[], random: Random) {
  const has = (filter: string) => combination.includes(filter)
  const pool = rows.filter(
    (row) =>
      row.isOrganization === (resource === 'organizations') &&
      (resource !== 'doctors' || row.isDoctor) &&
      row.points.length > 0 &&
      (!has('organizationId') || row.organizationIds.length > 0) &&
      (!has('minRating') || row.stars !== undefined) &&
      (!has('credential') || row.credentials.length > 0),
  )
  const row = pool[random(pool.length)] ?? rows[0]
  const point = row.points[random(row.points.length)]
  const word = row.words[random(row.words.length)] ?? 'a'
  const query: Omit<SearchQuery, 'offset' | 'limit'> = {
    resource,
    ...((has('radius') || has('state')) && {
      place: {
        latitude: point.latitude + (random(2001) - 1000) / 20_000,
        longitude: point.longitude + (random(2001) - 1000) / 20_000,
        ...(has('radius') && { radiusMiles: 1 + random(25) }),
        ...(has('state') && { state: point.state }),
      },
    }),
    ...(has('specialty') && { taxonomyCodes: row.codes.slice(0, 1 + random(3)) }),
    ...(has('credential') && { credential: row.credentials[0] }),
    ...(has('gender') && { gender: random(2) === 0 ? ('F' as const) : ('M' as const) }),
    ...(has('facilityType') && row.facilityType !== undefined && { facilityType: row.facilityType }),
    ...(has('minRating') && { minRating: Math.max(1, (row.stars ?? 1) - random(3) / 2) }),
    ...(has('name') && { name: word.slice(0, 1 + random(word.length)) }),
    ...(has('npis') && { npis: [row.npi, ...Array.from({ length: 20 }, () => rows[random(rows.length)].npi)] }),
    ...(has('organizationId') && { organizationId: row.organizationIds[0] }),
  }
  return query
}
