import type { Kysely } from 'kysely'
import type { Api } from '#contract/api'
import type { Verb } from '../http/verb.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { LimitSettings } from '../settings.ts'
import { findById, lockAccount } from './account.ts'
import { type AttemptParts, takeAttempt, verificationEmails } from './attempts.ts'
import { findPendingEmail } from './email-proof-store.ts'
import { askForProof, type ProofParts } from './email-proofs.ts'
import { takeEmail } from './recipient-emails.ts'

/** To the new address that waits for proof, else to the account's own. */
export function resendVerification(
  parts: { database: Database; settings: Pick<LimitSettings, 'attempts'> } & AttemptParts & ProofParts,
): Verb<Api['resendVerification']> {
  const { database } = parts
  return async ({ body: { device }, caller: { accountId }, fail }) => {
    const waiting = await findUnproved(database.db, accountId)
    if (waiting === undefined) return fail('email_verified', undefined)
    await takeAttempt(parts, verificationEmails, accountId, fail)
    await takeEmail(parts, { email: waiting.email, device }, fail)
    const asked = await inTransaction(database, async (trx) => {
      // Cancelling a change locks the account too.
      await lockAccount(trx, accountId)
      const unproved = await findUnproved(trx, accountId)
      if (unproved !== undefined) await askForProof(trx, parts, { accountId, ...unproved })
      return unproved
    })
    if (asked === undefined) return fail('email_verified', undefined)
    return { output: { message: `An email with a new link is on its way to ${asked.email}.` } }
  }
}

/** Undefined when there is nothing to prove. */
async function findUnproved(
  db: Kysely<Tables>,
  accountId: string,
): Promise<{ email: string; isNew: boolean } | undefined> {
  const pending = await findPendingEmail(db, accountId)
  if (pending !== undefined) return { email: pending, isNew: true }
  const account = await findById(db, accountId)
  return account === undefined || account.emailVerified ? undefined : { email: account.email, isNew: false }
}
