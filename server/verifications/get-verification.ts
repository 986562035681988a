import type { Api } from '#contract/api'
import type { Verb } from '../http/verb.ts'
import type { Database } from '../platform/database/database.ts'
import type { ShowVerification } from './shown-verification.ts'
import { findVerification } from './verification-store.ts'

/** Another account's verification is answered as one that never was. */
export function getVerification(parts: { database: Database; show: ShowVerification }): Verb<Api['getVerification']> {
  const { database, show } = parts
  return async ({ caller: { accountId }, params: { id }, fail }) => {
    const row = await findVerification(database.db, id, accountId)
    if (row === undefined) return fail('verification_not_found', undefined)
    return { output: show(row, { viewerId: accountId, isFirstParty: false }) }
  }
}
