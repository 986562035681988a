/** An email to the operator that an account asks for, as often as a rule allows. */

import { ownAddress } from '../accounts/account.ts'
import { type AttemptParts, type AttemptRule, takeAttempt } from '../accounts/attempts.ts'
import type { Fail } from '../http/verb.ts'
import type { Email } from '../mail/email.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { MailSettings } from '../settings.ts'

export type OperatorEmailParts = { database: Database; settings: Pick<MailSettings, 'operatorEmail'> } & AttemptParts

/** Who asks: the email says so. */
interface Asker {
  accountId: string
  email: string
}

/** Sends one, or fails with `too_many_attempts`. What could not be written down was no attempt. */
export async function writeToOperator(
  parts: OperatorEmailParts,
  { accountId, rule, write }: { accountId: string; rule: AttemptRule; write: (from: Asker) => Email },
  fail: Fail<'too_many_attempts'>,
): Promise<void> {
  const { database, settings } = parts
  const email = await ownAddress(database.db, accountId)
  let attempt: Promise<void> | undefined
  await inTransaction(database, async (trx) => {
    await queueEmail(trx, { to: settings.operatorEmail, accountId }, write({ accountId, email }))
    // Once, also when the transaction has to be run again; refused, it takes the email back.
    attempt ??= takeAttempt(parts, rule, accountId, fail)
    await attempt
  })
}
