/** Opens a session. A wrong password and an unknown address take the same time and the same writes. */
import type { Api } from '#contract/api'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { replaceHash } from './account-store.ts'
import { type AttemptParts, attemptRules, networkOf, takeAttempt } from './attempts.ts'
import { checkPassword, confirmPassword, type PasswordParts } from './check-password.ts'
import { beginSession, failuresOf } from './devices.ts'
import { beginSecondStep } from './second-factor/second-step.ts'
import { browserName } from './session-list.ts'
import { endSession } from './sessions.ts'

/** Fails with `login_refused`, `second_factor_required`, `too_many_attempts`, `sign_in_stopped` and `overloaded`. */
export function login(parts: PasswordParts & AttemptParts & { settings: { publicUrl: string } }): Verb<Api['login']> {
  const { database, secrets, passwords, settings } = parts
  const { signIns } = attemptRules(settings.attempts)
  return async ({ body, headers, client, fail }) => {
    const network = networkOf(client.ip)
    await takeAttempt(parts, signIns, network, fail)
    const { email, password, device } = body
    const failures = await failuresOf(database.db, secrets, { email, device })
    const account = await checkPassword(parts, { email, password, failures, network }, fail)
    if (account === undefined) return fail('login_refused', undefined)

    const { id: accountId, passwordHash: from } = account
    const to = passwords.isOutdated(from) ? await passwords.hash(password, () => fail('overloaded', undefined)) : from
    const opened = await inTransaction(database, async (trx) => {
      if (!(await confirmPassword(trx, account))) return undefined
      if (to !== from) await replaceHash(trx, accountId, to)
      const step = await beginSecondStep(trx, parts, accountId)
      if (step !== undefined) return step
      await recordEvent(trx, { actor: accountId, action: 'account.signed_in', subject: accountId })
      return beginSession(trx, { accountId, device, browser: browserName(headers['User-Agent']) })
    })
    if (opened === undefined) return fail('login_refused', undefined)
    return 'challenge' in opened ? fail('second_factor_required', opened) : { output: opened }
  }
}

/** The token works on no process once this is answered. */
export function logout({ database }: { database: Database }): Verb<Api['logout']> {
  return async ({ caller: { accountId, sessionId } }) => {
    await inTransaction(database, async (trx) => {
      await endSession(trx, accountId, sessionId)
      await recordEvent(trx, { actor: accountId, action: 'account.signed_out', subject: accountId })
    })
    return { output: { message: 'Signed out.' } }
  }
}
