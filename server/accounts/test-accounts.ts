/** What tests of accounts and keys need: the verbs over a real database, and an account of one's own for each test. */
import { randomBytes, randomUUID } from 'node:crypto'
import { fail } from '../http/verb.ts'
import { keyChecker } from '../keys/check-key.ts'
import { replaceKey } from '../keys/replace-key.ts'
import { openSecrets } from '../parts/secrets.ts'
import { startTestDatabase } from '../parts/test-database.ts'
import { login } from './login.ts'
import { me } from './me.ts'
import { openPasswords } from './passwords.ts'
import { sessionChecker } from './sessions.ts'
import { signup } from './signup.ts'

/** Good enough for any account here. */
export const testPassword = 'a long walk by the sea'

/** Starts a database with the verbs over it; takes about a second. Close `database` at the end. */
export async function startTestAccounts() {
  const database = await startTestDatabase()
  const secrets = openSecrets(randomBytes(32))
  const parts = { database, secrets, passwords: openPasswords(), keys: keyChecker({ database, secrets }) }
  const verbs = { signup: signup(parts), login: login(parts), me: me(parts), replaceKey: replaceKey(parts) }
  const nothing = { params: {}, query: {}, headers: {}, body: {}, fail }

  const accounts = {
    ...parts,
    sessions: sessionChecker(parts),
    newEmail: () => `${randomUUID()}@example.org`,
    signUp: (body: { email: string; password?: string; phone?: string }) =>
      verbs
        .signup({
          ...nothing,
          caller: { kind: 'anyone' },
          body: { password: testPassword, phone: '2125550101', ...body },
        })
        .then(outputOf),
    logIn: (email: string, password = testPassword) =>
      verbs.login({ ...nothing, caller: { kind: 'anyone' }, body: { email, password } }).then(outputOf),
    showMe: (accountId: string) => verbs.me({ ...nothing, caller: caller(accountId) }).then(outputOf),
    replaceKeyOf: (accountId: string) => verbs.replaceKey({ ...nothing, caller: caller(accountId) }).then(outputOf),
    /** A new account with its key. */
    async newAccount() {
      const { _id: accountId, email } = await accounts.signUp({ email: accounts.newEmail() })
      return { accountId, email, apiKey: (await accounts.showMe(accountId)).apiKey }
    },
  }
  return accounts
}

export type TestAccounts = Awaited<ReturnType<typeof startTestAccounts>>

const caller = (accountId: string) => ({ kind: 'session', accountId, sessionId: '' }) as const

function outputOf<T>(answer: { output: T } | { json: Buffer }): T {
  if ('output' in answer) return answer.output
  throw new Error('These verbs answer with an output.')
}
