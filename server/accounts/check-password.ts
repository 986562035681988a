/** Checks a password within the limits on guessing. Callers cannot tell a wrong password from an unknown address. */
import type { Transaction } from 'kysely'
import { countRefusal, hiddenNetwork } from '../audit/count-refusal.ts'
import type { Fail } from '../http/verb.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { LimitSettings } from '../settings.ts'
import { findByEmail, lockWithPassword } from './account-store.ts'
import { tooMany } from './attempts.ts'
import type { Passwords } from './passwords.ts'
import { admit, failuresBy, forgetFailures, keepFailure, takeBackFailure } from './sign-in-failures.ts'

export interface PasswordParts {
  database: Database
  secrets: Secrets
  passwords: Passwords
  settings: Pick<LimitSettings, 'attempts'>
}

export interface Checked {
  id: string
  email: string
  passwordHash: string
  failures: Buffer
}

interface Guess {
  email: string
  password: string
  failures: Buffer
  network: string
}

/** Undefined where the password is wrong; ends the call where it may not be tried now. */
export async function checkPassword(
  parts: PasswordParts,
  { email, password, failures, network }: Guess,
  fail: Fail<'too_many_attempts' | 'sign_in_stopped' | 'overloaded'>,
): Promise<Checked | undefined> {
  const { database, secrets, settings } = parts
  const admission = await admit(database.db, failures, settings.attempts)
  if (admission.kind === 'stopped') return fail('sign_in_stopped', undefined)
  if (admission.kind === 'wait') return tooMany('failed sign-ins with this email address', admission.seconds, fail)

  const { account, isRight } = await compare(parts, { email, password }, fail).catch(async (error: unknown) => {
    await takeBackFailure(database.db, failures)
    throw error
  })
  if (account !== undefined && isRight) return { ...account, email, failures }

  const subject = account?.id ?? hiddenNetwork(secrets, network)
  await inTransaction(database, async (trx) => {
    await keepFailure(trx, failures)
    await countRefusal(trx, { actor: null, action: 'account.sign_in_failed', subject })
  })
  return undefined
}

/** For a signed-in caller: guesses from elsewhere do not stop it. */
export async function checkOwnPassword(
  parts: PasswordParts,
  { accountId, ...guess }: Omit<Guess, 'failures'> & { accountId: string },
  fail: Fail<'too_many_attempts' | 'sign_in_stopped' | 'overloaded'>,
): Promise<Checked | undefined> {
  return checkPassword(parts, { ...guess, failures: failuresBy(parts.secrets, { accountId, by: 'session' }) }, fail)
}

/** Locks the account and clears its failures. False when the password changed since it was checked. */
export async function confirmPassword(
  trx: Transaction<Tables>,
  { id, passwordHash, failures }: Checked,
): Promise<boolean> {
  if (!(await lockWithPassword(trx, id, passwordHash))) return false
  await forgetFailures(trx, failures)
  return true
}

async function compare(
  { database, passwords }: PasswordParts,
  { email, password }: { email: string; password: string },
  fail: Fail<'overloaded'>,
) {
  const account = await findByEmail(database.db, email)
  const isRight = await passwords.verify(account?.passwordHash, password, () => fail('overloaded', undefined))
  return { account, isRight }
}
