/** Searches of the three provider resources: place, page and refusals. The registry answers ready JSON. */
import { pageSizeDefault, pagingDepthMax } from '#contract/limits'
import type { ProviderSearch } from '#contract/provider-search'
import type { RegistrySource } from '#registry/search/follow'
import { medicarePart } from '#registry/search/overlay'
import type { Registry, Resource, SearchQuery } from '#registry/search/query'
import { splitCredentials } from '#registry/vocabulary/credentials'
import { cacheControls, keptBy } from '../http/representations.ts'
import type { Fail } from '../http/verb.ts'
import type { Geocoder } from '../platform/geocoder/geocoder.ts'
import { shown } from '../platform/shown.ts'
import { telemetry } from '../platform/telemetry.ts'
import { registryHeaders } from './found.ts'
import { type PlaceFail, placeOf } from './place.ts'

export type FilterFail = PlaceFail & Fail<'specialty_unknown' | 'list_not_loaded'>
export type SearchFail = FilterFail & Fail<'page_too_deep' | 'not_ready'>

const listNames = {
  doctors: 'doctors',
  organizations: 'organizations',
  individuals: 'providers',
} as const satisfies Record<Resource, string>

export function searchProviders(resource: Resource, parts: { registry: RegistrySource; geocoder: Geocoder }) {
  return async ({ query, fail }: { query: ProviderSearch; fail: SearchFail }) => {
    const page = query.page ?? 1
    const limit = query.limit ?? pageSizeDefault
    if (page * limit > pagingDepthMax) fail('page_too_deep', { limit: pagingDepthMax, got: page * limit })
    const placing = placeOf(query, parts, fail)
    const place = placing instanceof Promise ? await placing : placing
    // After the last await, so that the answer is of one version.
    const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    const location = place ? `,"location":${JSON.stringify(place.location)}` : ''
    const wanted = wantedBy(query, registry, { resource, offset: (page - 1) * limit, limit }, fail)
    if (place?.filters.place !== undefined) wanted.place = place.filters.place
    if (place?.filters.unplacedIn !== undefined) wanted.unplacedIn = place.filters.unplacedIn
    const step = telemetry()?.step('registry search')
    const answering = registry.answer(wanted, {
      before: `{"${listNames[resource]}":`,
      beforeTotal: `,"page":${page},"total":`,
      after: `${location}}`,
    })
    const json = answering instanceof Promise ? await answering : answering
    step?.end()
    const kept = keptBy(registry, query, json, keptFor(query))
    return { json, headers: Object.assign(registryHeaders(registry), kept) }
  }
}

/** Who accepts Medicare or has a license may change any day. */
function keptFor({ licenseVerified, acceptsMedicare }: ProviderSearch): string {
  return licenseVerified === undefined && acceptsMedicare === undefined ? cacheControls.minutes : cacheControls.checked
}

/** One by one: spreading took a tenth of a request's time. */
export function wantedBy(
  query: ProviderSearch,
  registry: Registry,
  wanted: SearchQuery,
  fail: FilterFail,
): SearchQuery {
  const { specialty, credential, gender, name, nicknames, npi, organizationId, facilityType, minRating } = query
  if (specialty !== undefined) wanted.taxonomyCodes = codesOf(specialty, registry, fail)
  if (credential !== undefined) wanted.credential = oneCredential(credential, fail)
  if (gender !== undefined) wanted.gender = gender
  if (name !== undefined) wanted.name = name
  if (nicknames !== undefined) {
    if (name === undefined) fail('invalid_input', { parameter: 'nicknames', expected: 'a name with it', got: 'none' })
    wanted.nicknames = nicknames === 'true'
  }
  if (npi !== undefined) wanted.npis = npi
  if (organizationId !== undefined) wanted.organizationId = organizationId
  if (facilityType !== undefined) wanted.facilityType = facilityType
  if (minRating !== undefined) wanted.minRating = minRating
  addLists(query, registry, wanted, fail)
  return wanted
}

/** A filter whose lists are missing is refused: no hits would look like an answer. */
function addLists(query: ProviderSearch, registry: Registry, wanted: SearchQuery, fail: FilterFail): void {
  const { licensedIn, licenseVerified, acceptsMedicare } = query
  if (licensedIn !== undefined) wanted.licensedIn = licensedIn
  if (licenseVerified !== undefined) {
    const parameter = 'licenseVerified'
    const state = licensedIn ?? fail('invalid_input', { parameter, expected: 'licensedIn beside it', got: 'none' })
    if (!registry.hasListed(state)) fail('list_not_loaded', { parameter, expected: `a roll of licenses of ${state}` })
    wanted.licenseVerified = true
  }
  if (acceptsMedicare === undefined) return
  if (!registry.hasListed(medicarePart)) {
    const expected = 'the lists of Medicare (enrolled clinicians, and those who opted out)'
    fail('list_not_loaded', { parameter: 'acceptsMedicare', expected })
  }
  wanted.acceptsMedicare = true
}

/** A whole text on file, such as "MD, PHD", is no credential. */
function oneCredential(credential: string, fail: FilterFail): string {
  if (splitCredentials(credential).length < 2) return credential
  return fail('invalid_input', {
    parameter: 'credential',
    expected: 'one credential such as MD or RN',
    got: shown(credential),
  })
}

export function codesOf(specialty: string, registry: Registry, fail: Fail<'specialty_unknown'>): readonly string[] {
  const found = registry.specialty(specialty)
  return 'codes' in found ? found.codes : fail('specialty_unknown', { got: shown(specialty), nearest: found.nearest })
}
