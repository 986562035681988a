/** Creates an account with its API key and its verification email, in one transaction. */
import type { Api } from '#contract/api'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import { createKey } from '../keys/keys.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { LimitSettings } from '../settings.ts'
import { findByEmail, insertAccount } from './account-store.ts'
import { type AttemptParts, attemptRules, networkOf, takeAttempt } from './attempts.ts'
import { askForProof, type ProofParts } from './email-proofs.ts'
import { requireGoodPassword } from './new-password.ts'
import type { Passwords } from './passwords.ts'
import { mayEmail } from './recipient-emails.ts'

type SignupParts = { database: Database; passwords: Passwords; settings: LimitSettings } & AttemptParts & ProofParts

/** Fails with `password_too_common`, `email_taken`, `too_many_attempts` and `overloaded`. */
export function signup(parts: SignupParts): Verb<Api['signup']> {
  const { database, secrets, passwords, settings } = parts
  const { signUps } = attemptRules(settings.attempts)
  return async ({ body: { email, password, phone }, client, fail }) => {
    await takeAttempt(parts, signUps, networkOf(client.ip), fail)
    requireGoodPassword({ password, email, parameter: 'password' }, settings, fail)
    // Before the costly hashing.
    if ((await findByEmail(database.db, email)) !== undefined) return fail('email_taken', undefined)
    const passwordHash = await passwords.hash(password, () => fail('overloaded', undefined))

    // Past the limit the account is made without an email; its link can be asked for later.
    const isEmailed = await mayEmail(parts, { email })
    const accountId = await inTransaction(database, async (trx) => {
      const id = await insertAccount(trx, { email, phone, passwordHash })
      if (id === undefined) return undefined
      await createKey(trx, secrets, id)
      if (isEmailed) await askForProof(trx, parts, { accountId: id, email, isNew: false })
      await recordEvent(trx, { actor: id, action: 'account.signed_up', subject: id })
      return id
    })
    if (accountId === undefined) return fail('email_taken', undefined)
    return { output: { _id: accountId, email } }
  }
}
