/** Opens a session. A wrong password and an unknown address are answered alike, after the same time and the same writing. */
import type { Api } from '#contract/api'
import { hiddenEmail } from '../audit/hidden-email.ts'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import { type Database, inTransaction } from '../parts/database.ts'
import type { Secrets } from '../parts/secrets.ts'
import { findByEmail, replaceHash } from './account-store.ts'
import type { Passwords } from './passwords.ts'
import { openSession } from './sessions.ts'

/** The verb of signing in: fails with `login_refused`, and with `overloaded` when too many passwords wait to be checked. */
export function login(parts: { database: Database; secrets: Secrets; passwords: Passwords }): Verb<Api['login']> {
  const { database, secrets, passwords } = parts
  return async ({ body: { email, password }, fail }) => {
    const onOverload = () => fail('overloaded', undefined)
    const account = await findByEmail(database.db, email)
    const isRight = await passwords.verify(account?.passwordHash, password, onOverload)
    if (account === undefined || !isRight) {
      const subject = account?.id ?? hiddenEmail(secrets, email)
      await inTransaction(database, (trx) =>
        recordEvent(trx, { actor: null, action: 'account.sign_in_failed', subject }),
      )
      return fail('login_refused', undefined)
    }

    const { id: accountId, passwordHash: from } = account
    const to = passwords.isOutdated(from) ? await passwords.hash(password, onOverload) : from
    const token = await inTransaction(database, async (trx) => {
      if (to !== from) await replaceHash(trx, { accountId, from, to })
      await recordEvent(trx, { actor: accountId, action: 'account.signed_in', subject: accountId })
      return openSession(trx, accountId)
    })
    return { output: { token } }
  }
}
