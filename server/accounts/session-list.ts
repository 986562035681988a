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

/** The first match counts: most browsers also name those they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Such as "Firefox on Windows"; null where neither is known. Nothing of the header is stored. */
export function browserName(userAgent: string | undefined): string | null {
  const find = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([form]) => form.test(userAgent ?? ''))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  return browser !== undefined && system !== undefined ? `${browser} on ${system}` : (browser ?? system ?? null)
}
