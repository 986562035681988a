import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  codeOf,
  startTestAccounts,
  type TestAccounts,
  testPassword,
} from '../../test/support/accounts/test-accounts.ts'
import { browserName } from './session-list.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

const listOf = async (accountId: string, sessionId: string) => {
  const answer = await accounts.verbs.listSessions(accounts.by(accountId, sessionId))
  return 'output' in answer ? answer.output.sessions : expect.unreachable()
}

const change = (accountId: string, body: { password: string; newPassword: string }) =>
  accounts.verbs.changePassword({ ...accounts.by(accountId), body })

describe('the list of sessions', () => {
  it('names each with its browser, and says which is that of the call', async () => {
    const { accountId, sessionId, email } = await accounts.newSession()
    await accounts.verbs.login({
      ...accounts.anyone,
      headers: { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      body: { email, password: testPassword },
    })
    const sessions = await listOf(accountId, sessionId)
    expect(sessions.map(({ browser, isCurrent }) => ({ browser, isCurrent }))).toEqual([
      { browser: 'Firefox on Windows', isCurrent: false },
      { browser: null, isCurrent: true },
    ])
  })

  it('ends one, at once, and leaves those of others alone', async () => {
    const [mine, theirs] = [await accounts.newSession(), await accounts.newSession()]
    const end = (id: string) =>
      codeOf(accounts.verbs.endSession({ ...accounts.by(mine.accountId, mine.sessionId), params: { id } }))
    const { token } = await accounts.logIn(mine.email)
    const other = (await listOf(mine.accountId, mine.sessionId)).find(({ isCurrent }) => !isCurrent)
    expect(await end(other?.id ?? '')).toBe('done')
    expect(await end(other?.id ?? '')).toBe('session_unknown')
    expect(await end(theirs.sessionId)).toBe('session_unknown')
    expect(await accounts.sessions.check(`Bearer ${token}`)).toMatchObject({ ok: false })
    expect(await accounts.sessions.check(mine.header)).toMatchObject({ ok: true })
    expect(await accounts.sessions.check(theirs.header)).toMatchObject({ ok: true })
  })

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1', 'Safari on iOS'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['curl/8.5.0', null],
    ['<script>alert(1)</script>', null],
    [undefined, null],
  ])('calls %s what people call it', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name)
  })
})

describe('B6: changing the password while signed in', () => {
  const newPassword = 'a short row on the lake'

  it('ends every session, also that of the call, and answers a new one', async () => {
    const { accountId, email, header } = await accounts.newSession()
    const { token: other } = await accounts.logIn(email)
    const answer = await change(accountId, { password: testPassword, newPassword })
    const token = 'output' in answer ? answer.output.token : ''
    for (const old of [header, `Bearer ${other}`])
      expect(await accounts.sessions.check(old)).toMatchObject({ ok: false })
    expect(await accounts.sessions.check(`Bearer ${token}`)).toMatchObject({ ok: true, accountId })
    expect(await codeOf(accounts.logIn(email))).toBe('login_refused')
    expect(await codeOf(accounts.logIn(email, newPassword))).toBe('done')
  })

  it('voids links to reset it, emails the owner, and advises another key', async () => {
    const { accountId, email } = await accounts.newSession()
    const link = await accounts.askForReset(email)
    await change(accountId, { password: testPassword, newPassword })
    expect(await codeOf(accounts.reset(link, 'a long swim in the bay'))).toBe('reset_link_invalid')
    expect((await accounts.emailsTo(email)).map(({ kind }) => kind)).toContain('password-changed')
    expect(await accounts.showMe(accountId)).toMatchObject({ keyReplaceAdvised: true })
  })

  it('replaces the API key of an admin', async () => {
    const { accountId, apiKey } = await accounts.newAdmin()
    await change(accountId, { password: testPassword, newPassword })
    expect(await accounts.keys.check(apiKey)).toMatchObject({ ok: false, code: 'key_revoked' })
  })

  it('takes the password, and refuses one that will not do', async () => {
    const { accountId, header } = await accounts.newSession()
    expect(await codeOf(change(accountId, { password: 'another walk', newPassword }))).toBe('password_wrong')
    expect(await codeOf(change(accountId, { password: testPassword, newPassword: 'password123' }))).toBe(
      'password_too_common',
    )
    expect(await accounts.sessions.check(header)).toMatchObject({ ok: true })
  })
})
