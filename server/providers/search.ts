/**
 * Searching the registry for the three provider resources. The verb decides (what place, which page, what is refused); the
 * registry finds and writes the hits as ready JSON, which is answered without being read again.
 */
import { pageSizeDefault, reachMax } from '#contract/limits'
import type { ProviderSearch } from '#contract/provider-search'
import type { RegistrySource } from '#registry/read/follow-registry'
import type { Registry, Resource, SearchQuery } from '#registry/read/query'
import type { Fail } from '../http/verb.ts'
import type { Geocoder } from '../parts/geocoder.ts'
import { shown } from '../shown.ts'
import { type PlaceFail, placeOf } from './place.ts'
import { registryHeaders } from './registry-headers.ts'

type SearchFail = PlaceFail & Fail<'specialty_unknown' | 'page_too_deep' | 'not_ready'>

/** The member of the answer that holds the list (specification, section 3). */
const listNames = {
  doctors: 'doctors',
  organizations: 'organizations',
  individuals: 'providers',
} as const satisfies Record<Resource, string>

/** The search verb of one resource. */
export function searchProviders(resource: Resource, parts: { registry: RegistrySource; geocoder: Geocoder }) {
  return async ({ query, fail }: { query: ProviderSearch; fail: SearchFail }) => {
    const page = query.page ?? 1
    const limit = query.limit ?? pageSizeDefault
    if (page * limit > reachMax) fail('page_too_deep', { limit: reachMax, got: page * limit })
    const place = await placeOf(query, parts.geocoder, fail)
    // Taken after the last await: everything from here on is one registry version.
    const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    const location = place ? `,"location":${JSON.stringify(place.location)}` : ''
    const { json } = registry.search(
      {
        ...filtersOf(query, registry, fail),
        ...(place && { place: place.place }),
        resource,
        offset: (page - 1) * limit,
        limit,
      },
      (total) => [`{"${listNames[resource]}":`, `,"page":${page},"total":${total}${location}}`],
    )
    return { json, headers: registryHeaders(registry) }
  }
}

function filtersOf(
  query: ProviderSearch,
  registry: Registry,
  fail: SearchFail,
): Omit<SearchQuery, 'resource' | 'place' | 'offset' | 'limit'> {
  const { specialty, credential, gender, name, npi, organizationId, facilityType, minRating } = query
  return {
    ...(specialty !== undefined && { taxonomyCodes: codesOf(specialty, registry, fail) }),
    ...(credential !== undefined && { credential }),
    ...(gender !== undefined && { gender }),
    ...(name !== undefined && { name }),
    ...(npi !== undefined && { npis: npi }),
    ...(organizationId !== undefined && { organizationId }),
    ...(facilityType !== undefined && { facilityType }),
    ...(minRating !== undefined && { minRating }),
  }
}

function codesOf(specialty: string, registry: Registry, fail: SearchFail): readonly string[] {
  const found = registry.specialty(specialty)
  return 'codes' in found ? found.codes : fail('specialty_unknown', { got: shown(specialty), nearest: found.nearest })
}
