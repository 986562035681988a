/** What a provider filed before: the list of its changes, and the look-up as of a day. */
import type { FieldChange } from '#contract/events'
import type { History } from '#contract/history-endpoints'
import type { LookupQuery } from '#contract/provider-search'
import type { Change, ChangesFile, Standing } from '#registry/search/changes'
import type { RegistrySource } from '#registry/search/follow'
import { changesOf, knownSince, type RegistryHistory, readWhole, standingOn } from '#registry/search/history'
import type { Lookup, Registry, Resource } from '#registry/search/query'
import { cacheControls, keptBy } from '../http/representations.ts'
import type { Fail } from '../http/verb.ts'
import { licensesIn } from '../sources/looked-up.ts'
import { type LookupFail, registryHeaders, singular } from './found.ts'

interface HistoryParts {
  registry: RegistrySource
  history: RegistryHistory
}

export function listHistory(resource: Resource, parts: HistoryParts) {
  return async (call: { params: { npi: number }; fail: Fail<'provider_not_found' | 'not_ready'> }) => {
    const { params, fail } = call
    const { npi } = params
    const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    const headers = registryHeaders(registry)
    const output = await historyOf(npi, { registry, history: parts.history })
    if (!isAmong(resource, registry.get(npi), output.changes.length > 0)) {
      return fail('provider_not_found', { resource: singular[resource], npi }, headers)
    }
    const json = Buffer.from(JSON.stringify(output))
    return { json, headers: { ...headers, ...keptBy(registry, params, json, cacheControls.minutes) } }
  }
}

/** What is known to have changed, the newest first. */
export async function historyOf(
  npi: number,
  { registry, history }: { registry: Pick<Registry, 'sourceDate'>; history: RegistryHistory },
): Promise<History> {
  return readWhole(history, async (files) => {
    const changes = (await changesOf(files, npi)).map(({ header: { version, sourceDate }, change }) => {
      return { registryVersion: version, sourceDate, changes: fieldChangesOf(change) }
    })
    return { npi, knownSince: knownSince(files, registry), changes }
  })
}

/** A deactivated NPI may have been any; one that is gone had changes. */
function isAmong(resource: Resource, found: Lookup, hasChanges: boolean): boolean {
  if (found.kind === 'found') return resource === 'doctors' ? found.isDoctor : found.resource === resource
  return found.kind === 'deactivated' || hasChanges
}

/** Fields that were filed otherwise, as events and histories have them. */
export function fieldChangesOf(change: Change): FieldChange[] {
  if (change.kind === 'updated') {
    const { before, after, filed } = change
    return filed.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
  }
  const [before, after] = [shown(change.before), shown(change.after)]
  const fields = Object.keys({ ...before, ...after }).map((field) => {
    return { field, before: before[field] ?? null, after: after[field] ?? null }
  })
  const { reactivatedOn = null } = change
  if (reactivatedOn !== null) fields.push({ field: 'reactivatedOn', before: null, after: reactivatedOn })
  return fields.filter((one) => one.before !== one.after)
}

function shown(standing: Standing): Record<string, string | number | null> {
  if (standing.status !== 'deactivated') return { status: standing.status }
  const { status, deactivatedOn, replacementNpi } = standing
  return { status, deactivatedOn, replacementNpi }
}

type OnDayFail = LookupFail & Fail<'day_not_known' | 'invalid_input'>

/** The look-up on a day; what isn't filed is null, absent or empty. */
export function providerOnDay(resource: Resource, parts: HistoryParts) {
  return async (npi: number, day: string, { provenance }: LookupQuery, fail: OnDayFail) => {
    const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    if (provenance === '1') {
      fail('invalid_input', { parameter: 'provenance', expected: 'nothing besides asOf', got: 'both' })
    }
    const today = new Date().toISOString().slice(0, 10)
    if (day > today) fail('invalid_input', { parameter: 'asOf', expected: `a day until ${today}`, got: day })
    const { standing, version, sourceDate } = await readWhole(parts.history, (files) => {
      requireKnown(files, registry, day, fail)
      return standingOn(files, { npi, day, registry })
    })
    const headers = { 'X-Registry-Version': version, 'X-Registry-Source-Date': sourceDate }
    if (standing.status === 'deactivated') {
      const { deactivatedOn, replacementNpi } = standing
      return fail('provider_deactivated', { npi, deactivatedOn, replacementNpi: replacementNpi ?? undefined }, headers)
    }
    if (standing.status === 'unknown' || !isOf(resource, standing)) {
      return fail('provider_not_found', { resource: singular[resource], npi }, headers)
    }
    const { reviews: _, rating: __, ...filed } = standing.record ?? {}
    const licenses = licensesIn(Buffer.from(JSON.stringify(filed)))
    const json = Buffer.from(
      JSON.stringify({
        ...filed,
        ...(resource !== 'individuals' && { organizationIds: [] }),
        ...nothingPublished,
        licenses: licenses.map((license) => ({ ...license, verified: null })),
      }),
    )
    return { json, headers: { ...headers, ...keptBy(registry, { npi, day }, json, cacheControls.checked) } }
  }
}

const nothingPublished = {
  medicare: { enrolled: null, optedOut: null, mayOrder: null, mayRefer: null, asOf: null },
  affiliations: null,
}

function requireKnown(
  files: readonly ChangesFile[],
  registry: { sourceDate: string },
  day: string,
  fail: Fail<'day_not_known'>,
): void {
  const since = knownSince(files, registry)
  if (day < since) fail('day_not_known', { since, got: day })
}

function isOf(resource: Resource, standing: Standing & { status: 'active' }): boolean {
  return resource === 'doctors' ? standing.isDoctor === true : standing.resource === resource
}
