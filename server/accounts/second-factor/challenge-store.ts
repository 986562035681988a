/** Second steps in progress: one account, one purpose, five minutes. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { FactorChallengesTable } from '../../platform/database/tables-factors.ts'
import { uuidv7 } from '../../platform/uuid.ts'
import { createToken } from '../tokens.ts'

type Purpose = FactorChallengesTable['purpose']

const validFor = '5 minutes'

/** Of one account; the oldest makes room. */
const challengesMax = 50

export async function insertChallenge(trx: Transaction<Tables>, accountId: string, purpose: Purpose): Promise<string> {
  const kept = trx
    .selectFrom('factor_challenges')
    .select('id')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .limit(challengesMax - 1)
  await trx.deleteFrom('factor_challenges').where('account_id', '=', accountId).where('id', 'not in', kept).execute()
  const { text, hash } = createToken()
  await trx
    .insertInto('factor_challenges')
    .values({
      account_id: accountId,
      id: uuidv7(),
      purpose,
      token_hash: hash,
      expires_at: sql<Date>`now() + ${validFor}::interval`,
    })
    .execute()
  return text
}

export async function findChallenge(db: Kysely<Tables>, tokenHash: Buffer, purpose: Purpose) {
  const found = await db
    .selectFrom('factor_challenges')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return found?.account_id
}

export async function deleteChallenge(trx: Transaction<Tables>, tokenHash: Buffer): Promise<void> {
  await trx.deleteFrom('factor_challenges').where('token_hash', '=', tokenHash).execute()
}

export async function deleteChallenges(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx.deleteFrom('factor_challenges').where('account_id', '=', accountId).execute()
}

export async function forgetExpiredChallenges(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`expires_at < ${now}`
  await deleteInBatches(db, { table: 'factor_challenges', key: ['account_id', 'id'], condition })
}
