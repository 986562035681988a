/**
 * Tries at an account's second factor. As with passwords, a try counts as failed before it is looked at, so that many at once are
 * no more guesses than one after the other; and it counts for all processes.
 */
import type { Kysely, Transaction } from 'kysely'
import { secondFactorFailuresMax } from '#contract/limits'
import type { Fail } from '../../http/verb.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { tooMany } from '../attempts.ts'
import { admit, forgetFailures } from '../sign-in-failures.ts'

/** Failures in a row never stop an account for good: who tries knows its password. */
const inARowMax = 2_147_483_647

/** Counts a try, or ends the call where ten have failed in 15 minutes. */
export async function countTry(
  { db, secrets }: { db: Kysely<Tables>; secrets: Secrets },
  accountId: string,
  fail: Fail<'too_many_attempts'>,
): Promise<void> {
  const limits = { failuresPerAccount: secondFactorFailuresMax, failuresInARow: inARowMax }
  const admission = await admit(db, triesOf(secrets, accountId), limits)
  if (admission.kind !== 'open') tooMany('wrong codes', admission.kind === 'wait' ? admission.seconds : 0, fail)
}

/** The try was right, or the account is gone. */
export async function forgetTries(trx: Transaction<Tables>, secrets: Secrets, accountId: string): Promise<void> {
  await forgetFailures(trx, triesOf(secrets, accountId))
}

function triesOf(secrets: Secrets, accountId: string): Buffer {
  return secrets.lookupHash(`second-factor-failures|${accountId}`)
}
