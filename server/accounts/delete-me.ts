/** Deletes the account of whoever calls, who has to give the password again. Its last words are a letter. */
import type { Api } from '#contract/api'
import { fail as failWith, type Verb } from '../http/verb.ts'
import type { KeyChecker } from '../keys/check-key.ts'
import { inTransaction } from '../platform/database/database.ts'
import { findById } from './account.ts'
import { isLastAdmin } from './account-store.ts'
import { networkOf } from './attempts.ts'
import { checkOwnPassword, confirmPassword, type PasswordParts } from './check-password.ts'
import { deleteAccount } from './delete-account.ts'

/**
 * The verb of it: fails with `password_wrong` and with the limits on guessing; with `last_admin`, since nobody would be there to
 * decide on verifications; and with `account_held` while an image has to be kept.
 */
export function deleteMe(parts: PasswordParts & { keys: KeyChecker }): Verb<Api['deleteMe']> {
  const { database, keys } = parts
  return async ({ body: { password }, caller: { accountId }, client, fail }) => {
    const { email } = (await findById(database.db, accountId)) ?? failWith('session_invalid', undefined)
    const checked = await checkOwnPassword(parts, { accountId, email, password, network: networkOf(client.ip) }, fail)
    if (checked === undefined || checked.id !== accountId) return fail('password_wrong', undefined)
    const outcome = await inTransaction(database, async (trx) => {
      // First of all locks, so that admins who go at the same time do not wait for each other.
      if (await isLastAdmin(trx, accountId)) return 'last-admin'
      if (await confirmPassword(trx, checked)) {
        return deleteAccount(trx, parts, { accountId, actor: accountId })
      }
      return (await findById(trx, accountId)) === undefined ? 'gone' : 'changed'
    })
    switch (outcome) {
      case 'last-admin':
        return fail('last_admin', undefined)
      case 'held':
        return fail('account_held', undefined)
      case 'changed':
        return fail('password_wrong', undefined)
      case 'gone':
        return failWith('session_invalid', undefined)
      case 'deleted':
        keys.forget(accountId)
        return { output: { message: 'Your account is deleted; a letter confirms it.' } }
    }
  }
}
