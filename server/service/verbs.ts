/** Verbs about the service itself: is it alive, is it ready, what can it do. */
import type { Api } from '#contract/api'
import type { RegistrySource } from '#registry/read/follow-registry'
import { openApiDocument } from '../http/openapi.ts'
import type { Verb } from '../http/verb.ts'
import type { Database } from '../parts/database.ts'

/** Answers as long as the process can answer at all; asks no part of it. */
export const health: Verb<Api['health']> = async () => ({ output: { status: 'alive' } })

/** Ready means that the database answers and a registry is open. */
export function ready(parts: { database: Database; registry: RegistrySource }): Verb<Api['ready']> {
  return async ({ fail }) => {
    const registry = parts.registry.current()
    const isDatabaseAlive = await parts.database.isAlive()
    if (registry === undefined || !isDatabaseAlive) {
      const waitingFor = [...(isDatabaseAlive ? [] : ['the database']), ...(registry ? [] : ['the registry'])]
      return fail('not_ready', { waitingFor })
    }
    return { output: { status: 'ready', registryVersion: registry.version, isSampleData: registry.isSample } }
  }
}

/** The document is made once: the contract does not change while the process runs. */
export function openapi(version: string): Verb<Api['openapi']> {
  const json = Buffer.from(JSON.stringify(openApiDocument(version)))
  return async () => ({ json })
}
