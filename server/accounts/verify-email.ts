/**
 * Takes the link in a letter as the proof that its address is the account's own. A new address takes the place of the old one by
 * it: both get a letter, every session ends, and so does the API key of an admin. Only a call that posts the token counts, never the opening of a page, since
 * programs that look through mail open pages too.
 */
import type { Transaction } from 'kysely'
import type { Api } from '#contract/api'
import { recordEvent } from '../audit/record.ts'
import { noteCustomerChange } from '../billing/tell-customer-changes.ts'
import type { Verb } from '../http/verb.ts'
import { addressChanged } from '../mail/letters/address-changed.ts'
import { queueLetter } from '../mail/queue.ts'
import { type Database, inTransaction } from '../parts/database.ts'
import type { Tables } from '../parts/database-tables.ts'
import { isTaken } from '../parts/error-code.ts'
import { lockAccount } from './account.ts'
import { emailIndex, setVerifiedEmail } from './account-store.ts'
import { replaceAdminKey } from './admin-role.ts'
import { type AttemptParts, networkOf, takeAttempt } from './attempts.ts'
import { consumeProof, dropUnusedProofs, findProved } from './email-proof-store.ts'
import type { ProofParts } from './email-proofs.ts'
import { linkUses } from './link-uses.ts'
import { dropResetTokens } from './reset-store.ts'
import { endSessions } from './sessions.ts'
import { hashOfToken } from './tokens.ts'

type VerifyParts = { database: Database } & ProofParts & AttemptParts

/** The verb of it: fails with `verification_link_invalid`, and with `email_taken` when another account has had the address first. */
export function verifyEmail(parts: VerifyParts): Verb<Api['verifyEmail']> {
  return async ({ body: { token }, client, fail }) => {
    await takeAttempt(parts, linkUses, networkOf(client.ip), fail)
    try {
      const email = await inTransaction(parts.database, (trx) => prove(trx, parts, hashOfToken(token)))
      if (email === undefined) return fail('verification_link_invalid', undefined)
      return { output: { message: 'Your email address is verified.', email } }
    } catch (error) {
      if (isTaken(error, emailIndex)) return fail('email_taken', undefined)
      throw error
    }
  }
}

/** The address that the token proves, now or before. */
async function prove(trx: Transaction<Tables>, parts: VerifyParts, tokenHash: Buffer): Promise<string | undefined> {
  const proof = await consumeProof(trx, tokenHash)
  if (proof === undefined) return findProved(trx, tokenHash)
  const { accountId, email } = proof
  const before = await lockAccount(trx, accountId)
  await setVerifiedEmail(trx, accountId, email)
  if (before === email) {
    await recordEvent(trx, { actor: accountId, action: 'account.email_verified', subject: accountId })
  } else {
    await finishChange(trx, parts, { accountId, before, email })
  }
  return email
}

/** Whatever the old address could still open, it opens no longer. */
async function finishChange(
  trx: Transaction<Tables>,
  { secrets, settings: { publicUrl } }: ProofParts,
  { accountId, before, email }: { accountId: string; before: string; email: string },
): Promise<void> {
  await endSessions(trx, accountId)
  await dropResetTokens(trx, accountId)
  await dropUnusedProofs(trx, accountId)
  await replaceAdminKey(trx, { secrets, publicUrl }, accountId)
  await noteCustomerChange(trx, accountId)
  for (const to of [before, email]) {
    await queueLetter(trx, { to, accountId }, addressChanged({ publicUrl, isOld: to === before }))
  }
  await recordEvent(trx, { actor: accountId, action: 'account.email_changed', subject: accountId })
}
