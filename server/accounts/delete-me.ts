/** Deletes the caller's account, with its password; a last email says so. */
import type { Api } from '#contract/api'
import { fail as failWith, type Verb } from '../http/verb.ts'
import type { KeyChecker } from '../keys/check-key.ts'
import { inTransaction } from '../platform/database/database.ts'
import { findById } from './account.ts'
import { isLastAdmin } from './account-store.ts'
import { networkOf } from './attempts.ts'
import { checkOwnPassword, confirmPassword, type PasswordParts } from './check-password.ts'
import { deleteAccount } from './delete-account.ts'

/** Fails with `password_wrong` and the limits on guessing; `last_admin`; and `account_held` under a legal hold. */
export function deleteMe(parts: PasswordParts & { keys: KeyChecker }): Verb<Api['deleteMe']> {
  const { database, keys } = parts
  return async ({ body: { password }, caller: { accountId }, client, fail }) => {
    const { email } = (await findById(database.db, accountId)) ?? failWith('session_invalid', undefined)
    const checked = await checkOwnPassword(parts, { accountId, email, password, network: networkOf(client.ip) }, fail)
    if (checked === undefined || checked.id !== accountId) return fail('password_wrong', undefined)
    const outcome = await inTransaction(database, async (trx) => {
      // The first lock, so that admins who delete themselves at the same time cannot deadlock.
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
        return { output: { message: 'Your account is deleted; an email confirms it.' } }
    }
  }
}
