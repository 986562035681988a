/** The account of the session, with its API key. */
import type { Api } from '#contract/api'
import type { Verb } from '../http/verb.ts'
import { showKey } from '../keys/keys.ts'
import type { Database } from '../parts/database.ts'
import type { Secrets } from '../parts/secrets.ts'
import { findById } from './account-store.ts'

/** The verb that shows an account to its owner. */
export function me({ database, secrets }: { database: Database; secrets: Secrets }): Verb<Api['me']> {
  return async ({ caller: { accountId } }) => {
    const account = await findById(database.db, accountId)
    // The session was there a moment ago and goes with its account, so this is the account's last moment, not a mistake.
    if (account === undefined) throw new Error('The account of a running session is gone.')
    const { id, isAdmin, ...shown } = account
    return { output: { _id: id, ...shown, admin: isAdmin, apiKey: await showKey(database.db, secrets, accountId) } }
  }
}
