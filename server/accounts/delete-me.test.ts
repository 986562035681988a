import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  codeOf,
  startTestAccounts,
  type TestAccounts,
  testPassword,
} from '../../test/support/accounts/test-accounts.ts'
import { fail } from '../http/verb.ts'
import { requestSupport } from '../support/support.ts'
import { deleteByOperator } from './delete-account.ts'
import { emailHashOf, failuresBy } from './sign-in-failures.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

const makeAdmin = (accountId: string) =>
  accounts.database.db.updateTable('accounts').set({ is_admin: true }).where('id', '=', accountId).execute()

const isThere = async (email: string) =>
  (await accounts.database.db.selectFrom('accounts').select('id').where('email', '=', email).execute()).length > 0

/** Asks support for help as this account; the email waits for the operator. */
const askSupport = (accountId: string) =>
  requestSupport({ ...accounts, images: { prepare: () => expect.unreachable('it has no image') } })({
    params: {},
    query: {},
    headers: {},
    body: { category: 'Other', description: 'Hello.' },
    client: { ip: '127.0.0.1' },
    caller: { kind: 'session', accountId, sessionId: '' },
    fail,
  })
const askForAddress = (accountId: string, newEmail: string) =>
  accounts.changeMe(accountId, { newEmail, password: testPassword })

const kindsTo = async (email: string) => (await accounts.emailsTo(email)).map(({ kind }) => kind)

describe('F5: deleting the own account', () => {
  it('ends the sessions and the key at once, and says so in an email, the only one that is left', async () => {
    const { accountId, email, apiKey, header } = await accounts.newSession()
    expect(await accounts.keys.check(apiKey)).toMatchObject({ ok: true })
    await accounts.deleteMe(accountId)
    expect(await accounts.sessions.check(header)).toEqual({ ok: false, code: 'session_invalid' })
    expect(await accounts.keys.check(apiKey)).toMatchObject({ ok: false, code: 'key_unknown' })
    expect(await accounts.emailsTo(email)).toMatchObject([{ kind: 'account-deleted' }])
  })

  it('frees the address for a new account that knows nothing of the old one', async () => {
    const { accountId, email } = await accounts.newAccount()
    await accounts.deleteMe(accountId)
    expect(await codeOf(accounts.logIn(email))).toBe('login_refused')
    const { _id } = await accounts.signUp({ email, phone: '212-555-0199' })
    expect(_id).not.toBe(accountId)
    expect(await accounts.showMe(_id)).toMatchObject({ email, phone: '212-555-0199', emailVerified: false })
  })

  it('takes the password, and leaves all as it is without it', async () => {
    const { accountId, email, header } = await accounts.newSession()
    expect(await codeOf(accounts.deleteMe(accountId, 'a short walk by the sea'))).toBe('password_wrong')
    expect(await isThere(email)).toBe(true)
    expect(await accounts.sessions.check(header)).toMatchObject({ ok: true })
  })

  it('is a guess at the password with limits like those of sign-ins, which it does not use up', async () => {
    const { accountId, email } = await accounts.newAccount()
    for (let guess = 0; guess < 3; guess++) await codeOf(accounts.deleteMe(accountId, `a walk by the sea ${guess}`))
    // A longer pause, so that it is not over before a busy machine gets around to asking.
    await sql`update sign_in_failures set next_try_at = next_try_at + interval '1 minute'
      where email_hash = ${failuresBy(accounts.secrets, { accountId, by: 'session' })}`.execute(accounts.database.db)
    expect(await codeOf(accounts.deleteMe(accountId))).toBe('too_many_attempts')
    expect(await codeOf(accounts.logIn(email))).toBe('done')
    expect(await isThere(email)).toBe(true)
  })

  it('by the operator, who knows no password, leaves nothing of the sign-ins that failed either', async () => {
    const { email } = await accounts.newAccount()
    expect(await codeOf(accounts.logIn(email, 'another walk'))).toBe('login_refused')
    const emailHash = emailHashOf(accounts.secrets, email)
    const failures = accounts.database.db.selectFrom('sign_in_failures').selectAll().where('email_hash', '=', emailHash)
    expect(await failures.execute()).toHaveLength(1)
    expect(await deleteByOperator(accounts, email)).toBe('deleted')
    expect(await failures.execute()).toEqual([])
  })

  it('happens once of ten at the same time', async () => {
    const { accountId, email } = await accounts.newAccount()
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(accounts.deleteMe(accountId))))
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    const events = await accounts.database.db
      .selectFrom('audit_events')
      .select(['action', 'actor'])
      .where('subject', '=', accountId)
      .where('action', '=', 'account.deleted')
      .execute()
    expect(events).toEqual([{ action: 'account.deleted', actor: accountId }])
    expect(await isThere(email)).toBe(false)
  })

  it('is refused to the last admin, and to one of two who go at the same time', async () => {
    const [one, other] = [await accounts.newAccount(), await accounts.newAccount()]
    await makeAdmin(one.accountId)
    expect(await codeOf(accounts.deleteMe(one.accountId))).toBe('last_admin')
    await makeAdmin(other.accountId)
    const codes = await Promise.all([one, other].map(({ accountId }) => codeOf(accounts.deleteMe(accountId))))
    expect(codes.sort()).toEqual(['done', 'last_admin'])
    const [last = one] = (await isThere(one.email)) ? [one] : [other]
    expect(await deleteByOperator(accounts, last.email)).toBe('deleted')
    expect((await accounts.emailsTo(last.email)).map(({ text }) => text).join()).toContain(
      'We deleted the Praxidex account',
    )
  })

  it('does not wait for an admin who is changed meanwhile', async () => {
    const [admin, { accountId, email }] = [await accounts.newAccount(), await accounts.newAccount()]
    await makeAdmin(admin.accountId)
    await accounts.database.db.transaction().execute(async (trx) => {
      await trx.selectFrom('accounts').select('id').where('id', '=', admin.accountId).forUpdate().execute()
      expect(await codeOf(accounts.deleteMe(accountId))).toBe('done')
    })
    expect(await isThere(email)).toBe(false)
    expect(await deleteByOperator(accounts, admin.email)).toBe('deleted')
  })

  it('leaves every other account as it was', async () => {
    const other = await accounts.newSession()
    const { accountId } = await accounts.newAccount()
    const before = await accounts.showMe(other.accountId)
    await accounts.deleteMe(accountId)
    expect(await accounts.showMe(other.accountId)).toEqual(before)
    expect(await accounts.sessions.check(other.header)).toMatchObject({ ok: true })
    expect(await codeOf(accounts.logIn(other.email, testPassword))).toBe('done')
  })
})

describe('emails that wait while an account is deleted', () => {
  it('to an address that it asked for and another account has are left, except its own', async () => {
    const victim = await accounts.newAccount()
    await accounts.askForReset(victim.email)
    const before = await kindsTo(victim.email)
    const { accountId } = await accounts.newAccount()
    await askForAddress(accountId, victim.email)
    expect(await kindsTo(victim.email)).toEqual([...before, 'confirm-new-address'])
    await accounts.deleteMe(accountId)
    expect(await kindsTo(victim.email)).toEqual(before)
  })

  it('to support, to be answered to an address that it asked for, are left, except its own', async () => {
    const operator = accounts.settings.operatorEmail
    const [other, leaver] = [await accounts.newAccount(), await accounts.newAccount()]
    await askSupport(other.accountId)
    await askSupport(leaver.accountId)
    await askForAddress(leaver.accountId, operator)
    await askForAddress(leaver.accountId, other.email)
    await accounts.deleteMe(leaver.accountId)
    const left = await accounts.database.db
      .selectFrom('letters')
      .select(['kind', 'reply_to'])
      .where('recipient', '=', operator)
      .execute()
    expect(left).toEqual([{ kind: 'support-request', reply_to: other.email }])
  })
})
