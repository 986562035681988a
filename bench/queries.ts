/**
 * What is asked: classes of searches, drawn from the sample with a fixed seed. Places are near providers, since people
 * live where their doctors are. Nothing is left out because it is slow. A last page is the last that the API shows.
 */
import { pagingDepthMax } from '#contract/limits'
import type { Registry, Resource, SearchPlace, SearchQuery } from '#registry/search/query'
import { credentialForm, queryWords } from '#registry/search/words'
import { recordOf } from './rows.ts'

export interface QueryClass {
  name: string
  queries: SearchQuery[]
}

export const classNames = {
  nearSpecialty: 'near a provider, 10 mi, one specialty',
  nearEveryone: 'near a provider, 10 mi, everyone',
  manhattanSpecialty: 'Manhattan, 10 mi, one specialty',
  manhattanEveryone: 'Manhattan, 10 mi, everyone',
  manhattanWideEveryone: 'Manhattan, 25 mi, everyone',
} as const

type Asked = Omit<SearchQuery, 'offset' | 'limit'> & { offset?: number }

const pageLength = 20
const manhattan = { latitude: 40.758, longitude: -73.9855 }
const california = { latitude: 34.0522, longitude: -118.2437, state: 'CA' }
const pointsOf = (text: string): Point[] =>
  text.split(' ').map((point) => {
    const [latitude, longitude] = point.split(',').map(Number)
    return { latitude, longitude }
  })
const emptyPlaces = '30,-60 25.5,-92.5 -45,120 72.5,-40'
/** Both ends of the Aleutians, places on the antimeridian, and towns of Alaska. */
const farPlaces =
  '51.88,-176.65 52.93,173.23 52,180 51.9,-179.98 64.5,-165.41 71.29,-156.79 58.3,-134.42 61.2181,-149.9003'
/** Guam, Saipan, Pago Pago, San Juan, Charlotte Amalie, Honolulu, Lubec and Key West. */
const endPlaces =
  '13.48,144.79 15.19,145.74 -14.28,-170.7 18.43,-66.06 18.34,-64.93 21.31,-157.86 44.86,-66.99 24.56,-81.78'

/** The classes, and what is asked over HTTP: more queries, since the server remembers what it was asked lately. */
export function drawQueries(registry: Registry, npis: Float64Array) {
  const draw = new Draw(registry, npis)
  const paged = (queries: Asked[]): SearchQuery[] =>
    queries.map((query) => ({ offset: 0, limit: pageLength, ...query }))
  const classes = Object.entries(classesOf(registry, draw)).map(([name, asked]) => ({ name, queries: paged(asked) }))
  const searches = paged(draw.times(1_000, () => draw.nearSpecialty()))
  return {
    classes,
    lookUps: paged(draw.times(1_000, () => draw.lookUp())),
    searches: searches.filter((query) => registry.count(query) >= query.limit),
  }
}

type Filters = Omit<Asked, 'resource'>
const individuals = (filters: Filters): Asked => ({ resource: 'individuals', ...filters })
const doctors = (filters: Filters): Asked => ({ resource: 'doctors', ...filters })
const organizations = (filters: Filters): Asked => ({ resource: 'organizations', ...filters })

function classesOf(registry: Registry, draw: Draw): Record<string, Asked[]> {
  const codes = mostFrequent(draw.doctors.map(({ code }) => code))
  const credentials = mostFrequent(draw.pool.flatMap((one) => one.credentials))
  const { rare, common, pairs } = draw.wordsByCount()
  const states = ['CA', 'NY', 'TX', 'FL', 'WY', 'AK'].map((state) => ({ ...draw.inState(state), state }))
  const specialties = ['doctor', 'physician', 'nurse', 'cardiology', 'oncology'].map((word) => {
    const found = registry.specialty(word)
    if (!('codes' in found)) throw new Error(`expected codes of ${word}; got none`)
    return found.codes
  })
  const named = (names: readonly string[]) => names.map((name) => individuals({ name }))
  const near25 = (places: string) => pointsOf(places).map((place) => individuals({ place: around(place, 25) }))
  const inManhattan = (radiusMiles: number) => codes.map(() => around(draw.near(manhattan, 0.02), radiusMiles))
  const ofCode = (place: SearchPlace, index: number) => doctors({ place, taxonomyCodes: [codes[index]] })
  const lastPage = (search: Asked): Asked => {
    const reached = Math.min(registry.count(search), pagingDepthMax)
    return { ...search, offset: Math.max(0, Math.ceil(reached / pageLength) - 1) * pageLength }
  }
  const bothPages = (search: Asked) => [search, lastPage(search)]
  const wide = around(manhattan, 25)
  const wideOrState = [wide, california]
  const persons: Filters[] = [{ credential: 'MD' }, { gender: 'F' }, { credential: 'MD', gender: 'F' }]
  const firstNamed = states.filter(({ state }) => ['CA', 'WY'].includes(state))
  return {
    'look-up by NPI': draw.times(200, () => draw.lookUp()),
    [classNames.nearSpecialty]: draw.times(200, () => draw.nearSpecialty()),
    [classNames.nearEveryone]: draw.times(200, () =>
      individuals({ place: around(draw.near(draw.provider(), 0.05), 10) }),
    ),
    [classNames.manhattanSpecialty]: inManhattan(10).map(ofCode),
    'Manhattan, 25 mi, one specialty': inManhattan(25).map(ofCode),
    [classNames.manhattanEveryone]: inManhattan(10).map((place) => individuals({ place })),
    [classNames.manhattanWideEveryone]: inManhattan(25).map((place) => individuals({ place })),
    'empty places, 25 mi': pointsOf(emptyPlaces).map((place) => doctors({ place: around(place, 25) })),
    'Alaska and the antimeridian, 25 mi': near25(farPlaces),
    'name, rare': named(rare),
    'name, common': named(common),
    'name, one letter': named(['a', 'j', 'm', 's', 'z']),
    'name, two words': named(pairs),
    'state and specialty': states.flatMap((place) => [0, 1, 2, 3].map((index) => ofCode(place, index))),
    'near a provider, 25 mi, name': draw.times(40, () =>
      individuals({ place: around(draw.provider(), 25), name: draw.from(common) }),
    ),
    'gender and credential': credentials.flatMap((credential) =>
      (['F', 'M'] as const).map((gender) => individuals({ gender, credential })),
    ),
    'at an organization': draw.times(100, () => doctors({ organizationId: draw.organizationId() })),
    'last page': [individuals({ place: wide }), ofCode(wide, 0), individuals({ name: common[0] }), doctors({})].map(
      lastPage,
    ),
    'state and name, first and last page': firstNamed.flatMap((place) =>
      ['a', 's j', common[0]].flatMap((name) => bothPages(individuals({ name, place }))),
    ),
    'name, many letters': named(['a j m', 'a b c d j l m s', 'j m a s c d l k b r e g p t n']),
    'ends of the data, 25 mi': near25(endPlaces),
    'word for specialties, everywhere, first and last page': specialties.flatMap((taxonomyCodes) => [
      ...bothPages(individuals({ taxonomyCodes })),
      doctors({ taxonomyCodes }),
    ]),
    'word for specialties, 25 mi or a state, first and last page': specialties.flatMap((taxonomyCodes) =>
      wideOrState.flatMap((place) => bothPages(individuals({ taxonomyCodes, place }))),
    ),
    '25 mi or a state, credential and gender, first and last page': persons.flatMap((person) =>
      wideOrState.flatMap((place) => bothPages(individuals({ ...person, place }))),
    ),
    'word for specialties, name, credential and gender, a state': specialties
      .slice(0, 2)
      .flatMap((taxonomyCodes) =>
        [common[0], 'a'].map((name) => doctors({ taxonomyCodes, name, ...persons[2], place: california })),
      ),
    'state, everyone, first and last page': states.flatMap((place) => bothPages(individuals({ place }))),
    'facility type and rating': [
      organizations({ facilityType: 'hospital' }),
      organizations({ facilityType: 'hospital', minRating: 4 }),
      organizations({ minRating: 3, place: wide }),
      organizations({ facilityType: 'pharmacy', place: around(manhattan, 10) }),
      organizations({ facilityType: 'hospital', place: california }),
    ],
    'matches nothing': [
      ...named([rare.slice(0, 3).join(' '), 'qzxqzx']),
      organizations({ place: wide, taxonomyCodes: [codes[0]] }),
      doctors({ credential: 'QZX', gender: 'F' }),
    ],
  }
}

function around({ latitude, longitude }: Point, radiusMiles: number): SearchPlace {
  return { latitude, longitude, radiusMiles }
}

interface Point {
  latitude: number
  longitude: number
}

interface Drawn extends Point {
  npi: number
  resource: Resource
  state: string
  code: string
  words: string[]
  credentials: string[]
  organizationIds: string[]
}

class Draw {
  readonly #registry: Registry
  readonly pool: Drawn[]
  readonly doctors: Drawn[]
  #state = 2026

  constructor(registry: Registry, npis: Float64Array) {
    this.#registry = registry
    const drawn = Array.from({ length: 3_000 }, () => npis[this.#below(npis.length)])
    this.pool = drawn.flatMap((npi) => providerOf(registry, npi))
    this.doctors = this.pool.filter(({ resource }) => resource === 'doctors')
    if (this.doctors.length === 0) throw new Error(`expected doctors among ${npis.length} providers; got none`)
  }

  /** Park and Miller's generator. */
  #below(below: number): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647
    return this.#state % below
  }

  times(count: number, make: () => Asked): Asked[] {
    return Array.from({ length: count }, make)
  }

  from<T>(values: readonly T[]): T {
    return values[this.#below(values.length)]
  }

  provider(): Drawn {
    return this.from(this.pool)
  }

  lookUp(): Asked {
    const { npi, resource } = this.provider()
    return { resource, npis: [npi] }
  }

  nearSpecialty(): Asked {
    const place = around(this.near(this.from(this.doctors), 0.05), 10)
    return doctors({ place, taxonomyCodes: [this.from(this.doctors).code] })
  }

  near({ latitude, longitude }: Point, degrees: number): Point {
    const moved = (from: number) => Math.round((from + (this.#below(2001) / 1000 - 1) * degrees) * 1e6) / 1e6
    return { latitude: moved(latitude), longitude: moved(longitude) }
  }

  inState(state: string): Point {
    const there = this.pool.filter((one) => one.state === state)
    const { latitude, longitude } = this.from(there.length === 0 ? this.pool : there)
    return { latitude, longitude }
  }

  organizationId(): string {
    return this.from(this.doctors.flatMap(({ organizationIds }) => organizationIds)) ?? 'org_0000000'
  }

  /** Words of people's names: the rarest, the most common, and two of one person that do not begin alike. */
  wordsByCount() {
    const people = this.pool.filter(({ resource, words }) => resource !== 'organizations' && words.length > 1)
    // Shorter words are mostly initials.
    const known = [...new Set(people.flatMap(({ words }) => words))].filter((word) => word.length >= 4)
    const counted = known
      .map((name) => ({ name, count: this.#registry.count({ resource: 'individuals', name }) }))
      .sort((a, b) => a.count - b.count || (a.name < b.name ? -1 : 1))
      .map(({ name }) => name)
    const pairs = people.map(({ words }) => [words[0], words.at(-1) ?? ''])
    // The product wants two words on file for two that begin alike; the peers do not.
    const distinct = pairs.filter(([first, last]) => !first.startsWith(last) && !last.startsWith(first))
    const both = distinct.slice(0, 40).map((pair) => pair.join(' '))
    return { rare: counted.slice(0, 20), common: counted.slice(-8), pairs: both }
  }
}

function providerOf(registry: Registry, npi: number): Drawn[] {
  const record = recordOf(registry, npi)
  const [longitude, latitude] = record?.address.coords ?? []
  const code = record?.taxonomies[0]?.code
  if (record === undefined || latitude === undefined || longitude === undefined || code === undefined) return []
  const { resource, address, name, organizationIds = [] } = record
  const credentials = (record.credentials ?? []).map(credentialForm).filter((form) => form !== '')
  const { state } = address
  return [{ npi, resource, latitude, longitude, state, code, words: queryWords(name), credentials, organizationIds }]
}

function mostFrequent(values: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const ordered = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return ordered.slice(0, 8).map(([value]) => value)
}
