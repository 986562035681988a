/** Verbs about the service itself: is it alive, is it ready, what can it do. */
import type { Api } from '#contract/api'
import type { RegistrySource } from '#registry/read/follow-registry'
import type { Registry, Resource } from '#registry/read/query'
import type { Verb } from '../http/verb.ts'
import type { Database } from '../parts/database.ts'

/** Answers as long as the process can answer at all; asks no part of it. */
export const health: Verb<Api['health']> = async () => ({ output: { status: 'alive' } })

/** Ready means that the database answers and a registry is open, and that the process is not about to end. */
export function ready(parts: {
  database: Database
  registry: RegistrySource
  isEnding?: () => boolean
}): Verb<Api['ready']> {
  return async ({ fail }) => {
    if (parts.isEnding?.() === true) return fail('not_ready', { waitingFor: ['the end of this process'] })
    const registry = parts.registry.current()
    const isDatabaseAlive = await parts.database.isAlive()
    if (registry === undefined || !isDatabaseAlive) {
      const waitingFor = [...(isDatabaseAlive ? [] : ['the database']), ...(registry ? [] : ['the registry'])]
      return fail('not_ready', { waitingFor })
    }
    return { output: { status: 'ready', registryVersion: registry.version, isSampleData: registry.isSample } }
  }
}

/** What the registry that serves now holds; found out once per version, since a version never changes. */
export function registry(parts: { registry: RegistrySource }): Verb<Api['registry']> {
  const known = new WeakMap<Registry, Holdings>()
  return async ({ fail }) => {
    const current = parts.registry.current()
    if (current === undefined) return fail('not_ready', { waitingFor: ['the registry'] })
    const holdings = known.get(current) ?? holdingsOf(current)
    known.set(current, holdings)
    const { version, sourceDate, isSample } = current
    return { output: { version, asOf: sourceDate, isSampleData: isSample, ...holdings } }
  }
}

interface Holdings extends Record<Resource, number> {
  exampleNpis: Record<Resource, number | null>
}

/** How many there are of each resource, and the first of each by NPI. */
function holdingsOf(registry: Registry): Holdings {
  const of = (resource: Resource) => {
    const { total, hits } = registry.find({ resource, offset: 0, limit: 1 })
    return { total, npi: hits[0]?.npi ?? null }
  }
  const [individuals, doctors, organizations] = [of('individuals'), of('doctors'), of('organizations')]
  return {
    individuals: individuals.total,
    doctors: doctors.total,
    organizations: organizations.total,
    exampleNpis: { individuals: individuals.npi, doctors: doctors.npi, organizations: organizations.npi },
  }
}
