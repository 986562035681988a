/**
 * Sets a new password for whoever bears the token of a letter. What could be opened by the old password, or was under way with
 * it, ends in the same transaction: every session of both areas, other links, a change of the address, and the
 * API key of an admin. The key of anybody else works on.
 */
import type { Api } from '#contract/api'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import { passwordChanged } from '../mail/letters/password-changed.ts'
import { queueLetter } from '../mail/queue.ts'
import { type Database, inTransaction } from '../parts/database.ts'
import type { LimitSettings } from '../settings-limits.ts'
import { setPassword } from './account-store.ts'
import { replaceAdminKey } from './admin-role.ts'
import { type AttemptParts, networkOf, takeAttempt } from './attempts.ts'
import { dropUnusedProofs } from './email-proof-store.ts'
import type { ProofParts } from './email-proofs.ts'
import { linkUses } from './link-uses.ts'
import { requireGoodPassword } from './new-password.ts'
import type { Passwords } from './passwords.ts'
import { consumeResetToken, findResettable } from './reset-store.ts'
import { endSessions } from './sessions.ts'
import { emailHashOf, forgetFailures } from './sign-in-failures.ts'
import { hashOfToken } from './tokens.ts'

type ResetParts = {
  database: Database
  passwords: Passwords
  settings: Pick<LimitSettings, 'passwordLengthMin'>
} & ProofParts &
  AttemptParts

/** The verb of it: fails with `reset_link_invalid`; a password that will not do leaves the link as it was. */
export function resetPassword(parts: ResetParts): Verb<Api['resetPassword']> {
  const {
    database,
    secrets,
    passwords,
    settings,
    settings: { publicUrl },
  } = parts
  return async ({ body: { token, newPassword }, client, fail }) => {
    await takeAttempt(parts, linkUses, networkOf(client.ip), fail)
    const tokenHash = hashOfToken(token)
    const address = await findResettable(database.db, tokenHash)
    if (address === undefined) return fail('reset_link_invalid', undefined)
    requireGoodPassword({ password: newPassword, email: address, parameter: 'newPassword' }, settings, fail)
    const passwordHash = await passwords.hash(newPassword, () => fail('overloaded', undefined))

    const isDone = await inTransaction(database, async (trx) => {
      const accountId = await consumeResetToken(trx, tokenHash)
      if (accountId === undefined) return false
      const email = await setPassword(trx, accountId, passwordHash)
      await endSessions(trx, accountId)
      await dropUnusedProofs(trx, accountId)
      await forgetFailures(trx, emailHashOf(secrets, email))
      const isKeyReplaced = await replaceAdminKey(trx, { secrets, publicUrl }, accountId)
      await queueLetter(trx, { to: email, accountId }, passwordChanged({ publicUrl, isKeyReplaced }))
      await recordEvent(trx, { actor: accountId, action: 'account.password_reset', subject: accountId })
      return true
    })
    if (!isDone) return fail('reset_link_invalid', undefined)
    return { output: { message: 'Your password was changed. Sign in with the new one.' } }
  }
}
