/** Second steps in progress: one account, one purpose, five minutes. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { secondFactorFailuresMax } from '#contract/limits'
import type { Fail } from '../../http/verb.ts'
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { uuidv7 } from '../../platform/uuid.ts'
import { tooMany } from '../attempts.ts'
import { admit, forgetFailures } from '../sign-in-failures.ts'
import { createToken } from '../tokens.ts'

type Purpose = Tables['factor_challenges']['purpose']

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

/** A try counts as failed before it is checked, so that concurrent tries are no extra guesses; across processes. */

/** Never locks for good: the caller knows the password. */
const inARowMax = 2_147_483_647

export async function countTry(
  { db, secrets }: { db: Kysely<Tables>; secrets: Secrets },
  accountId: string,
  fail: Fail<'too_many_attempts'>,
): Promise<void> {
  const limits = { failuresPerAccount: secondFactorFailuresMax, failuresInARow: inARowMax }
  const admission = await admit(db, triesOf(secrets, accountId), limits)
  if (admission.kind !== 'open') tooMany('wrong codes', admission.kind === 'wait' ? admission.seconds : 0, fail)
}

export async function forgetTries(trx: Transaction<Tables>, secrets: Secrets, accountId: string): Promise<void> {
  await forgetFailures(trx, triesOf(secrets, accountId))
}

function triesOf(secrets: Secrets, accountId: string): Buffer {
  return secrets.lookupHash(`second-factor-failures|${accountId}`)
}
