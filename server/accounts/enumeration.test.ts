/**
 * What is done for an address without an account is what is done for one with: the same statements in the same order
 * (B4).
 */
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestAccounts, type TestAccounts, testPassword } from '../../test/support/accounts/test-accounts.ts'
import { ApiError, fail } from '../http/verb.ts'
import { changeMe } from './change-me.ts'
import { forgotPassword } from './forgot-password.ts'
import { login } from './login.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

const nothing = { params: {}, query: {}, headers: {}, client: { ip: '127.0.0.1' }, fail }
const anyone = { ...nothing, caller: { kind: 'anyone' } } as const

/** Runs a verb over a database that notes its statements; answers them with what the caller gets. */
async function watch(run: (parts: TestAccounts) => Promise<unknown>) {
  const statements: string[] = []
  const db = accounts.database.db
  const noting: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(db.getExecutor().compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const parts = { ...accounts, database: { ...accounts.database, db: db.withPlugin(noting) } }
  const answer = await run(parts).catch((error: unknown) =>
    error instanceof ApiError
      ? { code: error.code, sentence: error.message, headers: error.headers }
      : expect.unreachable(),
  )
  return { statements, answer }
}

describe('B4: an address without an account', () => {
  it('looks like one with an account at sign-in', async () => {
    const { email } = await accounts.newAccount()
    const [known, unknown] = await Promise.all(
      [email, accounts.newEmail()].map((address) =>
        watch((parts) => login(parts)({ ...anyone, body: { email: address, password: 'a wrong one' } })),
      ),
    )
    expect(known?.answer).toMatchObject({ code: 'login_refused' })
    expect(known?.statements.length).toBeGreaterThan(3)
    expect(known).toEqual(unknown)
  })

  it('looks like one with an account when its password is forgotten', async () => {
    const { email } = await accounts.newAccount()
    const [known, unknown] = await Promise.all(
      [email, accounts.newEmail()].map((address) =>
        watch((parts) => forgotPassword(parts)({ ...anyone, body: { email: address } })),
      ),
    )
    expect(known?.statements).toHaveLength(1)
    expect(known).toEqual(unknown)
  })

  it('looks like one with an account when another account asks to have it', async () => {
    const taken = await accounts.newAccount()
    const asked = await Promise.all(
      [taken.email, accounts.newEmail()].map(async (newEmail) => {
        const { accountId } = await accounts.newAccount()
        const caller = { kind: 'session', accountId, sessionId: '' } as const
        return watch((parts) => changeMe(parts)({ ...nothing, caller, body: { newEmail, password: testPassword } }))
      }),
    )
    expect(asked[0]?.statements.length).toBeGreaterThan(8)
    expect(asked[0]?.statements).toEqual(asked[1]?.statements)
  })
})
