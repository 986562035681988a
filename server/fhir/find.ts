/** Carries out a plan: finds the resources of a page, nearest first where a place is given, and how many there are. */
import { setImmediate } from 'node:timers/promises'
import type { DirectoryType } from '#contract/fhir'
import { fhirCandidatesMax, fhirSearchMsMax, pagingDepthMax } from '#contract/limits'
import type { Hit, Registry } from '#registry/search/query'
import { fail } from '../http/verb.ts'
import { distanceFrom } from './parameters.ts'
import type { Plan } from './plan.ts'
import { endpointsOf, locationsOf, type ProviderRecord } from './resources.ts'
import { readRecord } from './stored-resources.ts'

export interface Match {
  npi: number
  /** Type/id. */
  key: string
  miles: number | undefined
}

interface Page {
  offset: number
  limit: number
}

export interface FoundPage {
  /** Exact. */
  total: number
  matches: Match[]
  /** The match at which pages end. */
  depthMax: number
}

/** What a search asks of a registry. */
type Searched = Pick<Registry, 'countLocations' | 'find' | 'get'>

/** Between two turns of the event loop. */
const turnMs = 10

export async function findPage(registry: Searched, plan: Plan, page: Page): Promise<FoundPage> {
  const { type, kinds, filters, near } = plan
  const depth = page.offset + page.limit
  if (depth > pagingDepthMax) refuseDepth(pagingDepthMax, depth)
  const [kind, ...others] = kinds
  if (kind === undefined) return { total: 0, matches: [], depthMax: pagingDepthMax }
  const isOfProviders = type !== 'Location' && type !== 'Endpoint'
  if (isOfProviders && plan.checked.length === 0 && others.length === 0) {
    const { total, hits } = registry.find({ resource: kind, ...filters, ...page })
    return {
      total,
      matches: hits.map(({ npi, distanceMiles }) => ({ npi, key: `${type}/${npi}`, miles: distanceMiles })),
      depthMax: pagingDepthMax,
    }
  }
  const found = candidates(registry, plan)
  if (found.total <= fhirCandidatesMax) {
    const all = await matchesAmong(registry, plan, found.hits)
    return { total: all.length, matches: all.slice(page.offset, depth), depthMax: pagingDepthMax }
  }
  // The index counts locations that nothing but their distance decides.
  const isCounted = plan.locationChecks.length > 0 && plan.checked.length === 0
  if (near === undefined || !isCounted) return refuseCost(plan, found.total)
  if (depth > fhirCandidatesMax) refuseDepth(fhirCandidatesMax, depth)
  // Who is among the nearest locations is among the nearest providers.
  const nearest = await matchesAmong(registry, plan, found.hits.slice(0, depth))
  const counts = kinds.map((resource) => registry.countLocations({ resource, ...filters, place: near }))
  const total = counts.reduce((sum, count) => sum + count, 0)
  return { total, matches: nearest.slice(page.offset, depth), depthMax: fhirCandidatesMax }
}

function refuseDepth(limit: number, got: number): never {
  const reason = `expected at most ${limit} matches before the end of the page, got ${got}; narrow the search, or use $export`
  return fail('fhir_not_supported', { parameter: '_count', reason })
}

function refuseCost({ checked, type }: Plan, count: number, isTooLate = false): never {
  const given = { parameter: checked[0] ?? type, got: count.toLocaleString('en-US') }
  if (isTooLate) return fail('fhir_timeout', { ...given, seconds: fhirSearchMsMax / 1000 })
  return fail('fhir_too_costly', {
    ...given,
    expected: `at most ${fhirCandidatesMax.toLocaleString('en-US')} providers`,
  })
}

/** Of all kinds, in their common order, as many as may be read. */
function candidates(registry: Searched, { kinds, filters }: Plan) {
  const limit = fhirCandidatesMax
  const found = kinds.map((resource) => registry.find({ resource, ...filters, offset: 0, limit }))
  const hits = found.flatMap((one) => one.hits)
  if (found.length > 1) hits.sort((a, b) => milesOrEnd(a) - milesOrEnd(b) || a.npi - b.npi)
  return { total: found.reduce((sum, one) => sum + one.total, 0), hits: hits.slice(0, limit) }
}

const end = Number.MAX_VALUE

function milesOrEnd({ distanceMiles }: Hit): number {
  return distanceMiles ?? end
}

async function matchesAmong(registry: Searched, plan: Plan, hits: readonly Hit[]): Promise<Match[]> {
  const startedMs = performance.now()
  let turnStartedMs = startedMs
  const all: Match[] = []
  for (const hit of hits) {
    const nowMs = performance.now()
    if (nowMs - startedMs > fhirSearchMsMax) refuseCost(plan, hits.length, true)
    if (nowMs - turnStartedMs > turnMs) {
      await setImmediate()
      turnStartedMs = performance.now()
    }
    const record = readRecord(registry, hit.npi)
    if (record !== undefined && plan.checks.every((check) => check(record))) all.push(...matchesIn(record, plan, hit))
  }
  const isByLocation = plan.type === 'Location' && plan.near !== undefined
  // Stable: locations of one provider at one distance keep their order.
  if (isByLocation) all.sort((a, b) => (a.miles ?? end) - (b.miles ?? end) || a.npi - b.npi)
  return all
}

function matchesIn(record: ProviderRecord, plan: Plan, { distanceMiles }: Hit): Match[] {
  const { npi } = record
  const { type, near } = plan
  switch (type) {
    case 'Location': {
      const distance = near === undefined ? undefined : distanceFrom(near)
      return locationsOf(record).flatMap((location, index) => {
        const number = index + 1
        if (!plan.locationChecks.every((check) => check(location, number, record))) return []
        const { coords } = location.address
        const miles = coords === null ? undefined : distance?.(coords)
        return [{ npi, key: keyOf(type, npi, number), miles }]
      })
    }
    case 'Endpoint':
      return endpointsOf(record)
        .filter(({ number }) => plan.endpointChecks.every((check) => check(record, number)))
        .map(({ number }) => ({ npi, key: keyOf(type, npi, number), miles: undefined }))
    default:
      return [{ npi, key: `${type}/${npi}`, miles: near === undefined ? undefined : distanceMiles }]
  }
}

function keyOf(type: DirectoryType, npi: number, number: number): string {
  return `${type}/${npi}-${number}`
}
