/**
 * The search against a plain scan over the providers it was built from. The scan shares no code with the search: it
 * applies the rules of registry/search/query.ts to one provider after the other.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { doctor, individual, organization } from '#contract/providers'
import {
  type Built,
  type BuiltIndividual,
  type BuiltOrganization,
  builtProviders,
  randomOf,
} from '../../test/support/registry/built.ts'
import { namesMatch } from '../../test/support/registry/name-oracle.ts'
import { snapshotOf, type TestSnapshot } from '../../test/support/registry/snapshots.ts'
import { facilityTypeOf } from '../vocabulary/facility-types.ts'
import { isDoctorTaxonomy, labelOf } from '../vocabulary/specialties.ts'
import { openRegistry } from './open-registry.ts'
import { idOf } from './provider-id.ts'
import type { Filters, Registry, Resource, SearchPlace, UnplacedIn } from './query.ts'

type Active = BuiltIndividual | BuiltOrganization

const drawsPerCombination = 3
const labels = new Map([['207RC0000X', 'Cardiology']])

let snapshot: TestSnapshot
let registry: Registry
let providers: Active[]
/** What look-ups show, for the filter by organization promises to equal it. */
let organizationIds: Map<number, string[]>
/** The NPIs of each part of the overlay. */
let listed: Map<string, ReadonlySet<number>>

beforeAll(async () => {
  const built = builtProviders({ seed: 11, count: 2000 })
  snapshot = await snapshotOf(built)
  registry = await openRegistry(snapshot.dir)
  providers = built.filter(isActive)
  const third = (rest: number) => providers.flatMap(({ npi }) => (npi % 3 === rest ? [npi] : []))
  const parts = [
    ['medicare', third(0)],
    ['CO', third(1)],
    ['NY', [...third(0), ...third(2)].sort((a, b) => a - b)],
  ] as const
  listed = new Map(parts.map(([name, npis]) => [name, new Set(npis)]))
  const overlay = parts.map(([name, npis]) => {
    // NPIs that the registry does not have are left out.
    return { name, isSample: true, madeOf: '', npis: Uint32Array.from([1, ...npis, 4_000_000_000]) }
  })
  await registry.takeOverlay({ version: '', parts: overlay })
  organizationIds = new Map(providers.map(({ npi }) => [npi, shownOrganizationIds(npi)]))
})
afterAll(async () => {
  registry.close()
  await snapshot.remove()
})

const forAll = ['radius', 'state', 'specialty', 'name', 'npis', 'organization'] as const
const forPersons = [...forAll, 'credential', 'gender'] as const
const forOrganizations = [...forAll, 'facilityType'] as const
type FilterName = (typeof forPersons)[number] | (typeof forOrganizations)[number]

function combinationsFor(resource: Resource): FilterName[][] {
  const names: readonly FilterName[] = resource === 'organizations' ? forOrganizations : forPersons
  return Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_name, index) => (bits >> index) & 1))
}

describe.each(['doctors', 'individuals', 'organizations'] as const)('searching %s', (resource) => {
  const combinations = combinationsFor(resource)
  test(`finds what a plain scan finds, for each of ${combinations.length} combinations of filters`, () => {
    const random = randomOf(resource.length)
    let matches = 0
    for (const combination of combinations) {
      for (let draw = 0; draw < drawsPerCombination; draw++) {
        const filters = drawFilters(resource, combination, random)
        const expected = scan(filters)
        const context = JSON.stringify(filters)
        const found = registry.find({ ...filters, offset: 0, limit: 2000 })
        expect(found.total, context).toBe(expected.length)
        expect(registry.count(filters), context).toBe(expected.length)
        expect(
          found.hits.map(({ npi }) => npi),
          context,
        ).toEqual(expected.map(({ provider }) => provider.npi))
        const nearest = registry.find({ ...filters, offset: 1, limit: 4 })
        expect(nearest, context).toEqual({ total: found.total, hits: found.hits.slice(1, 5) })
        for (const [index, { distanceMiles }] of found.hits.entries()) {
          const miles = expected[index]?.miles
          if (miles === undefined) expect(distanceMiles, context).toBeUndefined()
          else expect(Math.abs((distanceMiles ?? Number.NaN) - miles), context).toBeLessThan(1e-6)
        }
        matches += expected.length
      }
    }
    // The draws begin from providers that exist, so the comparison is not one of empty lists.
    expect(matches).toBeGreaterThan(combinations.length * drawsPerCombination)
  })

  test('counts by spot what it finds, each provider at the location that its answer shows', () => {
    const random = randomOf(29)
    let counted = 0
    for (const combination of combinations) {
      const filters = drawFilters(resource, combination, random)
      const expected = new Map<string, number>()
      const found: { address: { coords: readonly [number, number] | null; state: string } }[] = JSON.parse(
        registry.search({ ...filters, offset: 0, limit: 2000 }).json.toString('utf8'),
      )
      for (const { address } of found) {
        if (address.coords === null) continue
        const [longitude, latitude] = address.coords
        const spot = `${latitude} ${longitude} ${address.state}`
        expected.set(spot, (expected.get(spot) ?? 0) + 1)
      }
      const { positions, states } = registry.spots
      const counts = new Map<string, number>()
      for (const [spot, count] of registry.countBySpot(filters).entries()) {
        if (count === 0) continue
        const state = String.fromCharCode(states[spot] >> 8, states[spot] & 255)
        counts.set(`${positions[2 * spot] / 1e6} ${positions[2 * spot + 1] / 1e6} ${state}`, count)
        counted += count
      }
      if (found.every(({ address }) => address.coords !== null)) {
        expect([...counts].sort(), JSON.stringify(filters)).toEqual([...expected].sort())
      }
    }
    expect(counted).toBeGreaterThan(combinations.length)
  })

  test('counts the locations that a plain scan counts', () => {
    const random = randomOf(31)
    let [counted, distinct] = [0, 0]
    for (const combination of combinations) {
      const filters = drawFilters(resource, combination, random)
      const { place } = filters
      if (place === undefined) continue
      const expected = providers.filter((one) => holds(filters, one)).map((one) => placedIn(one, place))
      const count = expected.flat().length
      expect(registry.countLocations({ ...filters, place }), JSON.stringify(filters)).toBe(count)
      counted += count
      distinct += expected.reduce((sum, one) => sum + new Set(one.map(({ spot }) => spot)).size, 0)
    }
    // Some providers have several locations at one spot.
    expect(counted).toBeGreaterThan(distinct)
  })

  test('finds what a plain scan finds by licenses and Medicare, alone and with all else', () => {
    const random = randomOf(23)
    const byLists: Partial<Filters>[] = [
      { licensedIn: 'NY' },
      { licensedIn: 'TX' },
      { licensedIn: 'ZZ' },
      { licensedIn: 'CO', licenseVerified: true },
      { acceptsMedicare: true },
      { licensedIn: 'NY', acceptsMedicare: true },
      { licensedIn: 'NY', licenseVerified: true, acceptsMedicare: true },
    ]
    let matches = 0
    for (const lists of byLists) {
      for (const combination of combinations.filter(({ length }) => length < 3)) {
        const filters = { ...drawFilters(resource, combination, random), ...lists }
        const expected = scan(filters).map(({ provider }) => provider.npi)
        const found = registry.find({ ...filters, offset: 0, limit: 2000 })
        const context = JSON.stringify(filters)
        expect(
          found.hits.map(({ npi }) => npi),
          context,
        ).toEqual(expected)
        expect(found.total, context).toBe(expected.length)
        expect(registry.find({ ...filters, offset: 1, limit: 3 }), context).toEqual({
          total: found.total,
          hits: found.hits.slice(1, 4),
        })
        matches += expected.length
      }
    }
    expect(matches).toBeGreaterThan(1000)
  })

  test('finds what a plain scan finds with every code of doctors, all but one of them, and more than they', () => {
    const random = randomOf(17)
    const codes = [...new Set(providers.flatMap(({ taxonomyCodes }) => taxonomyCodes))].sort()
    const ofDoctors = codes.filter(isDoctorTaxonomy)
    expect(codes.length).toBeGreaterThan(ofDoctors.length)
    for (const taxonomyCodes of [ofDoctors, ofDoctors.slice(1), codes, [...ofDoctors, ...ofDoctors, '0000000000']]) {
      // Before the codes are asked for without a place, their bits are not there; after it they are.
      for (const combination of [
        ['radius'],
        [],
        ['radius'],
        ['state', 'name'],
        ['state', 'credential'],
        ['state'],
      ] as const) {
        const filters = { ...drawFilters(resource, combination, random), taxonomyCodes }
        const found = registry.find({ ...filters, offset: 0, limit: 2000 })
        expect(found.hits.map(({ npi }) => npi)).toEqual(scan(filters).map(({ provider }) => provider.npi))
      }
    }
  })

  test('finds the same for a specialty of many however often it was asked for, and with whatever else', () => {
    const codes = [...new Set(providers.flatMap(({ taxonomyCodes }) => taxonomyCodes))].sort()
    const taxonomyCodes = codes.slice(1)
    const asked: Filters[] = (['doctors', 'individuals', 'organizations'] as const).map((one) => ({
      resource: one,
      taxonomyCodes,
    }))
    for (const filters of [...asked, ...asked, { resource, taxonomyCodes, name: 'a' }, { resource, taxonomyCodes }]) {
      const { hits } = registry.find({ ...filters, offset: 0, limit: 2000 })
      expect(hits.map(({ npi }) => npi)).toEqual(scan(filters).map(({ provider }) => provider.npi))
    }
  })

  test('finds by state, and by city and state, providers that could not be placed, and by no radius', () => {
    const unplaced = providers.flatMap(({ locations }) =>
      locations.filter(({ address }) => address.coords === null && address.countryCode === 'US'),
    )
    expect(unplaced.length).toBeGreaterThan(20)
    for (const { address } of unplaced.slice(0, 20)) {
      const { state, city } = address
      for (const unplacedIn of [{ state }, { state, city: city.toUpperCase() }, { state, city: 'Nowhere' }]) {
        const filters = { resource, unplacedIn }
        const found = registry.find({ ...filters, offset: 1, limit: 2000 })
        const expected = scan(filters).map(({ provider }) => provider.npi)
        expect(found).toMatchObject({ total: expected.length, hits: expected.slice(1).map((npi) => ({ npi })) })
      }
    }
  })

  test('answers each hit as the contract lists it, with the matching location in front', () => {
    const random = randomOf(99)
    const shape = z.strictObject({
      ...{ doctors: doctor, individuals: individual, organizations: organization }[resource].shape,
      distanceMiles: z.number().optional(),
    })
    for (const combination of [[], ['radius'], ['state'], ['specialty', 'radius']] as const) {
      const filters = drawFilters(resource, combination, random)
      const expected = scan(filters).slice(0, 300)
      const { json } = registry.search({ ...filters, offset: 0, limit: 300 })
      expect(json.toString()).toBe(JSON.stringify(expected.map((match) => answerOf(match, resource))))
      expect(z.array(shape).safeParse(JSON.parse(json.toString())).error).toBeUndefined()
    }
  })

  test('gives pages that join without gap or repeat', () => {
    const random = randomOf(7)
    for (const combination of [[], ['radius'], ['state'], ['specialty'], ['name', 'radius'], ['gender']] as const) {
      const filters = drawFilters(resource, combination, random)
      const whole = registry.find({ ...filters, offset: 0, limit: 2000 })
      for (const limit of [1, 7, 25]) {
        const joined = Array.from({ length: Math.ceil(whole.total / limit) }, (_, page) =>
          registry.find({ ...filters, offset: page * limit, limit }),
        )
        expect(joined.every(({ total }) => total === whole.total)).toBe(true)
        expect(joined.flatMap(({ hits }) => hits)).toEqual(whole.hits)
      }
      const beyond = registry.search({ ...filters, offset: whole.total, limit: 10 })
      expect(beyond).toMatchObject({ total: whole.total, hits: [] })
      expect(beyond.json.toString()).toBe('[]')
    }
  })
})

test('a provider whose only placed location is not the primary stands with that one', () => {
  const found = (['individuals', 'organizations'] as const).flatMap((resource) =>
    scan({ resource }).flatMap(({ provider }) => {
      const [point, ...others] = provider.locations.filter(({ address }) => address.coords !== null)
      if (point?.address.coords == null || others.length > 0 || point === provider.locations[0]) return []
      const [longitude, latitude] = point.address.coords
      const filters = { resource, place: { latitude, longitude, radiusMiles: 0.01 } }
      const { json } = registry.search({ ...filters, offset: 0, limit: 300 })
      return {
        json: json.toString(),
        expected: JSON.stringify(scan(filters).map((match) => answerOf(match, resource))),
      }
    }),
  )
  expect(found.length).toBeGreaterThan(2)
  expect(found.map(({ json }) => json)).toEqual(found.map(({ expected }) => expected))
})

describe('a place', () => {
  test('reaches across the antimeridian', () => {
    const west = { latitude: 51.88, longitude: 179.999, radiusMiles: 25 }
    const east = { ...west, longitude: -179.999 }
    for (const place of [west, east]) {
      const { hits } = registry.find({ resource: 'individuals', place, offset: 0, limit: 2000 })
      const longitudes = hits.map(({ npi }) => shownCoords(npi, place))
      expect(longitudes.some((longitude) => longitude > 170)).toBe(true)
      expect(longitudes.some((longitude) => longitude < -170)).toBe(true)
      expect(hits.length).toBe(scan({ resource: 'individuals', place }).length)
    }
  })

  test('is searched the same at the edges of the map: astride the antimeridian and around the poles', async () => {
    const centres = [0, 51.88, -89.99, 89.9].flatMap((north) =>
      [-180, 180, 179.98, -179.97, 0].map((east) => [north, east] as const),
    )
    const spots = centres.flatMap(([north, east]) =>
      Array.from({ length: 60 }, (_, index): [number, number] => {
        // Rings of up to 30 miles, whose meridians close up towards the poles.
        const [miles, bearing] = [(index % 6) * 6, index * 2.4]
        const latitude = Math.max(-90, Math.min(90, north + (miles / 69) * Math.sin(bearing)))
        const longitude =
          east + ((miles / 69) * Math.cos(bearing)) / Math.max(0.001, Math.cos((latitude * Math.PI) / 180))
        const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180
        return [Math.round(wrapped * 1e6) / 1e6, Math.round(latitude * 1e6) / 1e6]
      }),
    )
    const [sample] = providers
    if (sample === undefined) throw new Error('expected a provider')
    const placed = spots.map((coords, index): Active => {
      const [primary] = sample.locations
      if (primary === undefined) throw new Error('expected a location')
      return {
        ...sample,
        npi: 2_000_000_000 + index,
        locations: [{ ...primary, address: { ...primary.address, coords } }],
      }
    })
    const edges = await snapshotOf(placed)
    const opened = await openRegistry(edges.dir)
    const resource = sample.kind === 'individual' ? 'individuals' : 'organizations'
    for (const [latitude, longitude] of centres) {
      for (const radiusMiles of [5, 13, 25, 100]) {
        const filters: Filters = { resource, place: { latitude, longitude, radiusMiles } }
        const expected = scan(filters, placed)
        const { total, hits } = opened.find({ ...filters, offset: 0, limit: 2000 })
        expect(total, JSON.stringify(filters)).toBe(expected.length)
        expect(new Set(hits.map(({ npi }) => npi))).toEqual(new Set(expected.map(({ provider }) => provider.npi)))
      }
    }
    opened.close()
    await edges.remove()
  })

  test('may be a pole, and may be as large as the globe', () => {
    const everywhere = scan({ resource: 'individuals', place: { latitude: 0, longitude: 0, radiusMiles: 12_500 } })
    for (const [latitude, longitude] of [
      [90, 0],
      [-90, 180],
      [90, -180],
      [0, 0],
    ] as const) {
      const place = { latitude, longitude, radiusMiles: 12_500 }
      expect(registry.count({ resource: 'individuals', place })).toBe(everywhere.length)
    }
    const arctic = { latitude: 90, longitude: 12, radiusMiles: 1300 }
    const expected = scan({ resource: 'individuals', place: arctic })
    expect(expected.length).toBeGreaterThan(0)
    expect(registry.count({ resource: 'individuals', place: arctic })).toBe(expected.length)
  })

  test('counts a location that is exactly as far as the radius, and not one that is a foot farther', () => {
    const origin = { latitude: 40.9, longitude: -73.9 }
    const [farthest] = scan({ resource: 'doctors', place: { ...origin, radiusMiles: 10 } }).slice(-1)
    const miles = registry
      .find({ resource: 'doctors', place: { ...origin, radiusMiles: 10 }, offset: 0, limit: 2000 })
      .hits.at(-1)?.distanceMiles
    if (farthest === undefined || miles === undefined) throw new Error('expected doctors around the point')
    const count = (radiusMiles: number) => registry.count({ resource: 'doctors', place: { ...origin, radiusMiles } })
    expect(count(miles) - count(miles - 1 / 5280)).toBeGreaterThan(0)
    expect(count(miles + 1 / 5280)).toBe(count(miles))
  })

  test('is counted the same however many searches of other places lie between', () => {
    const here: Filters = {
      resource: 'individuals',
      place: { latitude: 40.7484, longitude: -73.9967, radiusMiles: 25 },
    }
    const there: Filters = {
      resource: 'individuals',
      place: { latitude: 34.0522, longitude: -118.2437, radiusMiles: 1 },
    }
    const total = registry.count(here)
    for (let between = 250; between <= 260; between++) {
      for (let search = 0; search < between; search++) registry.count(there)
      expect(registry.count(here), `${between} searches between`).toBe(total)
    }
  })

  test.each([
    ['in the middle of the Pacific', 0, -140, 500],
    ['in the Sahara', 23, 12, 500],
    ['at the South Pole', -90, 0, 500],
  ])(
    'that is empty, %s, is searched as a plain scan does, and nothing is found',
    (_where, latitude, longitude, radiusMiles) => {
      const place = { latitude, longitude, radiusMiles }
      for (const resource of ['doctors', 'individuals', 'organizations'] as const) {
        expect(scan({ resource, place })).toEqual([])
        expect(registry.find({ resource, place, offset: 0, limit: 20 })).toEqual({ total: 0, hits: [] })
        expect(registry.search({ resource, place, offset: 0, limit: 20 }).json.toString()).toBe('[]')
      }
    },
  )

  test('is empty a foot short of the nearest provider, and no longer a foot beyond', () => {
    const beside = { latitude: 36.5, longitude: -105.2 }
    const [nearest] = scan({ resource: 'individuals', place: { ...beside, radiusMiles: 3000 } })
    const miles = nearest?.miles ?? Number.NaN
    const count = (radiusMiles: number) =>
      registry.count({ resource: 'individuals', place: { ...beside, radiusMiles } })
    expect(miles).toBeGreaterThan(0.1)
    expect(count(miles - 1 / 5280)).toBe(0)
    expect(count(miles + 1 / 5280)).toBeGreaterThan(0)
  })

  test('is searched as a plain scan does at the ends of the data: its north, its south, its east and its west', () => {
    const spots = providers.flatMap(({ locations }) =>
      locations.flatMap(({ address: { coords } }) => (coords === null ? [] : [coords])),
    )
    const ends = [...([0, 1] as const)].flatMap((axis) => {
      const sorted = [...spots].sort((a, b) => a[axis] - b[axis])
      return [sorted[0], sorted.at(-1)]
    })
    expect(new Set(ends).size).toBe(4)
    let found = 0
    for (const end of ends) {
      if (end === undefined) throw new Error('expected an end of the data')
      const [longitude, latitude] = end
      for (const radiusMiles of [0.1, 1, 10, 100, 500]) {
        for (const resource of ['doctors', 'individuals', 'organizations'] as const) {
          const filters: Filters = { resource, place: { latitude, longitude, radiusMiles } }
          const expected = scan(filters)
          const { total, hits } = registry.find({ ...filters, offset: 0, limit: 2000 })
          const npis = hits.map(({ npi }) => npi)
          expect({ total, npis }, JSON.stringify(filters)).toEqual({
            total: expected.length,
            npis: expected.map(({ provider }) => provider.npi),
          })
          found += total
        }
      }
    }
    // Each end is somebody's.
    expect(found).toBeGreaterThanOrEqual(4 * 5)
  })

  test('finds no location that could not be placed', () => {
    const unplaced = providers.find(({ locations }) => locations.every(({ address }) => address.coords === null))
    if (unplaced === undefined) throw new Error('expected a provider nobody could place')
    const resource = unplaced.kind === 'individual' ? 'individuals' : 'organizations'
    const filters: Filters = { resource, npis: [unplaced.npi] }
    const place = { latitude: 0, longitude: 0, radiusMiles: 12_500 }
    expect(registry.count(filters)).toBe(1)
    expect(registry.count({ ...filters, place })).toBe(0)
  })
})

describe('filters that match somebody each', () => {
  const newYork = { latitude: 40.75, longitude: -73.99 }
  const losAngeles = { latitude: 34.05, longitude: -118.24 }
  let people: Active[]
  let opened: Registry
  let kept: TestSnapshot
  /** In the east are cardiologists called Eastman, in the west pharmacists called Westman; women are RN, men MD. */
  beforeAll(async () => {
    const drawn = providers.flatMap((one) => (one.kind === 'individual' ? [one] : [])).slice(0, 40)
    people = drawn.map((one, index): BuiltIndividual => {
      const isEast = index < 20
      const name = isEast ? 'Ada Eastman' : 'Bea Westman'
      const { latitude, longitude } = isEast ? newYork : losAngeles
      const [location] = one.locations
      if (location === undefined) throw new Error('expected a location')
      const address = { ...location.address, state: isEast ? 'NY' : 'CA' }
      return {
        ...one,
        ...{ name, searchNames: [name], taxonomyCodes: [isEast ? '207RC0000X' : '183500000X'] },
        ...(index % 2 === 0
          ? { gender: 'F' as const, credentials: ['RN'] }
          : { gender: 'M' as const, credentials: ['MD'] }),
        locations: [{ ...location, address: { ...address, coords: [longitude, latitude] } }],
      }
    })
    kept = await snapshotOf(people)
    opened = await openRegistry(kept.dir)
  })
  afterAll(async () => {
    opened.close()
    await kept.remove()
  })

  test.each<[string, Omit<Filters, 'resource'>[]]>([
    [
      'a specialty, in a state without it',
      [{ taxonomyCodes: ['207RC0000X'] }, { place: { ...losAngeles, state: 'CA' } }],
    ],
    [
      'a specialty, at a place without it',
      [{ taxonomyCodes: ['183500000X'] }, { place: { ...newYork, radiusMiles: 5 } }],
    ],
    ['a credential, among those of a gender who have none', [{ credential: 'R.N.' }, { gender: 'M' }]],
    ['a name, at a place where nobody bears it', [{ name: 'eastman' }, { place: { ...losAngeles, radiusMiles: 25 } }]],
    ['a name, in a specialty without it', [{ name: 'west' }, { taxonomyCodes: ['207RC0000X'] }]],
  ])('match nobody together where nobody has both: %s', (_, parts) => {
    const [one, other] = parts
    const filters: Filters = { resource: 'individuals', ...one, ...other }
    for (const part of parts) {
      const alone: Filters = { resource: 'individuals', ...part }
      expect(scan(alone, people).length).toBe(20)
      expect(opened.count(alone)).toBe(20)
    }
    expect(scan(filters, people)).toEqual([])
    expect(opened.find({ ...filters, offset: 0, limit: 20 })).toEqual({ total: 0, hits: [] })
    expect(opened.search({ ...filters, offset: 0, limit: 20 }).json.toString()).toBe('[]')
  })
})

describe('a name', () => {
  const count = (name: string) => registry.count({ resource: 'individuals', name })

  test('is found whatever its accents, case and apostrophes', () => {
    for (const [written, asked] of [
      ['José', 'jose'],
      ['Groß', 'GROSS'],
      ['Łukasz', 'lukasz'],
      ['Søren', 'soren'],
      ['Nguyễn', 'nguyen'],
      ["O'Brien", 'obrien'],
    ] as const) {
      expect(count(asked), asked).toBe(count(written))
      expect(count(asked), asked).toBeGreaterThan(0)
    }
    // Brien is a part of O'Brien, but not the beginning of Obrien.
    expect(count('brien')).toBeGreaterThan(0)
    expect(count('obrien')).toBeGreaterThan(count('brien'))
  })

  test('without a letter or a digit matches nothing', () => {
    for (const name of ['', ' ', "'", '-- !']) expect(count(name), name).toBe(0)
  })
})

describe('a query outside the bounds is refused by the name of its member', () => {
  const base = { resource: 'doctors', offset: 0, limit: 10 } as const
  const point = { latitude: 1, longitude: 1 }
  test.each([
    ['latitude', { ...base, place: { ...point, latitude: 90.1, radiusMiles: 1 } }],
    ['longitude', { ...base, place: { ...point, longitude: Number.NaN, radiusMiles: 1 } }],
    ['radiusMiles', { ...base, place: { ...point, radiusMiles: 0 } }],
    ['radiusMiles', { ...base, place: { ...point, radiusMiles: Number.POSITIVE_INFINITY } }],
    ['state', { ...base, place: { ...point, state: 'ny' } }],
    ['place', { ...base, place: point }],
    ['offset', { ...base, offset: -1 }],
    ['limit', { ...base, limit: 1.5 }],
    ['offset and limit', { ...base, offset: 99_999, limit: 2 }],
    ['npis', { ...base, npis: Array.from({ length: 1001 }, (_, index) => index) }],
    ['taxonomyCodes', { ...base, taxonomyCodes: Array.from({ length: 1001 }, String) }],
    ['name', { ...base, name: 'a'.repeat(201) }],
    ['credential', { ...base, credential: 'a'.repeat(201) }],
    ['licensedIn', { ...base, licensedIn: 'co' }],
  ])('%s', (member, query) => {
    expect(() => registry.search(query)).toThrow(new RegExp(`^${member}: expected .*, got `))
  })
})

function isActive(built: Built): built is Active {
  return built.kind !== 'deactivated'
}

function shownOrganizationIds(npi: number): string[] {
  const found = registry.get(npi)
  if (found.kind !== 'found') throw new Error(`NPI ${npi} is ${found.kind}`)
  return z.object({ organizationIds: z.array(z.string()) }).parse(JSON.parse(found.json('doctors').toString()))
    .organizationIds
}

function shownCoords(npi: number, place: SearchPlace): number {
  const { json } = registry.search({ resource: 'individuals', npis: [npi], place, offset: 0, limit: 1 })
  const [shown] = z.array(individual).parse(JSON.parse(json.toString()))
  return shown?.address.coords?.[0] ?? Number.NaN
}

interface Match {
  provider: Active
  location: number
  miles: number | undefined
}

function scan(filters: Filters, among = providers): Match[] {
  return among
    .filter((provider) => holds(filters, provider))
    .flatMap((provider): Match[] => {
      if (filters.unplacedIn !== undefined) {
        const location = unplacedLocation(provider, filters.unplacedIn)
        return location === -1 ? [] : [{ provider, location, miles: undefined }]
      }
      if (filters.place === undefined) return [{ provider, location: 0, miles: undefined }]
      const nearest = nearestLocation(provider, filters.place)
      return nearest === undefined ? [] : [{ provider, ...nearest }]
    })
    .sort((a, b) => (a.miles ?? farthest) - (b.miles ?? farthest) || a.provider.npi - b.provider.npi)
}

function holds(filters: Filters, provider: Active): boolean {
  const { resource, taxonomyCodes, credential, gender, name, npis, organizationId, facilityType } = filters
  const person = provider.kind === 'individual' ? provider : undefined
  if ((resource === 'organizations') !== (person === undefined)) return false
  if (resource === 'doctors' && person?.isDoctor !== true) return false
  if (taxonomyCodes !== undefined && !taxonomyCodes.some((code) => provider.taxonomyCodes.includes(code))) return false
  if (gender !== undefined && person?.gender !== gender) return false
  if (credential !== undefined && !person?.credentials.some((one) => plain(one) === plain(credential))) return false
  if (npis !== undefined && !npis.includes(provider.npi)) return false
  if (facilityType !== undefined && facilityTypeOf(provider.taxonomyCodes[0]) !== facilityType) return false
  if (organizationId !== undefined && !organizationIds.get(provider.npi)?.includes(organizationId)) return false
  if (filters.licensedIn !== undefined && !isLicensedIn(provider, filters.licensedIn)) return false
  if (filters.licenseVerified && listed.get(filters.licensedIn ?? '')?.has(provider.npi) !== true) return false
  if (filters.acceptsMedicare && listed.get('medicare')?.has(provider.npi) !== true) return false
  if (name === undefined) return true
  return namesMatch(provider.searchNames, name)
}

function isLicensedIn({ details }: Active, state: string): boolean {
  return details.taxonomies.some((one) => one.licenseState === state && one.licenseNumber !== undefined)
}

function splitName(name: string, apostrophe: string): string[] {
  const folded = name
    .toLowerCase()
    .replaceAll("'", apostrophe)
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
  return folded.split(/[^a-z0-9]+/).filter((word) => word !== '')
}

function plain(credential: string): string {
  return credential.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** More miles than there are between any two points. */
const farthest = 1e6

/** The first location that nobody could place, of a state and of a city of it. */
function unplacedLocation({ locations }: Active, { state, city }: UnplacedIn): number {
  return locations.findIndex(({ address }) => {
    const isMeant = city === undefined || plain(city) === plain(address.city)
    return address.coords === null && address.countryCode === 'US' && address.state === state && isMeant
  })
}

function nearestLocation(provider: Active, place: SearchPlace): Pick<Match, 'location' | 'miles'> | undefined {
  const placed = nearestPlaced(provider, place)
  if (placed !== undefined || place.state === undefined || place.radiusMiles !== undefined) return placed
  const location = unplacedLocation(provider, { state: place.state })
  return location === -1 ? undefined : { location, miles: undefined }
}

function nearestPlaced(provider: Active, place: SearchPlace) {
  return placedIn(provider, place).sort((a, b) => a.miles - b.miles || a.location - b.location)[0]
}

function placedIn({ locations }: Active, place: SearchPlace) {
  return locations.flatMap(({ address: { coords, state } }, location) => {
    if (coords === null || (place.state !== undefined && place.state !== state)) return []
    const miles = milesBetween(place, { longitude: coords[0], latitude: coords[1] })
    const isOut = place.radiusMiles !== undefined && miles > place.radiusMiles
    return isOut ? [] : [{ location, miles, spot: `${coords} ${state}` }]
  })
}

interface Position {
  latitude: number
  longitude: number
}

/** By the angle between two unit vectors, which is another way than the haversine and as good for near points. */
function milesBetween(a: Position, b: Position): number {
  const [ax, ay, az] = unitVector(a)
  const [bx, by, bz] = unitVector(b)
  const cross = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx)
  return 3958.7613 * Math.atan2(cross, ax * bx + ay * by + az * bz)
}

function unitVector({ latitude, longitude }: Position): [number, number, number] {
  const [north, east] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

/** The members of an answer, in their order. */
function answerOf({ provider, location, miles }: Match, resource: Resource) {
  const { kind, npi, name, locations } = provider
  return {
    id: idOf(kind, npi),
    npi,
    name,
    ...(provider.kind === 'individual' && { gender: provider.gender }),
    ...locations[location],
    ...(provider.kind === 'individual' && { credentials: provider.credentials }),
    specialties: [...new Set(provider.taxonomyCodes.map((code) => labelOf(code, labels)))],
    ...(kind === 'organization' && { facilityType: facilityTypeOf(provider.taxonomyCodes[0]) }),
    ...(locations.length > 1 && { locations }),
    ...(resource !== 'individuals' && { organizationIds: organizationIds.get(npi) }),
    ...(miles !== undefined && { distanceMiles: Math.round(miles * 100) / 100 }),
  }
}

/** Some of the provider's own codes, one that nobody has, and now and then so many that no index is worth asking. */
function drawCodes(provider: Active, random: () => number): string[] {
  const own = provider.taxonomyCodes.slice(random() < 0.3 ? 1 : 0)
  const many = random() < 0.3 ? providers.slice(0, 200).flatMap(({ taxonomyCodes }) => taxonomyCodes.slice(0, 2)) : []
  return ['nobody has it', ...own, ...many.filter((code) => code !== provider.taxonomyCodes[0])]
}

/** Filters of these kinds with values from a provider that exists, so that most combinations match somebody. */
function drawFilters(resource: Resource, combination: readonly FilterName[], random: () => number): Filters {
  const below = (count: number) => Math.floor(random() * count)
  const has = (filter: FilterName) => combination.includes(filter)
  const drawn = providers.filter(
    ({ kind, npi, locations }) =>
      (kind === 'organization') === (resource === 'organizations') &&
      locations.some(({ address }) => address.coords !== null) &&
      (!has('organization') || organizationIds.get(npi)?.length !== 0),
  )
  const provider = drawn[below(drawn.length)]
  if (provider === undefined) throw new Error('expected a provider to draw')
  const placed = provider.locations.filter(({ address }) => address.coords !== null)
  const address = placed[below(placed.length)]?.address
  const [longitude, latitude] = address?.coords ?? [0, 0]
  const words = provider.searchNames.flatMap((name) => splitName(name, ''))
  const word = words[below(words.length)] ?? ''
  const ids = organizationIds.get(provider.npi) ?? []
  return {
    resource,
    ...((has('radius') || has('state')) && {
      place: {
        latitude: Math.round((latitude + (random() - 0.5) / 10) * 1e6) / 1e6,
        longitude: random() < 0.3 ? longitude : Math.max(-180, Math.min(180, longitude + (random() - 0.5) / 10)),
        ...(has('radius') && { radiusMiles: 1 + below(25) }),
        ...(has('state') && address !== undefined && { state: address.state }),
      },
    }),
    ...(has('specialty') && { taxonomyCodes: drawCodes(provider, random) }),
    ...(has('credential') && {
      credential: ['M.D.', 'ph d', 'rn', 'FNP BC', 'Nobody has it'][Math.floor(random() ** 1.5 * 5)] ?? '',
    }),
    ...(has('gender') && { gender: random() < 0.5 ? ('F' as const) : ('M' as const) }),
    ...(has('name') && { name: drawName(words, word, random) }),
    ...(has('npis') && {
      npis: [provider.npi, 1, ...Array.from({ length: 200 }, () => providers[below(providers.length)]?.npi ?? 1)],
    }),
    ...(has('facilityType') && { facilityType: facilityTypeOf(provider.taxonomyCodes[0]) }),
    ...(has('organization') && { organizationId: ids[below(ids.length)] ?? 'org_0000000' }),
  }
}

/**
 * The beginning of a word, sometimes with another word of the name, the same word again, or two of them joined or
 * parted.
 */
function drawName(words: readonly string[], word: string, random: () => number): string {
  const below = (count: number) => Math.floor(random() * count)
  const start = word.slice(0, 1 + below(word.length))
  const other = words[below(words.length)] ?? ''
  const ways = [
    start,
    start,
    `${start} ${words[0] ?? ''}`,
    `${word} ${word}`,
    `${start} ${word}`,
    words.slice(0, 2).join(''),
  ]
  const parted = `${word.slice(0, 2)} ${word.slice(2)}`
  return [...ways, words.slice(-2).join(''), parted, `${other}${word}`][below(ways.length + 3)] ?? start
}
