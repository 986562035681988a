import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  codeOf,
  startTestAccounts,
  type TestAccounts,
  testPassword,
} from '../../test/support/accounts/test-accounts.ts'
import { ApiError } from '../http/verb.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

/** Moves a session of the account into the past. */
async function age(accountId: string, { opened = '0', used = '0' }: { opened?: string; used?: string }) {
  await accounts.database.db
    .updateTable('sessions')
    .set({ last_used_at: sql<Date>`now() - ${used}::interval` })
    .where('account_id', '=', accountId)
    .execute()
  await sql`update sessions set created_at = now() - ${opened}::interval where account_id = ${accountId}`.execute(
    accounts.database.db,
  )
}

const makeAdmin = (accountId: string) =>
  accounts.database.db.updateTable('accounts').set({ is_admin: true }).where('id', '=', accountId).execute()

const hashOf = (accountId: string) =>
  accounts.database.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()

describe('signing up', () => {
  it('makes an account with a key that works', async () => {
    const email = accounts.newEmail()
    const { _id } = await accounts.signUp({ email, phone: '+1 (212) 555-0102' })
    const { apiKey, ...user } = await accounts.showMe(_id)
    expect(user).toEqual({
      _id,
      email,
      phone: '+1 (212) 555-0102',
      npi: null,
      credentials: [],
      admin: false,
      emailVerified: false,
      pendingEmail: null,
      keyReplaceAdvised: false,
      secondFactor: 'off',
      quotaEmails: true,
      weeklyEmails: true,
    })
    expect(await accounts.keys.check(apiKey)).toMatchObject({ ok: true, accountId: _id })
  })

  it('gives an address to one of twenty who ask for it at once, and nothing to the others', async () => {
    const email = accounts.newEmail()
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(accounts.signUp({ email }))))
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(codes.filter((code) => code === 'email_taken')).toHaveLength(19)
    const rows = await accounts.database.db
      .selectFrom('accounts')
      .leftJoin('api_keys', 'api_keys.account_id', 'accounts.id')
      .select('api_keys.id')
      .where('email', '=', email)
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('refuses an address that has an account', async () => {
    const { email } = await accounts.newAccount()
    expect(await codeOf(accounts.signUp({ email }))).toBe('email_taken')
  })

  it.each([
    'password',
    'PassWord123',
    '12345678',
    'qwertyuiop',
    'aaaaaaaaaa',
    'grace.hopper@example.org',
    'Grace.Hopper',
  ])('refuses %s, which is guessed first', async (password) => {
    const call = accounts.signUp({ email: 'grace.hopper@example.org', password })
    expect(await codeOf(call)).toBe('password_too_common')
  })

  it('B1: stores the password as an Argon2id hash of today’s costs and nothing else', async () => {
    const { accountId } = await accounts.newAccount()
    const row = await accounts.database.db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(row)).not.toContain(testPassword)
  })
})

describe('signing in', () => {
  it('B4: refuses a wrong password and an unknown address alike', async () => {
    const { email } = await accounts.newAccount()
    const errors = await Promise.all(
      [accounts.logIn(email, 'another walk'), accounts.logIn(accounts.newEmail())].map((call) =>
        call.then(
          () => 'done',
          (error: unknown) => error,
        ),
      ),
    )
    expect(errors[0]).toBeInstanceOf(ApiError)
    expect(errors[0]).toEqual(errors[1])
    expect(errors[0]).toMatchObject({ code: 'login_refused', status: 401 })
  })

  it('B5: opens a session of its own each time', async () => {
    const { accountId, email } = await accounts.newAccount()
    const tokens = [await accounts.logIn(email), await accounts.logIn(email)].map(({ token }) => token)
    expect(new Set(tokens).size).toBe(2)
    const checks = await Promise.all(tokens.map((token) => accounts.sessions.check(`Bearer ${token}`)))
    expect(checks).toEqual([
      expect.objectContaining({ ok: true, accountId }),
      expect.objectContaining({ ok: true, accountId }),
    ])
    expect(checks[0]).not.toEqual(checks[1])
  })

  it('B1: renews a hash of other costs, after which the password still works', async () => {
    const { accountId, email } = await accounts.newAccount()
    const older = await hash(testPassword, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
    await accounts.database.db
      .updateTable('accounts')
      .set({ password_hash: older })
      .where('id', '=', accountId)
      .execute()
    await accounts.logIn(email)
    const { password_hash: renewed } = await hashOf(accountId)
    expect(renewed).toContain('m=19456,t=2,p=1')
    await accounts.logIn(email)
    expect((await hashOf(accountId)).password_hash).toBe(renewed)
  })

  it('B1: is refused as overloaded when too many wait, and works again afterwards', async () => {
    const { email } = await accounts.newAccount()
    const codes = await Promise.all(Array.from({ length: 80 }, () => codeOf(accounts.logIn(accounts.newEmail()))))
    expect(new Set(codes)).toEqual(new Set(['login_refused', 'overloaded']))
    expect(await codeOf(accounts.logIn(email))).toBe('done')
  })

  it('B5: keeps at most fifty sessions of an account, the latest ones', async () => {
    const session = await accounts.newSession()
    await age(session.accountId, { used: '1 hour' })
    for (let count = 0; count < 50; count++) await accounts.logIn(session.email)
    expect(await accounts.sessions.check(session.header)).toEqual({ ok: false, code: 'session_invalid' })
    const { rows } = await sql`select from sessions where account_id = ${session.accountId}`.execute(
      accounts.database.db,
    )
    expect(rows).toHaveLength(50)
  })
})

describe('B5: a session', () => {
  it.each([undefined, '', '  '])('is missing without a header (%j)', async (header) => {
    expect(await accounts.sessions.check(header)).toEqual({ ok: false, code: 'session_missing' })
  })

  it.each([
    'Bearer',
    'Bearer x',
    `Bearer ${'A'.repeat(43)}`,
    `Basic ${'A'.repeat(43)}`,
    `Bearer ${'A'.repeat(10_000)}`,
    `Bearer ${"' or 1=1 --".padEnd(43)}`,
  ])('is refused with a token that was never given: %.30s', async (header) => {
    expect(await accounts.sessions.check(header)).toEqual({ ok: false, code: 'session_invalid' })
  })

  it('is not found by what the database stores of it', async () => {
    const { accountId } = await accounts.newSession()
    const row = await accounts.database.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    const stored = `Bearer ${row.token_hash.toString('base64url')}`
    expect(await accounts.sessions.check(stored)).toEqual({ ok: false, code: 'session_invalid' })
  })

  it.each([
    ['user', { used: '6 days 23 hours' }, true],
    ['user', { used: '7 days' }, false],
    ['user', { opened: '29 days 23 hours' }, true],
    ['user', { opened: '30 days' }, false],
    ['admin', { used: '29 minutes' }, true],
    ['admin', { used: '30 minutes' }, false],
    ['admin', { opened: '11 hours 59 minutes' }, true],
    ['admin', { opened: '12 hours' }, false],
  ] as const)('of a %s after %j: %s', async (who, past, isValid) => {
    const { accountId, header } = await accounts.newSession()
    if (who === 'admin') await makeAdmin(accountId)
    await age(accountId, past)
    expect((await accounts.sessions.check(header)).ok).toBe(isValid)
  })

  it('lasts longer by being used, which is written at most once a minute', async () => {
    const { accountId, header } = await accounts.newSession()
    const lastUse = () =>
      accounts.database.db
        .selectFrom('sessions')
        .select('last_used_at')
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
    const opened = await lastUse()
    await accounts.sessions.check(header)
    expect(await lastUse()).toEqual(opened)
    await age(accountId, { used: '6 days' })
    await accounts.sessions.check(header)
    expect((await lastUse()).last_used_at.getTime()).toBeGreaterThanOrEqual(opened.last_used_at.getTime())
  })

  it('ends with its account', async () => {
    const { accountId, apiKey, header } = await accounts.newSession()
    await accounts.database.db.deleteFrom('accounts').where('id', '=', accountId).execute()
    expect(await accounts.sessions.check(header)).toEqual({ ok: false, code: 'session_invalid' })
    accounts.keys.forget(accountId)
    expect(await accounts.keys.check(apiKey)).toMatchObject({ ok: false, code: 'key_unknown' })
  })
})
