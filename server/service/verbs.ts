/** Verbs about the service itself: is it alive, is it ready, what can it do. */
import type { Api } from '#contract/api'
import type { RegistrySource } from '#registry/read/follow-registry'
import type { Registry, Resource } from '#registry/read/query'
import { openApiDocument } from '../http/openapi.ts'
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

/** What the registry that serves now holds; counted once per version, since a version never changes. */
export function registry(parts: { registry: RegistrySource }): Verb<Api['registry']> {
  const counted = new WeakMap<Registry, Counts>()
  return async ({ fail }) => {
    const current = parts.registry.current()
    if (current === undefined) return fail('not_ready', { waitingFor: ['the registry'] })
    const counts = counted.get(current) ?? countsOf(current)
    counted.set(current, counts)
    const { version, sourceDate, isSample } = current
    return { output: { version, asOf: sourceDate, isSampleData: isSample, ...counts } }
  }
}

type Counts = Record<Resource, number>

function countsOf(registry: Registry): Counts {
  return {
    individuals: registry.count({ resource: 'individuals' }),
    doctors: registry.count({ resource: 'doctors' }),
    organizations: registry.count({ resource: 'organizations' }),
  }
}

/** The document is made once: the contract does not change while the process runs. */
export function openapi(version: string): Verb<Api['openapi']> {
  const json = Buffer.from(JSON.stringify(openApiDocument(version)))
  return async () => ({ json })
}
