/** A try counts as failed before it is checked, so that concurrent tries are no extra guesses; across processes. */
import type { Kysely, Transaction } from 'kysely'
import { secondFactorFailuresMax } from '#contract/limits'
import type { Fail } from '../../http/verb.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { tooMany } from '../attempts.ts'
import { admit, forgetFailures } from '../sign-in-failures.ts'

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
