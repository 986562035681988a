/** Sends the link that verifies an address once more. */
import type { Api } from '#contract/api'
import type { Verb } from '../http/verb.ts'
import { type Database, inTransaction } from '../parts/database.ts'
import { findById } from './account-store.ts'
import { type AttemptParts, takeAttempt } from './attempts.ts'
import { findPendingEmail } from './email-proof-store.ts'
import { askForProof, type ProofParts } from './email-proofs.ts'
import { verificationLetters } from './verification-letters.ts'

/** The verb of it: the link goes to the address that waits to take the place of the account's, else to the account's own. */
export function resendVerification(
  parts: { database: Database } & AttemptParts & ProofParts,
): Verb<Api['resendVerification']> {
  const { database } = parts
  return async ({ caller: { accountId }, fail }) => {
    const account = await findById(database.db, accountId)
    const pending = await findPendingEmail(database.db, accountId)
    if (account === undefined || (pending === undefined && account.emailVerified))
      return fail('email_verified', undefined)
    await takeAttempt(parts, verificationLetters, accountId, fail)
    const email = pending ?? account.email
    await inTransaction(database, (trx) => askForProof(trx, parts, { accountId, email, isNew: pending !== undefined }))
    return { output: { message: `A letter with a new link is on its way to ${email}.` } }
  }
}
