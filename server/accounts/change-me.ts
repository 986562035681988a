/**
 * Changes the phone number, the email address, or which emails are sent. A new address must be proved first; no answer
 * tells whether it is taken.
 */
import type { Api } from '#contract/api'
import { recordEvent } from '../audit/record.ts'
import { type Fail, fail as failWith, type Verb } from '../http/verb.ts'
import { addressChangeAsked } from '../mail/emails/account-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { LimitSettings } from '../settings.ts'
import { findById } from './account.ts'
import { setEmails, setPhone } from './account-store.ts'
import { type AttemptParts, attemptRules, networkOf, takeAttempt, verificationEmails } from './attempts.ts'
import { checkOwnPassword, confirmPassword, type PasswordParts } from './check-password.ts'
import { askForProof, type ProofParts } from './email-proofs.ts'
import { showAccount } from './me.ts'
import { mayEmail, takeEmail } from './recipient-emails.ts'

type ChangeParts = {
  settings: PasswordParts['settings'] & ProofParts['settings'] & Pick<LimitSettings, 'adminSecondFactor'>
} & PasswordParts &
  AttemptParts &
  ProofParts

/** Fails with `phone_missing`, `email_and_password_missing`, `password_wrong`, and limits on guessing and emails. */
export function changeMe(parts: ChangeParts): Verb<Api['changeMe']> {
  const { phoneChanges } = attemptRules(parts.settings.attempts)
  return async ({ body, caller: { accountId }, client, fail }) => {
    const { newPhone, newEmail, password, quotaEmails, weeklyEmails } = body
    const hasEmail = newEmail !== undefined || password !== undefined
    const given = [newPhone, hasEmail || undefined, quotaEmails, weeklyEmails].filter((one) => one !== undefined)
    if (given.length > 1) {
      return fail('invalid_input', {
        parameter: 'body',
        expected: 'newPhone alone, or newEmail and password, or quotaEmails alone, or weeklyEmails alone',
        got: 'more than one of them',
      })
    }
    if (quotaEmails !== undefined || weeklyEmails !== undefined) {
      await setEmails(parts.database.db, accountId, { quotaEmails, weeklyEmails })
    } else if (newPhone !== undefined) {
      if (newPhone === '') return fail('phone_missing', undefined)
      await takeAttempt(parts, phoneChanges, accountId, fail)
      await changePhone(parts, accountId, newPhone)
    } else {
      if (!newEmail || !password) return fail('email_and_password_missing', undefined)
      await askForChange(parts, { accountId, newEmail, password, network: networkOf(client.ip) }, fail)
    }
    return { output: await showAccount(parts, accountId) }
  }
}

/** A phone number never opens an account, so it takes no password. */
async function changePhone({ database }: { database: Database }, accountId: string, phone: string): Promise<void> {
  await inTransaction(database, async (trx) => {
    await setPhone(trx, accountId, phone)
    await recordEvent(trx, { actor: accountId, action: 'account.phone_changed', subject: accountId })
  })
}

async function askForChange(
  parts: ChangeParts,
  { accountId, newEmail, password, network }: Record<'accountId' | 'newEmail' | 'password' | 'network', string>,
  fail: Fail<'invalid_input' | 'password_wrong' | 'sign_in_stopped' | 'too_many_attempts' | 'overloaded'>,
): Promise<void> {
  const { database, settings } = parts
  const { unprovenChanges } = attemptRules(settings.attempts)
  const { email, emailVerified } = (await findById(database.db, accountId)) ?? failWith('session_invalid', undefined)
  if (email === newEmail) {
    fail('invalid_input', { parameter: 'newEmail', expected: 'another address than the present one', got: 'the same' })
  }
  const checked = await checkOwnPassword(parts, { accountId, email, password, network }, fail)
  // A right password is no failed guess, even where no email may be sent.
  const isRight = checked !== undefined && (await inTransaction(database, (trx) => confirmPassword(trx, checked)))
  if (!isRight) return fail('password_wrong', undefined)
  await takeAttempt(parts, verificationEmails, accountId, fail)
  if (!emailVerified) await takeAttempt(parts, unprovenChanges, accountId, fail)
  await takeEmail(parts, { email: newEmail }, fail)
  // The recipient may be somebody else.
  const mayEmailOld = emailVerified || (await mayEmail(parts, { email }))
  const isDone = await inTransaction(database, async (trx) => {
    if (!(await confirmPassword(trx, checked))) return false
    await askForProof(trx, parts, { accountId, email: newEmail, isNew: true })
    if (mayEmailOld)
      await queueEmail(trx, { to: email, accountId }, addressChangeAsked({ publicUrl: settings.publicUrl }))
    await recordEvent(trx, { actor: accountId, action: 'account.email_change_asked', subject: accountId })
    return true
  })
  if (!isDone) fail('password_wrong', undefined)
}
