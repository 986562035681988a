import type { Api } from '#contract/api'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { endSession } from './sessions.ts'

/** The token works on no process once this is answered. */
export function logout({ database }: { database: Database }): Verb<Api['logout']> {
  return async ({ caller: { accountId, sessionId } }) => {
    await inTransaction(database, async (trx) => {
      await endSession(trx, accountId, sessionId)
      await recordEvent(trx, { actor: accountId, action: 'account.signed_out', subject: accountId })
    })
    return { output: { message: 'Signed out.' } }
  }
}
