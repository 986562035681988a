/** Opens a session. A wrong password and an unknown address are answered alike, after the same time. */
import type { Api } from '#contract/api'
import type { Verb } from '../http/verb.ts'
import { type Database, inTransaction } from '../parts/database.ts'
import { findByEmail, replaceHash } from './account-store.ts'
import type { Passwords } from './passwords.ts'
import { openSession } from './sessions.ts'

/** The verb of signing in: fails with `login_refused`, and with `overloaded` when too many passwords wait to be checked. */
export function login({ database, passwords }: { database: Database; passwords: Passwords }): Verb<Api['login']> {
  return async ({ body: { email, password }, fail }) => {
    const onOverload = () => fail('overloaded', undefined)
    const account = await findByEmail(database.db, email)
    const isRight = await passwords.verify(account?.passwordHash, password, onOverload)
    if (account === undefined || !isRight) return fail('login_refused', undefined)

    const { id: accountId, passwordHash: from } = account
    const to = passwords.isOutdated(from) ? await passwords.hash(password, onOverload) : from
    const token = await inTransaction(database, async (trx) => {
      if (to !== from) await replaceHash(trx, { accountId, from, to })
      return openSession(trx, accountId)
    })
    return { output: { token } }
  }
}
