/** The last requests of an account, for its dashboard. */
import type { Api } from '#contract/api'
import type { Verb } from '../http/verb.ts'
import type { Database } from '../platform/database/database.ts'
import type { Meter } from './meter.ts'
import { recentOf } from './usage-store.ts'

/** The verb that shows an account its last requests, with those to this process up to now. */
export function recentRequests(parts: { database: Database; meter: Meter }): Verb<Api['recentRequests']> {
  return async ({ caller: { accountId } }) => {
    await parts.meter.write()
    const requests = await recentOf(parts.database.db, accountId)
    return { output: { requests: requests.map(({ at, ...request }) => ({ time: at.toISOString(), ...request })) } }
  }
}
