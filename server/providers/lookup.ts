/** Looks up one provider by NPI, and lists its reviews. */
import { pageSizeDefault, pagingDepthMax } from '#contract/limits'
import type { ReviewPageQuery } from '#contract/provider-search'
import type { RegistrySource } from '#registry/search/follow'
import type { Lookup, Registry, Resource } from '#registry/search/query'
import type { Fail } from '../http/verb.ts'

type LookupFail = Fail<'provider_not_found' | 'provider_deactivated' | 'not_ready'>

const singular = {
  doctors: 'doctor',
  organizations: 'organization',
  individuals: 'individual',
} as const satisfies Record<Resource, string>

export function getProvider(resource: Resource, parts: { registry: RegistrySource }) {
  return async ({ params: { npi }, fail }: { params: { npi: number }; fail: LookupFail }) => {
    const { found, headers } = find(resource, npi, parts.registry, fail)
    return { json: found.json(resource), headers }
  }
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
    const { found, headers } = find(resource, params.npi, parts.registry, fail)
    const { total, json } = found.reviews((page - 1) * limit, limit)
    const [head, tail] = [Buffer.from('{"reviews":'), Buffer.from(`,"page":${page},"total":${total}}`)]
    return { json: Buffer.concat([head, json, tail]), headers }
  }
}

/** A deactivated NPI differs from an unknown one, whatever it was before: CMS empties its other fields. */
function find(resource: Resource, npi: number, source: RegistrySource, fail: LookupFail) {
  const registry = source.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
  const headers = registryHeaders(registry)
  const found: Lookup = registry.get(npi)
  if (found.kind === 'deactivated') {
    const { deactivatedOn, replacementNpi } = found
    return fail('provider_deactivated', { npi, deactivatedOn, replacementNpi }, headers)
  }
  const isHere = found.kind === 'found' && (resource === 'doctors' ? found.isDoctor : found.resource === resource)
  if (!isHere) return fail('provider_not_found', { resource: singular[resource], npi }, headers)
  return { found, headers }
}

export function registryHeaders(registry: Registry) {
  return { 'X-Registry-Version': registry.version, 'X-Registry-Source-Date': registry.sourceDate }
}
