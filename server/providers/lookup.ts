/** Looks up one provider by NPI, and lists its reviews. */
import { pageSizeDefault, pagingDepthMax } from '#contract/limits'
import type { LookupQuery, ReviewPageQuery } from '#contract/provider-search'
import { giveBack } from '#registry/search/answer-bytes'
import type { RegistrySource } from '#registry/search/follow'
import type { Lookup, Registry, Resource } from '#registry/search/query'
import type { Fail } from '../http/verb.ts'
import type { SourceLookUp } from '../sources/looked-up.ts'
import { provenanceOf } from './provenance.ts'

type LookupFail = Fail<'provider_not_found' | 'provider_deactivated' | 'not_ready'>

const singular = {
  doctors: 'doctor',
  organizations: 'organization',
  individuals: 'individual',
} as const satisfies Record<Resource, string>

export function getProvider(resource: Resource, parts: { registry: RegistrySource; sources: SourceLookUp }) {
  return async (call: { params: { npi: number }; query: LookupQuery; fail: LookupFail }) => {
    const { params, query, fail } = call
    const { found, registry, headers } = find(resource, params.npi, parts.registry, fail)
    const json = found.json(resource)
    const isPerson = found.resource === 'individuals'
    const { members, provenance } = await parts.sources({ npi: params.npi, json, isPerson, registry })
    const whole = withMembers(json, members)
    giveBack(json)
    if (query.provenance !== '1') return { json: whole, headers }
    const ofFields = [...provenanceOf(whole, registry), ...provenance]
    return { json: withMembers(whole, `,"provenance":${JSON.stringify(ofFields)}`), headers }
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
  return { found, registry, headers }
}

export function registryHeaders(registry: Registry) {
  return { 'X-Registry-Version': registry.version, 'X-Registry-Source-Date': registry.sourceDate }
}
