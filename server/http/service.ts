import { statfs } from 'node:fs/promises'
import type { Api } from '#contract/api'
import { stateCodes } from '#contract/state-codes'
import type { RegistrySource } from '#registry/search/follow'
import { medicarePart } from '#registry/search/overlay'
import type { Registry, Resource } from '#registry/search/query'
import type { Database } from '../platform/database/database.ts'
import { loadedLists } from '../sources/ask.ts'
import type { Meter } from '../usage/meter.ts'
import type { Verb } from './verb.ts'

/** Asks nothing, not even the database. */
export const health: Verb<Api['health']> = async () => ({ output: { status: 'alive' } })

/** Below this the next image or email may fail. */
const freeBytesMin = 64 * 1024 * 1024

/** Ready: metered calls can be answered too, and the process is not shutting down. */
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
    const { version: registryVersion, isSample: isSampleData } = registry
    const lists = await loadedLists(parts.database.db)
    const staleLists = lists.filter(({ isStale }) => isStale).map(({ title }) => title)
    const listFilters = {
      acceptsMedicare: registry.hasListed(medicarePart),
      licenseVerified: stateCodes.filter((state) => registry.hasListed(state)),
      fault: parts.registry.overlayFault() ?? null,
    }
    return { output: { status: 'ready', registryVersion, isSampleData, staleLists, listFilters } }
  }
}

/** A missing folder or a hung disk has none. */
async function hasRoomIn(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= freeBytesMin
  } catch {
    return false
  }
}

/** Computed once per version. */
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
