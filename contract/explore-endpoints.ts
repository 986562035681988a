/** Suggestions while typing, counts for a map, and the explorer's own calls, which take no key. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { exploreHitsMax, explorePageSize, exploreSearchesPerMinute, suggestionsMax } from './limits.ts'
import * as parameter from './parameters.ts'
import { versionHeaders } from './provider-endpoints.ts'
import { organizationSearch, personSearch, providerKinds, searchAnswer, searchedLocation } from './provider-search.ts'
import { distance, individual, organization } from './providers.ts'

const suggestionKinds = ['specialty', 'city', 'person', 'organization'] as const

const suggestQuery = z.strictObject({
  q: parameter
    .text('what was typed so far')
    .describe(
      'What the user has typed: the beginning of a specialty, a city or a name. After "near" or "in", only cities are suggested. One wrong letter is tolerated.',
    ),
})

const suggestion = z.object({
  kind: z.enum(suggestionKinds),
  text: z.string().describe('What to search for: a specialty, a city with its state, or the name of a provider.'),
  npi: z.int().optional().describe('Of a person or an organization.'),
  detail: z.string().optional().describe('Of a person or an organization: primary specialty and city.'),
})
export type Suggestion = z.output<typeof suggestion>

const suggestAnswer = z.object({ suggestions: z.array(suggestion).max(suggestionsMax) })

export const areaKinds = ['state', 'county', 'zip'] as const
export type AreaKind = (typeof areaKinds)[number]

const by = parameter.word(areaKinds).describe('The areas to count. zip needs a place.')

const countedArea = z.object({
  code: z.string().describe('State code, county FIPS code or ZIP code.'),
  name: z.string().describe('Of the state, the county, or the city of the ZIP code.'),
  state: z.string(),
  count: z.int().min(1),
  coords: z
    .tuple([z.number(), z.number()])
    .describe('[longitude, latitude]: the mean of the practice locations that are counted.'),
})
export type CountedArea = z.output<typeof countedArea>

const countAnswer = z.object({
  by: z.enum(areaKinds),
  areas: z.array(countedArea).describe('The largest count first.'),
  total: searchAnswer.total,
  unplaced: z.int().min(0).describe('How many of these have no practice location we could place.'),
  location: searchedLocation.optional(),
})

const exploredProvider = z.object({
  kind: z.enum(['individual', 'organization']),
  npi: individual.shape.npi,
  name: individual.shape.name,
  credentials: individual.shape.credentials.optional(),
  specialties: individual.shape.specialties,
  facilityType: organization.shape.facilityType.optional(),
  phone: individual.shape.phone,
  address: individual.shape.address,
  reviews: individual.shape.reviews,
  rating: organization.shape.rating,
  ...distance,
})
export type ExploredProvider = z.output<typeof exploredProvider>

const { credential, gender, acceptsMedicare } = personSearch.shape
const { facilityType, minRating, radius, latitude, longitude } = organizationSearch.shape

const exploreParameters = {
  q: parameter.text('a search').optional().describe('A specialty, a name or an NPI, and a place after "near" or "in".'),
  kind: parameter.word(providerKinds).optional().describe('By default, the kind with the most matches.'),
  credential,
  gender,
  acceptsMedicare,
  facilityType,
  minRating,
  radius,
  latitude,
  longitude,
}

const exploreQuery = z.strictObject({
  ...exploreParameters,
  page: parameter
    .wholeBetween(1, exploreHitsMax / explorePageSize, 1)
    .optional()
    .describe('Page, from 1.'),
})

const exploreCountQuery = z.strictObject({ ...exploreParameters, by: by.optional() })
export type ExploreCountQuery = z.output<typeof exploreCountQuery>

const countQuery = personSearch
  .extend({
    ...organizationSearch.shape,
    kind: parameter.word(providerKinds).describe('Which providers are counted.'),
    by,
  })
  .omit({ page: true, limit: true })

const placeErrors = ['one_place_only', 'place_not_found', 'place_contradicts'] as const satisfies readonly ErrorCode[]
const countErrors = [...placeErrors, 'specialty_unknown', 'list_not_loaded', 'not_ready'] as const
const limited = `Takes ${exploreSearchesPerMinute} calls a minute from one network, without a key.`

const exampleArea: CountedArea = {
  code: '10001',
  name: 'New York',
  state: 'NY',
  count: 12,
  coords: [-73.9967, 40.7484],
}
const exampleCounts = {
  by: 'zip' as const,
  areas: [exampleArea],
  total: 12,
  unplaced: 0,
  location: { query: '10001', latitude: 40.7484, longitude: -73.9967, precision: 'zip' as const, radiusMiles: 10 },
}
const exampleSuggestions = { suggestions: [{ kind: 'specialty' as const, text: 'Cardiology' }] }

export const exploreEndpoints = {
  suggest: endpoint({
    method: 'GET',
    path: '/api/suggest',
    group: 'doctors',
    summary: 'Suggest searches',
    description: `Completes what a user is typing: specialties, cities, people and organizations, ${suggestionsMax} at most. One wrong letter is tolerated.`,
    caller: 'key',
    scope: 'providers:read',
    query: suggestQuery,
    output: suggestAnswer,
    errors: ['not_ready'],
    example: { input: { query: { q: 'cardiolgy' } }, output: exampleSuggestions },
  }),
  countProviders: endpoint({
    method: 'GET',
    path: '/api/counts',
    group: 'organizations',
    summary: 'Count by area',
    description:
      'Counts a search’s matches by state, county or ZIP code, for a map. Counts are exact. A provider counts once: at the practice location nearest the place you passed, or else at the primary one. ZIP codes that share a point are counted together, under one of them.',
    caller: 'key',
    scope: 'providers:read',
    query: countQuery,
    output: countAnswer,
    answerHeaders: versionHeaders,
    errors: countErrors,
    example: {
      input: { query: { kind: 'doctors', by: 'zip', postalCode: '10001', specialty: 'cardiology' } },
      output: exampleCounts,
    },
  }),
  exploreSuggestions: endpoint({
    method: 'GET',
    path: '/explore/suggestions',
    group: 'accounts',
    summary: 'Suggestions of the explorer',
    description: 'What GET /api/suggest returns, for the page /explore, without a key.',
    caller: 'anyone',
    query: suggestQuery,
    output: suggestAnswer,
    errors: ['too_many_attempts', 'not_ready'],
    example: { input: { query: { q: 'cardiolgy' } }, output: exampleSuggestions },
  }),
  exploreProviders: endpoint({
    method: 'GET',
    path: '/explore/providers',
    group: 'accounts',
    summary: 'Search of the explorer',
    description: `A search in one text, for the page /explore. It returns the first ${exploreHitsMax} matches. ${limited}`,
    caller: 'anyone',
    query: exploreQuery,
    output: z.object({
      kind: z.enum(providerKinds),
      query: z
        .array(z.object({ name: z.string(), value: z.string() }))
        .describe('The same search as parameters of GET /api/doctors, /api/organizations or /api/individuals.'),
      providers: z.array(exploredProvider),
      ...searchAnswer,
      nearest: z
        .string()
        .optional()
        .describe(
          'Where no one has the name in q: a similar specialty. With one wrong letter, it is what was searched.',
        ),
    }),
    answerHeaders: versionHeaders,
    errors: [...countErrors, 'page_too_deep', 'too_many_attempts'],
    example: {
      input: { query: { q: 'cardiologist near 10001' } },
      output: {
        kind: 'doctors',
        query: [
          { name: 'specialty', value: 'cardiologist' },
          { name: 'address', value: '10001' },
        ],
        providers: [],
        page: 1,
        total: 0,
        location: exampleCounts.location,
      },
    },
  }),
  exploreCounts: endpoint({
    method: 'GET',
    path: '/explore/counts',
    group: 'accounts',
    summary: 'Counts of the explorer',
    description: `What GET /api/counts returns for such a search, for the map on /explore. By default, ZIP codes around a place, counties in a state, and otherwise states. ${limited}`,
    caller: 'anyone',
    query: exploreCountQuery,
    output: countAnswer,
    answerHeaders: versionHeaders,
    errors: [...countErrors, 'too_many_attempts'],
    example: { input: { query: { q: 'cardiologist near 10001' } }, output: exampleCounts },
  }),
}
