/**
 * Sets a new password with an emailed token. All that the old password opened ends in the same transaction: sessions,
 * links, a change of address, an admin's API key. Where the address was not proved before, see forget-unowned.ts.
 */
import type { Api } from '#contract/api'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import type { KeyChecker } from '../keys/check-key.ts'
import { passwordChanged } from '../mail/emails/account-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { LimitSettings } from '../settings.ts'
import { lockById, setPassword } from './account-store.ts'
import { replaceAdminKey } from './admin-role.ts'
import { type AttemptParts, linkUses, networkOf, takeAttempt } from './attempts.ts'
import { forgetFailuresOf } from './devices.ts'
import type { ProofParts } from './email-proofs.ts'
import { forgetUnowned } from './forget-unowned.ts'
import { requireGoodPassword } from './new-password.ts'
import type { Passwords } from './passwords.ts'
import { consumeResetToken, findResettable } from './reset-store.ts'
import { endAccess } from './sessions.ts'
import { hashOfToken } from './tokens.ts'

type ResetParts = {
  database: Database
  keys: KeyChecker
  passwords: Passwords
  settings: Pick<LimitSettings, 'passwordLengthMin'>
} & ProofParts &
  AttemptParts

/** Fails with `reset_link_invalid`; a refused password leaves the link working. */
export function resetPassword(parts: ResetParts): Verb<Api['resetPassword']> {
  const {
    database,
    keys,
    secrets,
    passwords,
    settings,
    settings: { publicUrl },
  } = parts
  return async ({ body: { token, newPassword }, client, fail }) => {
    await takeAttempt(parts, linkUses, networkOf(client.ip), fail)
    const tokenHash = hashOfToken(token)
    const found = await findResettable(database.db, tokenHash)
    if (found === undefined) return fail('reset_link_invalid', undefined)
    requireGoodPassword({ password: newPassword, email: found.email, parameter: 'newPassword' }, settings, fail)
    const passwordHash = await passwords.hash(newPassword, () => fail('overloaded', undefined))

    const email = await inTransaction(database, async (trx) => {
      const { accountId } = found
      // Locked before its links: two may be used at once, and each voids the other.
      if ((await lockById(trx, accountId)) === undefined) return undefined
      if (!(await consumeResetToken(trx, tokenHash))) return undefined
      const { email, wasOwned } = await setPassword(trx, accountId, passwordHash)
      await endAccess(trx, accountId)
      await forgetFailuresOf(trx, secrets, { accountId, email })
      if (!wasOwned) await forgetUnowned(trx, { secrets, publicUrl }, accountId)
      const isKeyReplaced = wasOwned && (await replaceAdminKey(trx, { secrets, publicUrl }, accountId))
      await queueEmail(trx, { to: email, accountId }, passwordChanged({ publicUrl, isKeyReplaced, wasOwned }))
      await recordEvent(trx, { actor: accountId, action: 'account.password_reset', subject: accountId })
      return email
    })
    keys.forget(found.accountId)
    if (email === undefined) return fail('reset_link_invalid', undefined)
    return { output: { message: 'Your password was changed. Sign in with the new one.', email } }
  }
}
