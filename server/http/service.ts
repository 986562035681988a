/** Verbs about the service itself: is it alive, is it ready, what can it do. */
import { statfs } from 'node:fs/promises'
import type { Api } from '#contract/api'
import type { RegistrySource } from '#registry/search/follow'
import type { Registry, Resource } from '#registry/search/query'
import type { Database } from '../platform/database/database.ts'
import type { Meter } from '../usage/meter.ts'
import type { Verb } from './verb.ts'

/** Answers as long as the process can answer at all; asks no part of it. */
export const health: Verb<Api['health']> = async () => ({ output: { status: 'alive' } })

/** Bytes that have to be free where the server keeps its data: below, the next image or letter may fail. */
const freeBytesMin = 64 * 1024 * 1024

/** Ready means that calls can be answered, those that are metered too, and that the process is not about to end. */
export function ready(parts: {
  database: Database
  registry: RegistrySource
  meter: Pick<Meter, 'isFailing'>
  dataDir: string
  isEnding?: () => boolean
}): Verb<Api['ready']> {
  return async ({ fail }) => {
    if (parts.isEnding?.() === true) return fail('not_ready', { waitingFor: ['the end of this process'] })
    const registry = parts.registry.current()
    const [isAlive, hasRoom] = await Promise.all([parts.database.isAlive(), hasRoomIn(parts.dataDir)])
    const waitingFor = [
      ...(isAlive ? [] : ['the database']),
      ...(isAlive && parts.meter.isFailing() ? ['the count of calls in the database'] : []),
      ...(registry ? [] : ['the registry']),
      ...(hasRoom ? [] : ['room on the disk']),
    ]
    if (registry === undefined || waitingFor.length > 0) return fail('not_ready', { waitingFor })
    return { output: { status: 'ready', registryVersion: registry.version, isSampleData: registry.isSample } }
  }
}

/** A folder that is gone, or whose disk does not answer, has none. */
async function hasRoomIn(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= freeBytesMin
  } catch {
    return false
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
