import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  codeOf,
  startTestAccounts,
  type TestAccounts,
  testPassword,
} from '../../test/support/accounts/test-accounts.ts'
import { withTransactions } from '../../test/support/platform/test-transactions.ts'
import { fail } from '../http/verb.ts'
import { resendVerification } from './resend-verification.ts'
import { resetPassword } from './reset-password.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

const newPassword = 'another walk in the hills'

const ageResetTokens = (accountId: string, by: string) =>
  sql`update reset_tokens set expires_at = expires_at - ${by}::interval where account_id = ${accountId}`.execute(
    accounts.database.db,
  )

const tokenRows = (accountId: string) =>
  accounts.database.db.selectFrom('reset_tokens').selectAll().where('account_id', '=', accountId).execute()

describe('asking for a link to reset a password', () => {
  it('B4: is answered alike for an address with an account and one without, which gets no email', async () => {
    const { email } = await accounts.newAccount()
    const unknown = accounts.newEmail()
    expect(await accounts.forgot(email)).toEqual(await accounts.forgot(unknown))
    await accounts.untilResetsAreMade()
    expect((await accounts.emailsTo(email)).map(({ kind }) => kind)).toEqual(['verify-address', 'reset-password'])
    expect(await accounts.emailsTo(unknown)).toEqual([])
  })

  it('B7: gives a link to the page that requested it, under the address of the settings', async () => {
    const { email } = await accounts.newAccount()
    await accounts.forgot(email)
    await accounts.untilResetsAreMade()
    await accounts.forgot(email, { isPortal: true })
    await accounts.untilResetsAreMade()
    const links = (await accounts.emailsTo(email)).map(({ text }) => /http\S+/.exec(text)?.[0])
    expect(links.slice(1)).toEqual([
      'http://localhost:3000/reset-password?token={secret}',
      'http://localhost:3000/portal-reset-password?token={secret}',
    ])
  })

  it('B7: makes one link of each of fifty requests at once, of which each works until one is used', async () => {
    const { accountId, email } = await accounts.newAccount()
    await Promise.all(Array.from({ length: 50 }, () => accounts.forgot(email)))
    await accounts.untilResetsAreMade()
    const links = (await accounts.emailsTo(email)).filter(({ kind }) => kind === 'reset-password')
    expect(links).toHaveLength(50)
    expect(await tokenRows(accountId)).toHaveLength(50)
    const codes = await Promise.all(
      links.slice(0, 20).map(({ token }, index) => codeOf(accounts.reset(token, `${newPassword} ${index}`))),
    )
    expect(codes.toSorted()).toEqual(['done', ...Array(19).fill('reset_link_invalid')])
    for (const { token } of links) expect(await codeOf(accounts.reset(token, newPassword))).toBe('reset_link_invalid')
  })
})

describe('a link to reset a password', () => {
  it('sets the password once; the old one no longer signs in', async () => {
    const { email } = await accounts.newAccount()
    const token = await accounts.askForReset(email)
    expect(await accounts.reset(token, newPassword)).toEqual({
      message: 'Your password was changed. Sign in with the new one.',
      email,
    })
    expect(await codeOf(accounts.logIn(email, newPassword))).toBe('done')
    expect(await codeOf(accounts.logIn(email, testPassword))).toBe('login_refused')
    expect(await codeOf(accounts.reset(token, 'yet another walk'))).toBe('reset_link_invalid')
  })

  it('B7: works once for twenty who use it at the same time', async () => {
    const { email } = await accounts.newAccount()
    const token = await accounts.askForReset(email)
    const passwords = Array.from({ length: 20 }, (_, index) => `password number ${index}`)
    const codes = await Promise.all(passwords.map((password) => codeOf(accounts.reset(token, password))))
    expect(codes.toSorted()).toEqual(['done', ...Array(19).fill('reset_link_invalid')])
    expect(await codeOf(accounts.logIn(email, passwords[codes.indexOf('done')]))).toBe('done')
  })

  it.each([
    ['29 minutes 50 seconds', 'done'],
    ['30 minutes', 'reset_link_invalid'],
  ])('B7: works for 30 minutes: after %s %s', async (past, code) => {
    const { accountId, email } = await accounts.newAccount()
    const token = await accounts.askForReset(email)
    await ageResetTokens(accountId, past)
    expect(await codeOf(accounts.reset(token, newPassword))).toBe(code)
  })

  it('B7: works even after a stranger requested another one, which is void once it is used', async () => {
    const { email } = await accounts.newAccount()
    const older = await accounts.askForReset(email)
    const newer = await accounts.askForReset(email)
    expect(await codeOf(accounts.reset(older, newPassword))).toBe('done')
    expect(await codeOf(accounts.reset(newer, newPassword))).toBe('reset_link_invalid')
  })

  it('B7: is stored as a hash alone, also in the email that waits to be sent', async () => {
    const { accountId, email } = await accounts.newAccount()
    const token = await accounts.askForReset(email)
    expect(token).toMatch(/^[\w-]{43}$/)
    const emails = await accounts.database.db.selectFrom('letters').selectAll().where('recipient', '=', email).execute()
    const stored = [...(await tokenRows(accountId)), ...emails]
    const texts = stored.flatMap((row) =>
      Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))),
    )
    expect(
      texts.filter((text) => text.includes(token) || text.includes(Buffer.from(token, 'base64url').toString('latin1'))),
    ).toEqual([])
  })

  it.each(['', 'x', 'A'.repeat(43), "' or 1=1 --"])('that was never given is refused: %j', async (token) => {
    expect(await codeOf(accounts.reset(token, newPassword))).toBe('reset_link_invalid')
  })

  it('B2: outlives a new password that is refused', async () => {
    const { email } = await accounts.newAccount()
    const token = await accounts.askForReset(email)
    expect(await codeOf(accounts.reset(token, 'password123'))).toBe('password_too_common')
    expect(await codeOf(accounts.reset(token, email))).toBe('password_too_common')
    expect(await codeOf(accounts.reset(token, newPassword))).toBe('done')
  })

  it('verifies the address it was sent to, and emails it about the change', async () => {
    const { accountId, email } = await accounts.newAccount()
    await accounts.reset(await accounts.askForReset(email), newPassword)
    expect(await accounts.showMe(accountId)).toMatchObject({ emailVerified: true })
    expect((await accounts.emailsTo(email)).at(-1)).toMatchObject({ kind: 'password-changed' })
  })
})

describe('a new password', () => {
  it('B6: ends every session of the account, and no other’s', async () => {
    const mine = await accounts.newSession()
    const second = await accounts.logIn(mine.email)
    const other = await accounts.newSession()
    await accounts.reset(await accounts.askForReset(mine.email), newPassword)
    for (const header of [mine.header, `Bearer ${second.token}`]) {
      expect(await accounts.sessions.check(header)).toEqual({ ok: false, code: 'session_invalid' })
    }
    expect(await accounts.sessions.check(other.header)).toMatchObject({ ok: true })
  })

  /** Resets it with a transaction that is run in this way. */
  function resetWith(run: Parameters<typeof withTransactions>[1], token: string) {
    const database = withTransactions(accounts.database, run)
    const caller = { kind: 'anyone' } as const
    const request = { params: {}, query: {}, headers: {}, client: { ip: '127.0.0.1' }, caller, fail }
    return resetPassword({ ...accounts, database })({ ...request, body: { token, newPassword } })
  }

  it('B6: changes nothing when its transaction fails at its end: sessions, password and link work as before', async () => {
    const { email, header } = await accounts.newSession()
    const token = await accounts.askForReset(email)
    const reset = resetWith(async (work, execute) => {
      await execute(async (trx) => {
        await work(trx)
        throw new Error('cut off')
      })
    }, token)
    await expect(reset).rejects.toThrow('cut off')
    expect(await accounts.sessions.check(header)).toMatchObject({ ok: true })
    expect((await accounts.emailsTo(email)).map(({ kind }) => kind)).not.toContain('password-changed')
    expect(await codeOf(accounts.logIn(email))).toBe('done')
    expect(await codeOf(accounts.reset(token, newPassword))).toBe('done')
  })

  it('B6: has ended every session and written its email with its transaction, even if the process dies', async () => {
    const { email, header } = await accounts.newSession()
    const token = await accounts.askForReset(email)
    const reset = resetWith(async (work, execute) => {
      await execute(work)
      throw new Error('cut off')
    }, token)
    await expect(reset).rejects.toThrow('cut off')
    expect(await accounts.sessions.check(header)).toEqual({ ok: false, code: 'session_invalid' })
    expect((await accounts.emailsTo(email)).at(-1)).toMatchObject({ kind: 'password-changed' })
    expect(await codeOf(accounts.logIn(email, newPassword))).toBe('done')
    expect(await codeOf(accounts.reset(token, newPassword))).toBe('reset_link_invalid')
  })

  it('B6: leaves the API key of a proven owner as it is', async () => {
    const { email, apiKey } = await accounts.newOwner()
    await accounts.reset(await accounts.askForReset(email), newPassword)
    expect(await accounts.keys.check(apiKey)).toMatchObject({ ok: true })
  })

  it('B6: replaces the API key of an admin in the same transaction, and emails about it', async () => {
    const { accountId, email, apiKey } = await accounts.newAdmin()
    await accounts.resend(accountId)
    await accounts.verify(await accounts.tokenTo(email, 'verify-address'), { password: testPassword })
    const token = await accounts.askForReset(email)
    const cutOff = resetWith(async (work, execute) => {
      await execute(async (trx) => {
        await work(trx)
        throw new Error('cut off')
      })
    }, token)
    await expect(cutOff).rejects.toThrow('cut off')
    expect((await accounts.showMe(accountId)).apiKey).toBe(apiKey)
    await accounts.reset(token, newPassword)
    expect(await accounts.keys.check(apiKey)).toMatchObject({ ok: false, code: 'key_revoked' })
    const { apiKey: next, keyReplaceAdvised } = await accounts.showMe(accountId)
    expect(await accounts.keys.check(next)).toMatchObject({ ok: true, accountId })
    expect(keyReplaceAdvised).toBe(false)
    const emails = (await accounts.emailsTo(email)).slice(-2)
    // Of one transaction, and maybe of one millisecond, so neither is the first.
    expect(emails.map(({ kind }) => kind).sort()).toEqual(['key-replaced', 'password-changed'])
    expect(emails.find(({ kind }) => kind === 'password-changed')?.text).toContain('We replaced your API key too.')
    const { rows } = await sql<{ actor: string }>`select actor from audit_events
      where action = 'key.replaced' and subject = ${accountId} order by at desc limit 1`.execute(accounts.database.db)
    expect(rows).toEqual([{ actor: accountId }])
  })

  it('B6: lets no sign-in through whose old password was checked before it', async () => {
    const { accountId, email } = await accounts.newAccount()
    const token = await accounts.askForReset(email)
    const [reset, ...signIns] = await Promise.all([
      codeOf(accounts.reset(token, newPassword)),
      ...Array.from({ length: 20 }, () => codeOf(accounts.logIn(email, testPassword))),
    ])
    expect(reset).toBe('done')
    expect(signIns).toContain('login_refused')
    const { rows } = await sql`select from sessions where account_id = ${accountId}`.execute(accounts.database.db)
    expect(rows).toEqual([])
  })

  it('stops a change of the address that was under way', async () => {
    const { accountId, email } = await accounts.newAccount()
    const next = accounts.newEmail()
    await accounts.changeMe(accountId, { newEmail: next, password: testPassword })
    const proof = await accounts.tokenTo(next, 'confirm-new-address')
    await accounts.reset(await accounts.askForReset(email), newPassword)
    expect(await codeOf(accounts.verify(proof))).toBe('verification_link_invalid')
    expect(await accounts.showMe(accountId)).toMatchObject({ email, pendingEmail: null })
  })

  it('B6: stops one too whose link is requested again at that moment', async () => {
    const { accountId, email } = await accounts.newAccount()
    const next = accounts.newEmail()
    await accounts.changeMe(accountId, { newEmail: next, password: testPassword })
    const token = await accounts.askForReset(email)
    // The session that asks was looked at before the password changed.
    const database = withTransactions(accounts.database, async (work, execute) => {
      await accounts.reset(token, newPassword)
      return execute(work)
    })
    const caller = { kind: 'session', accountId, sessionId: '' } as const
    const request = { params: {}, query: {}, headers: {}, body: {}, client: { ip: '127.0.0.1' }, caller, fail }
    expect(await codeOf(resendVerification({ ...accounts, database })(request))).toBe('email_verified')
    expect(await accounts.emailsTo(next)).toHaveLength(1)
    expect(await accounts.showMe(accountId)).toMatchObject({ email, pendingEmail: null })
  })
})
