import type { Api } from '#contract/api'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { endSession, findSessions } from './sessions.ts'

export function listSessions({ database: { db } }: { database: Database }): Verb<Api['listSessions']> {
  return async ({ caller: { accountId, sessionId } }) => {
    const sessions = await findSessions(db, accountId)
    return {
      output: {
        sessions: sessions.map(({ id, browser, createdAt, lastUsedAt }) => ({
          id,
          browser,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
          isCurrent: id === sessionId,
        })),
      },
    }
  }
}

/** Another account's session is not found. */
export function endOneSession({ database }: { database: Database }): Verb<Api['endSession']> {
  return async ({ params: { id }, caller: { accountId }, fail }) => {
    const isEnded = await inTransaction(database, async (trx) => {
      if (!(await endSession(trx, accountId, id))) return false
      await recordEvent(trx, { actor: accountId, action: 'account.session_ended', subject: accountId })
      return true
    })
    return isEnded ? { output: { message: 'The session has ended.' } } : fail('session_unknown', undefined)
  }
}
