import type { Transaction } from 'kysely'
import { type Fail, fail as failWith } from '../http/verb.ts'
import { inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { findById } from './account.ts'
import { networkOf } from './attempts.ts'
import { checkOwnPassword, confirmPassword, type PasswordParts } from './check-password.ts'

export type PasswordFail = Fail<'password_wrong' | 'sign_in_stopped' | 'too_many_attempts' | 'overloaded'>

/**
 * Runs the work in a transaction that locked the account with this password. It commits, so work refuses by its answer.
 */
export async function byPassword<T>(
  parts: PasswordParts,
  { accountId, password, client }: { accountId: string; password: string; client: { ip: string } },
  fail: PasswordFail,
  work: (trx: Transaction<Tables>, account: { email: string }) => Promise<T>,
): Promise<T> {
  const { database } = parts
  const { email } = (await findById(database.db, accountId)) ?? failWith('session_invalid', undefined)
  const checked = await checkOwnPassword(parts, { accountId, email, password, network: networkOf(client.ip) }, fail)
  if (checked === undefined || checked.id !== accountId) return fail('password_wrong', undefined)
  const done = await inTransaction(database, async (trx) =>
    (await confirmPassword(trx, checked)) ? { answer: await work(trx, { email }) } : undefined,
  )
  return done === undefined ? fail('password_wrong', undefined) : done.answer
}
