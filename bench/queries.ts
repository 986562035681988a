/**
 * What is asked: classes of searches, each a list drawn from the sample with a fixed seed. Places are drawn by provider, as
 * people live where their doctors do. Nothing is left out because it is slow. The
 * last page of a search is the last that the API shows.
 */
import { reachMax } from '#contract/limits'
import type { Registry, SearchPlace, SearchQuery } from '#registry/search/query'
import { type Asked, Draw, type Point } from './draw.ts'

export interface QueryClass {
  /** Short, for a table. */
  name: string
  queries: SearchQuery[]
}

/** The names of the classes that other parts of the bench ask for. */
export const classNames = {
  lookUp: 'look-up by NPI',
  nearSpecialty: 'near a provider, 10 mi, one specialty',
  nearEveryone: 'near a provider, 10 mi, everyone',
  manhattanSpecialty: 'Manhattan, 10 mi, one specialty',
  manhattanEveryone: 'Manhattan, 10 mi, everyone',
  manhattanWideEveryone: 'Manhattan, 25 mi, everyone',
} as const

const pageLength = 20
const manhattan = { latitude: 40.758, longitude: -73.9855 }
const anchorage = { latitude: 61.2181, longitude: -149.9003 }
const losAngeles = { latitude: 34.0522, longitude: -118.2437 }
const emptyPlaces = [
  { latitude: 30, longitude: -60 },
  { latitude: 25.5, longitude: -92.5 },
  { latitude: -45, longitude: 120 },
  { latitude: 72.5, longitude: -40 },
]
/** The ends of the Aleutians on both sides of the antimeridian, places on it, and towns of Alaska. */
const farPlaces = [
  { latitude: 51.88, longitude: -176.65 },
  { latitude: 52.93, longitude: 173.23 },
  { latitude: 52, longitude: 180 },
  { latitude: 51.9, longitude: -179.98 },
  { latitude: 64.5, longitude: -165.41 },
  { latitude: 71.29, longitude: -156.79 },
  { latitude: 58.3, longitude: -134.42 },
  anchorage,
]

/** Where the data end in other directions: Guam, Saipan, Pago Pago, San Juan, Charlotte Amalie, Honolulu, Lubec and Key West. */
const endPlaces = [
  { latitude: 13.48, longitude: 144.79 },
  { latitude: 15.19, longitude: 145.74 },
  { latitude: -14.28, longitude: -170.7 },
  { latitude: 18.43, longitude: -66.06 },
  { latitude: 18.34, longitude: -64.93 },
  { latitude: 21.31, longitude: -157.86 },
  { latitude: 44.86, longitude: -66.99 },
  { latitude: 24.56, longitude: -81.78 },
]
/** Words for specialties, each of several codes, which the peers are not asked for. */
const specialtyWords = ['doctor', 'physician', 'nurse', 'cardiology', 'oncology']

/** All classes, for the first `providers` of the sample with this seed. */
export function queryClasses(registry: Registry, providers: number, sampleSeed: number): QueryClass[] {
  const draw = new Draw(registry, providers, sampleSeed)
  const page = { offset: 0, limit: pageLength }
  const around = ({ latitude, longitude }: Point, radiusMiles: number) => ({ latitude, longitude, radiusMiles })
  const commonCodes = draw.commonCodes(8)
  const words = draw.wordsByCount()
  const states = ['CA', 'NY', 'TX', 'FL', 'WY', 'AK']

  const codesOf = (word: string) => {
    const found = registry.specialty(word)
    if (!('codes' in found)) throw new Error(`expected codes for ${word}; got none`)
    return found.codes
  }
  const inManhattan = (radiusMiles: number, length: number): SearchPlace[] =>
    Array.from({ length }, () => around(draw.near(manhattan, 0.02), radiusMiles))
  const classes: { name: string; queries: Asked[] }[] = [
    {
      name: classNames.lookUp,
      queries: draw.times(200, () => {
        const { npi, resource } = draw.provider()
        return { resource, npis: [npi] }
      }),
    },
    {
      name: classNames.nearSpecialty,
      queries: draw.times(200, () => {
        const place = around(draw.near(draw.doctor(), 0.05), 10)
        return { resource: 'doctors', place, taxonomyCodes: [draw.doctor().code] }
      }),
    },
    {
      name: classNames.nearEveryone,
      queries: draw.times(200, () => ({
        resource: 'individuals',
        place: around(draw.near(draw.provider(), 0.05), 10),
      })),
    },
    {
      name: classNames.manhattanSpecialty,
      queries: inManhattan(10, 8).map((place, index) => ({
        resource: 'doctors',
        place,
        taxonomyCodes: [commonCodes[index]],
      })),
    },
    {
      name: 'Manhattan, 25 mi, one specialty',
      queries: inManhattan(25, 8).map((place, index) => ({
        resource: 'doctors',
        place,
        taxonomyCodes: [commonCodes[index]],
      })),
    },
    {
      name: classNames.manhattanEveryone,
      queries: inManhattan(10, 8).map((place) => ({ resource: 'individuals', place })),
    },
    {
      name: classNames.manhattanWideEveryone,
      queries: inManhattan(25, 8).map((place) => ({ resource: 'individuals', place })),
    },
    {
      name: 'nobody near',
      queries: emptyPlaces.map((place) => ({ resource: 'doctors', place: around(place, 25) })),
    },
    {
      name: 'Alaska and the antimeridian, 25 mi',
      queries: farPlaces.map((place) => ({ resource: 'individuals', place: around(place, 25) })),
    },
    { name: 'name, rare', queries: words.rare.map((name) => ({ resource: 'individuals', name })) },
    { name: 'name, common', queries: words.common.map((name) => ({ resource: 'individuals', name })) },
    {
      name: 'name, one letter',
      queries: ['a', 'j', 'm', 's', 'z'].map((name) => ({ resource: 'individuals', name })),
    },
    { name: 'name, two words', queries: words.pairs.map((name) => ({ resource: 'individuals', name })) },
    {
      name: 'state and specialty',
      queries: states.flatMap((state) =>
        commonCodes.slice(0, 4).map((code) => ({
          resource: 'doctors',
          place: { ...draw.inState(state), state },
          taxonomyCodes: [code],
        })),
      ),
    },
    {
      name: 'near a provider, 25 mi, name',
      queries: draw.times(40, () => ({
        resource: 'individuals',
        place: around(draw.provider(), 25),
        name: words.common[draw.below(words.common.length)],
      })),
    },
    {
      name: 'gender and credential',
      queries: draw
        .credentials(8)
        .flatMap((credential) =>
          (['F', 'M'] as const).map((gender) => ({ resource: 'individuals', gender, credential })),
        ),
    },
    {
      name: 'at an organization',
      queries: draw.times(100, () => ({ resource: 'doctors', organizationId: draw.organizationId() })),
    },
    {
      name: 'last page',
      queries: lastPages(registry, [
        { resource: 'individuals', place: around(manhattan, 25) },
        { resource: 'doctors', place: around(manhattan, 25), taxonomyCodes: [commonCodes[0]] },
        { resource: 'individuals', name: words.common[0] },
        { resource: 'doctors' },
      ]),
    },
    {
      name: 'state and name, first and last page',
      queries: ['CA', 'WY'].flatMap((state) =>
        ['a', 's j', words.common[0] ?? ''].flatMap((name) => {
          const search: Asked = { resource: 'individuals', name, place: { ...draw.inState(state), state } }
          return [search, ...lastPages(registry, [search])]
        }),
      ),
    },
    {
      name: 'name, many letters',
      queries: ['a j m', 'a b c d j l m s', [...'jmascdlkbregptn'].join(' ')].map((name) => ({
        resource: 'individuals',
        name,
      })),
    },
    {
      name: 'ends of the data, 25 mi',
      queries: endPlaces.map((place) => ({ resource: 'individuals', place: around(place, 25) })),
    },
    {
      name: 'word for specialties, everywhere, first and last page',
      queries: specialtyWords.flatMap((word) => {
        const search: Asked = { resource: 'individuals', taxonomyCodes: codesOf(word) }
        return [search, { ...search, resource: 'doctors' as const }, ...lastPages(registry, [search])]
      }),
    },
    {
      name: 'word for specialties, 25 mi or a state, first and last page',
      queries: specialtyWords.flatMap((word) =>
        [around(manhattan, 25), { ...losAngeles, state: 'CA' }].flatMap((place) => {
          const search: Asked = { resource: 'individuals', taxonomyCodes: codesOf(word), place }
          return [search, ...lastPages(registry, [search])]
        }),
      ),
    },
    {
      name: '25 mi or a state, credential and gender, first and last page',
      queries: [{ credential: 'MD' }, { gender: 'F' as const }, { credential: 'MD', gender: 'F' as const }].flatMap(
        (person) =>
          [around(manhattan, 25), { ...losAngeles, state: 'CA' }].flatMap((place) => {
            const search: Asked = { resource: 'individuals', ...person, place }
            return [search, ...lastPages(registry, [search])]
          }),
      ),
    },
    {
      name: 'word for specialties, name, credential and gender, a state',
      queries: ['doctor', 'physician'].flatMap((word) =>
        [words.common[0] ?? '', 'a'].map((name) => ({
          resource: 'doctors',
          taxonomyCodes: codesOf(word),
          name,
          credential: 'MD',
          gender: 'F',
          place: { ...losAngeles, state: 'CA' },
        })),
      ),
    },
    {
      name: 'state, everyone, first and last page',
      queries: states.flatMap((state) => {
        const search: Asked = { resource: 'individuals', place: { ...draw.inState(state), state } }
        return [search, ...lastPages(registry, [search])]
      }),
    },
    {
      name: 'facility type and rating',
      queries: [
        { resource: 'organizations', facilityType: 'hospital' },
        { resource: 'organizations', facilityType: 'hospital', minRating: 4 },
        { resource: 'organizations', minRating: 3, place: around(manhattan, 25) },
        { resource: 'organizations', facilityType: 'pharmacy', place: around(manhattan, 10) },
        { resource: 'organizations', facilityType: 'hospital', place: { ...draw.inState('CA'), state: 'CA' } },
      ],
    },
    {
      name: 'matches nothing',
      queries: [
        { resource: 'individuals', name: `${words.rare[0]} ${words.rare[1]} ${words.rare[2]}` },
        { resource: 'individuals', name: 'qzxqzx' },
        { resource: 'organizations', place: around(manhattan, 25), taxonomyCodes: [commonCodes[0]] },
        { resource: 'doctors', credential: 'QZX', gender: 'F' },
      ],
    },
  ]
  return classes.map(({ name, queries }) => ({ name, queries: queries.map((query) => ({ ...page, ...query })) }))
}

/** How many look-ups, and how many searches at most, are asked for over HTTP, each as often as any other. */
const httpQueriesMax = 1_000

/**
 * What is asked over HTTP: look-ups, and searches of doctors with one specialty near a provider that fill their page. They are
 * many more than in a class, for the server remembers what it was asked for not long ago.
 */
export function httpQueries(registry: Registry, providers: number, sampleSeed: number) {
  const draw = new Draw(registry, providers, sampleSeed)
  const page = { offset: 0, limit: pageLength }
  const drawn = (make: () => Asked) => draw.times(httpQueriesMax, make).map((query) => ({ ...page, ...query }))
  const searches = drawn(() => ({
    resource: 'doctors',
    place: { ...draw.near(draw.doctor(), 0.05), radiusMiles: 10 },
    taxonomyCodes: [draw.doctor().code],
  }))
  return {
    lookUps: drawn(() => {
      const { npi, resource } = draw.provider()
      return { resource, npis: [npi] }
    }),
    searches: searches.filter((query) => registry.count(query) >= query.limit),
  }
}

/** The last page of each search that the API would still show. */
function lastPages(registry: Registry, searches: readonly Asked[]): Asked[] {
  return searches.map((search) => {
    const reached = Math.min(registry.count(search), reachMax)
    return { ...search, offset: Math.max(0, Math.ceil(reached / pageLength) - 1) * pageLength }
  })
}
