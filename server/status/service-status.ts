import type { z } from 'zod'
import type { Api } from '#contract/api'
import type { Verb } from '../http/verb.ts'
import { loadedLists } from '../sources/ask.ts'
import { type CheckedParts, check, componentNames, countedDays } from './checks.ts'

type ServiceStatus = z.output<Api['serviceStatus']['output']>

/** Anyone may ask, so checks and database are not asked for each. */
const keptMs = 10_000

export function serviceStatus(parts: CheckedParts): Verb<Api['serviceStatus']> {
  let reading: Promise<ServiceStatus> | undefined
  let readAtMs = 0
  return async () => {
    if (reading === undefined || performance.now() - readAtMs > keptMs) {
      readAtMs = performance.now()
      reading = readStatus(parts)
    }
    return { output: await reading }
  }
}

async function readStatus(parts: CheckedParts): Promise<ServiceStatus> {
  const { database, registry } = parts
  const now = new Date()
  // A reader of this has an answer over HTTP.
  const findings = await check(parts, true)
  const [lists, days] = await Promise.all([
    loadedLists(database.db).catch(() => null),
    countedDays(database.db, now).catch(() => null),
  ])
  const current = registry.current()
  return {
    checkedAt: now.toISOString(),
    registry:
      current === undefined
        ? null
        : { version: current.version, asOf: current.sourceDate, isSampleData: current.isSample },
    lists,
    components: componentNames.map((name) => ({ name, isUp: findings[name], days: days?.(name) ?? null })),
  }
}
