/** Looks up one provider by NPI, and lists its reviews. */
import { historyShownMax, pageSizeDefault, pagingDepthMax } from '#contract/limits'
import type { ProviderPage } from '#contract/provider-page'
import type { LookupQuery, ReviewPageQuery } from '#contract/provider-search'
import { giveBack } from '#registry/search/answer-bytes'
import type { RegistrySource } from '#registry/search/follow'
import type { RegistryHistory } from '#registry/search/history'
import type { Lookup, Registry, Resource } from '#registry/search/query'
import { cacheControls, keptBy } from '../http/representations.ts'
import type { Fail } from '../http/verb.ts'
import { telemetry } from '../platform/telemetry.ts'
import type { SourceLookUp } from '../sources/looked-up.ts'
import { type LookupFail, registryHeaders, singular } from './found.ts'
import { historyOf, providerOnDay } from './history.ts'
import { provenanceOf } from './provenance.ts'

export function getProvider(
  resource: Resource,
  parts: { registry: RegistrySource; sources: SourceLookUp; history: RegistryHistory },
) {
  const getOnDay = providerOnDay(resource, parts)
  return async (call: {
    params: { npi: number }
    query: LookupQuery
    fail: LookupFail & Fail<'day_not_known' | 'invalid_input'>
  }) => {
    const { params, query, fail } = call
    if (query.asOf !== undefined) return getOnDay(params.npi, query.asOf, query, fail)
    const { found, registry, headers } = find(resource, params.npi, parts.registry, fail)
    const json = found.json(resource)
    const isPerson = found.resource === 'individuals'
    const { members, provenance } = await parts.sources({ npi: params.npi, json, isPerson, registry })
    let whole = withMembers(json, members)
    giveBack(json)
    if (query.provenance === '1') {
      const ofFields = [...provenanceOf(whole, registry), ...provenance]
      whole = withMembers(whole, `,"provenance":${JSON.stringify(ofFields)}`)
    }
    // It says what Medicare and boards publish.
    const kept = keptBy(registry, [params, query], whole, cacheControls.checked)
    return { json: whole, headers: Object.assign(headers, kept) }
  }
}

const reviewsOnPage = 10

/** What the page of a provider shows; undefined for an unknown NPI. */
export async function providerPage(
  npi: number,
  { registry, sources, history }: { registry: Registry; sources: SourceLookUp; history: RegistryHistory },
): Promise<ProviderPage | undefined> {
  const found = registry.get(npi)
  if (found.kind === 'unknown') return undefined
  if (found.kind === 'deactivated') return { npi, ...found }
  const isPerson = found.resource === 'individuals'
  const json = found.json(found.resource)
  const [{ members }, { knownSince, changes }] = await Promise.all([
    sources({ npi, json, isPerson, registry }),
    historyOf(npi, { registry, history }),
  ])
  const whole = withMembers(json, members).toString('utf8')
  giveBack(json)
  return {
    kind: 'found',
    isPerson,
    // The registry and the sources write both by the contract's schemas.
    provider: JSON.parse(whole),
    reviews: JSON.parse(found.reviews(0, reviewsOnPage).json.toString('utf8')),
    asOf: registry.sourceDate,
    history: {
      knownSince,
      changes: changes.slice(0, historyShownMax),
      hasOlder: changes.length > historyShownMax,
    },
    isSampleData: registry.isSample,
  }
}

/** Before the brace that ends it. */
function withMembers(json: Buffer, members: string): Buffer {
  return Buffer.concat([json.subarray(0, -1), Buffer.from(`${members}}`)])
}

/** Fails as the look-up does. */
export function listReviews(resource: Resource, parts: { registry: RegistrySource }) {
  return async (call: {
    params: { npi: number }
    query: ReviewPageQuery
    fail: LookupFail & Fail<'page_too_deep'>
  }) => {
    const { params, query, fail } = call
    const page = query.page ?? 1
    const limit = query.limit ?? pageSizeDefault
    if (page * limit > pagingDepthMax) fail('page_too_deep', { limit: pagingDepthMax, got: page * limit })
    const { found, registry, headers } = find(resource, params.npi, parts.registry, fail)
    const { total, json } = found.reviews((page - 1) * limit, limit)
    const [head, tail] = [Buffer.from('{"reviews":'), Buffer.from(`,"page":${page},"total":${total}}`)]
    const whole = Buffer.concat([head, json, tail])
    const kept = keptBy(registry, [params, query], whole, cacheControls.minutes)
    return { json: whole, headers: Object.assign(headers, kept) }
  }
}

/** A deactivated NPI differs from an unknown one, whatever it was before: CMS empties its other fields. */
function find(resource: Resource, npi: number, source: RegistrySource, fail: LookupFail) {
  const registry = source.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
  const headers = registryHeaders(registry)
  const step = telemetry()?.step('registry look-up')
  const found: Lookup = registry.get(npi)
  step?.end()
  if (found.kind === 'deactivated') {
    const { deactivatedOn, replacementNpi } = found
    return fail('provider_deactivated', { npi, deactivatedOn, replacementNpi }, headers)
  }
  const isHere = found.kind === 'found' && (resource === 'doctors' ? found.isDoctor : found.resource === resource)
  if (!isHere) return fail('provider_not_found', { resource: singular[resource], npi }, headers)
  return { found, registry, headers }
}
