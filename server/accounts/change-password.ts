/** Sets a new password with the old one. All that the old one opened ends in the same transaction. */
import type { Api } from '#contract/api'
import { recordEvent } from '../audit/record.ts'
import { fail as failWith, type Verb } from '../http/verb.ts'
import type { KeyChecker } from '../keys/check-key.ts'
import { passwordChanged } from '../mail/emails/account-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import type { LimitSettings } from '../settings.ts'
import { findById } from './account.ts'
import { replaceHash } from './account-store.ts'
import { replaceAdminKey } from './admin-role.ts'
import { byPassword } from './by-password.ts'
import type { PasswordParts } from './check-password.ts'
import { requireGoodPassword } from './new-password.ts'
import { browserName } from './session-list.ts'
import { endAccess, openSession } from './sessions.ts'

type ChangeParts = PasswordParts & {
  keys: KeyChecker
  settings: PasswordParts['settings'] & Pick<LimitSettings, 'passwordLengthMin'> & { publicUrl: string }
}

/** Fails with `password_wrong`, `password_too_common` and the limits on guessing. */
export function changePassword(parts: ChangeParts): Verb<Api['changePassword']> {
  const { database, secrets, passwords, keys, settings } = parts
  const { publicUrl } = settings
  return async ({ body: { password, newPassword }, headers, caller: { accountId }, client, fail }) => {
    const { email } = (await findById(database.db, accountId)) ?? failWith('session_invalid', undefined)
    requireGoodPassword({ password: newPassword, email, parameter: 'newPassword' }, settings, fail)
    const passwordHash = await passwords.hash(newPassword, () => fail('overloaded', undefined))
    const token = await byPassword(parts, { accountId, password, client }, fail, async (trx) => {
      await replaceHash(trx, accountId, passwordHash)
      await endAccess(trx, accountId)
      const isKeyReplaced = await replaceAdminKey(trx, { secrets, publicUrl }, accountId)
      await queueEmail(trx, { to: email, accountId }, passwordChanged({ publicUrl, isKeyReplaced, wasOwned: true }))
      await recordEvent(trx, { actor: accountId, action: 'account.password_changed', subject: accountId })
      return openSession(trx, accountId, browserName(headers['User-Agent']))
    })
    keys.forget(accountId)
    return { output: { token } }
  }
}
