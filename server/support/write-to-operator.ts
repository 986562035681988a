/** A letter to the operator that an account asks for, as often as a rule allows. */

import { ownAddress } from '../accounts/account.ts'
import { type AttemptParts, type AttemptRule, takeAttempt } from '../accounts/attempts.ts'
import type { Fail } from '../http/verb.ts'
import type { Letter } from '../mail/email.ts'
import { queueLetter } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { MailSettings } from '../settings.ts'

export type OperatorLetterParts = { database: Database; settings: Pick<MailSettings, 'operatorEmail'> } & AttemptParts

/** Who asks: the letter says so. */
interface Asker {
  accountId: string
  email: string
}

/** Sends one, or fails with `too_many_attempts`. What could not be written down was no attempt. */
export async function writeToOperator(
  parts: OperatorLetterParts,
  { accountId, rule, letter }: { accountId: string; rule: AttemptRule; letter: (from: Asker) => Letter },
  fail: Fail<'too_many_attempts'>,
): Promise<void> {
  const { database, settings } = parts
  const email = await ownAddress(database.db, accountId)
  let attempt: Promise<void> | undefined
  await inTransaction(database, async (trx) => {
    await queueLetter(trx, { to: settings.operatorEmail, accountId }, letter({ accountId, email }))
    // Once, also when the transaction has to be run again; refused, it takes the letter back.
    attempt ??= takeAttempt(parts, rule, accountId, fail)
    await attempt
  })
}
