/** Creates an account with its API key, both or neither. */
import type { Api } from '#contract/api'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import { createKey } from '../keys/keys.ts'
import { type Database, inTransaction } from '../parts/database.ts'
import type { Secrets } from '../parts/secrets.ts'
import { findByEmail, insertAccount } from './account-store.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { Passwords } from './passwords.ts'

/**
 * The verb of signing up: fails with `password_too_common`, `email_taken`, also for the later of two at once, and `overloaded`
 * when too many passwords wait to be hashed.
 */
export function signup(parts: { database: Database; secrets: Secrets; passwords: Passwords }): Verb<Api['signup']> {
  const { database, secrets, passwords } = parts
  return async ({ body: { email, password, phone }, fail }) => {
    if (isCommonPassword(password, email)) return fail('password_too_common', undefined)
    // Hashing is dear, so an address that is known to be taken is refused before it.
    if ((await findByEmail(database.db, email)) !== undefined) return fail('email_taken', undefined)
    const passwordHash = await passwords.hash(password, () => fail('overloaded', undefined))

    const accountId = await inTransaction(database, async (trx) => {
      const id = await insertAccount(trx, { email, phone, passwordHash })
      if (id === undefined) return undefined
      await createKey(trx, secrets, id)
      await recordEvent(trx, { actor: id, action: 'account.signed_up', subject: id })
      return id
    })
    if (accountId === undefined) return fail('email_taken', undefined)
    return { output: { _id: accountId, email } }
  }
}
