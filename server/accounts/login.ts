/** Opens a session. A wrong password and an unknown address are answered alike, after the same time and the same writing. */
import type { Api } from '#contract/api'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import { inTransaction } from '../parts/database.ts'
import { replaceHash } from './account-store.ts'
import { attemptRules } from './attempt-rules.ts'
import { type AttemptParts, networkOf, takeAttempt } from './attempts.ts'
import { checkPassword, confirmPassword, type PasswordParts } from './check-password.ts'
import { openSession } from './sessions.ts'

/**
 * The verb of signing in: fails with `login_refused`; with `too_many_attempts` or `sign_in_stopped` when there was too much
 * guessing; and with `overloaded` when too many passwords wait to be checked.
 */
export function login(parts: PasswordParts & AttemptParts): Verb<Api['login']> {
  const { database, secrets, passwords, settings } = parts
  const { signIns } = attemptRules(settings.attempts)
  return async ({ body, client, fail }) => {
    await takeAttempt(parts, signIns, networkOf(client.ip), fail)
    const account = await checkPassword(parts, body, fail)
    if (account === undefined) return fail('login_refused', undefined)

    const { id: accountId, passwordHash: from } = account
    const to = passwords.isOutdated(from)
      ? await passwords.hash(body.password, () => fail('overloaded', undefined))
      : from
    const token = await inTransaction(database, async (trx) => {
      if (!(await confirmPassword(trx, secrets, account))) return undefined
      if (to !== from) await replaceHash(trx, accountId, to)
      await recordEvent(trx, { actor: accountId, action: 'account.signed_in', subject: accountId })
      return openSession(trx, accountId)
    })
    return token === undefined ? fail('login_refused', undefined) : { output: { token } }
  }
}
