/**
 * Sessions: `Authorization: Bearer <token>`, 256 random bits stored as SHA-256. A session ends after an idle time and a
 * longest life, sooner for admins. Each request asks the database, so an ended session works nowhere. Unknown tokens
 * wait apart (keys/hash-gate.ts).
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { adminIdleMinutesMax, sessionDays, sessionIdleDays } from '#contract/limits'
import { openHashGate } from '../keys/hash-gate.ts'
import { countRows } from '../platform/database/count-rows.ts'
import type { Database } from '../platform/database/database.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import { remember } from '../platform/remember.ts'
import { uuidv7 } from '../platform/uuid.ts'
import type { LimitSettings } from '../settings.ts'
import { voidProofs } from './email-proof-store.ts'
import { dropResetTokens } from './reset-store.ts'
import { deleteChallenges } from './second-factor/challenge-store.ts'
import { hasFactor } from './second-factor/factor-store.ts'
import { createToken, hashOfToken, tokenForm } from './tokens.ts'

type SessionCheck =
  | {
      ok: true
      accountId: string
      sessionId: string
      isFactorMissing: boolean
    }
  | { ok: false; code: 'session_missing' | 'session_invalid' }

export interface SessionChecker {
  /** Unknown tokens count against `networkOf`; `isUse: false` does not keep the session alive. */
  check(header: string | undefined, how?: { networkOf?: () => string; isUse?: boolean }): Promise<SessionCheck>
}

const bearer = /^Bearer +(\S+) *$/i

const idle = { user: `${sessionIdleDays} days`, admin: `${adminIdleMinutesMax} minutes` }
const absolute = { user: `${sessionDays} days`, admin: '12 hours' }

/** Updating it more often would make every read a write. */
const lastUseKnownTo = '1 minute'

/** The least recently used makes room. */
const sessionsMax = 50

const tokensSeenMax = 10_000

/** Answers the token, which is stored nowhere. Deletes the account's ended sessions. */
export async function openSession(
  trx: Transaction<Tables>,
  accountId: string,
  browser: string | null,
): Promise<string> {
  const kept = running(trx)
    .select('sessions.id')
    .where('sessions.account_id', '=', accountId)
    .orderBy('sessions.last_used_at', 'desc')
    .limit(sessionsMax - 1)
  await trx.deleteFrom('sessions').where('account_id', '=', accountId).where('id', 'not in', kept).execute()

  const { text, hash } = createToken()
  await trx.insertInto('sessions').values({ account_id: accountId, id: uuidv7(), token_hash: hash, browser }).execute()
  return text
}

export async function endSession(trx: Transaction<Tables>, accountId: string, sessionId: string): Promise<boolean> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return ended.numDeletedRows > 0
}

/** Ends every session and second step of the account once committed. The caller has locked the account. */
export async function endSessions(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await endOtherSessions(trx, accountId, '')
}

/** Ends all that the password opened: sessions, links to set another one, and a change of address under way. */
export async function endAccess(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await endSessions(trx, accountId)
  await dropResetTokens(trx, accountId)
  await voidProofs(trx, accountId)
}

export async function endOtherSessions(trx: Transaction<Tables>, accountId: string, keptId: string): Promise<void> {
  await deleteChallenges(trx, accountId)
  await trx.deleteFrom('sessions').where('account_id', '=', accountId).where('id', '!=', keptId).execute()
}

export async function findSessions(db: Kysely<Tables>, accountId: string) {
  return running(db)
    .select(['sessions.id', 'sessions.browser'])
    .select(['sessions.created_at as createdAt', 'sessions.last_used_at as lastUsedAt'])
    .where('sessions.account_id', '=', accountId)
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .execute()
}

export async function forgetEndedSessions(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`created_at < ${now} - ${absolute.user}::interval`
  await deleteInBatches(db, { table: 'sessions', key: ['account_id', 'id'], condition })
}

export async function countSessions(db: Kysely<Tables>, accountId: string): Promise<number> {
  return countRows(running(db).where('sessions.account_id', '=', accountId))
}

export function sessionChecker({
  database: { db },
  settings: { adminSecondFactor },
}: {
  database: Database
  settings: Pick<LimitSettings, 'adminSecondFactor'>
}): SessionChecker {
  const gate = openHashGate((hashes) => findTokenHashes(db, hashes))
  /** Token hashes that were known lately are looked up without waiting in line. */
  const seen = new Map<string, true>()

  async function find(token: string, network: string) {
    const hash = hashOfToken(token)
    const name = hash.toString('base64url')
    if (!seen.has(name) && !(await gate.has([hash], network))) return undefined
    const session = await findSession(db, hash)
    if (session === undefined) seen.delete(name)
    else remember(seen, name, true, tokensSeenMax)
    return session
  }

  return {
    async check(header, { networkOf = () => '', isUse = true } = {}) {
      if (header === undefined || header.trim() === '') return { ok: false, code: 'session_missing' }
      const token = bearer.exec(header)?.[1] ?? ''
      const session = tokenForm.test(token) ? await find(token, networkOf()) : undefined
      if (session === undefined) return { ok: false, code: 'session_invalid' }
      if (isUse && session.isLastUseOld) await noteUse(db, session.account_id, session.id)
      return {
        ok: true,
        accountId: session.account_id,
        sessionId: session.id,
        isFactorMissing: adminSecondFactor === 'required' && session.isAdmin && !session.hasFactor,
      }
    },
  }
}

/** By the index alone. */
async function findTokenHashes(db: Kysely<Tables>, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where(sql<boolean>`token_hash = any(${hashes})`)
    .execute()
  return rows.map(({ token_hash }) => token_hash)
}

function findSession(db: Kysely<Tables>, tokenHash: Buffer) {
  return running(db)
    .select(['sessions.account_id', 'sessions.id', 'accounts.is_admin as isAdmin', hasFactor.as('hasFactor')])
    .select(sql<boolean>`sessions.last_used_at < now() - ${lastUseKnownTo}::interval`.as('isLastUseOld'))
    .where('sessions.token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** The sessions that run by the database's clock, so that all processes agree. */
function running(db: Kysely<Tables>) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .where(
      sql<boolean>`case when accounts.is_admin
    then sessions.last_used_at > now() - ${idle.admin}::interval and sessions.created_at > now() - ${absolute.admin}::interval
    else sessions.last_used_at > now() - ${idle.user}::interval and sessions.created_at > now() - ${absolute.user}::interval
  end`,
    )
}

async function noteUse(db: Kysely<Tables>, accountId: string, id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}
