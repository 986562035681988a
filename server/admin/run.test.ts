import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  codeOf,
  startTestAccounts,
  type TestAccounts,
  testPassword,
} from '../../test/support/accounts/test-accounts.ts'
import { sealAll } from '../audit/seal.ts'
import { fail } from '../http/verb.ts'
import { listSupportRequests } from '../support/requests.ts'
import { requestSupport } from '../support/support.ts'
import { readCommand } from './command.ts'
import { runCommand } from './run.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

const admin = (...args: string[]) => runCommand(readCommand(args), { ...accounts, publicUrl: 'https://example.org' })

test('grant makes an admin, once, and revoke takes that back', async () => {
  const { accountId, email } = await accounts.newAccount()
  await accounts.verify(await accounts.tokenTo(email, 'verify-address'))
  expect(await admin('grant', email.toUpperCase())).toEqual([expect.stringContaining(`${email} is now an admin.`)])
  expect((await accounts.showMe(accountId)).admin).toBe(true)
  expect(await admin('grant', email)).toEqual([`${email} is already an admin; nothing was changed.`])
  expect(await admin('revoke', email)).toEqual([expect.stringContaining(`${email} is no longer an admin.`)])
  expect((await accounts.showMe(accountId)).admin).toBe(false)
  expect(await admin('revoke', email)).toEqual([`${email} is not an admin; nothing was changed.`])
})

test('grant warns of an address that was never verified, until it is, and still makes the admin', async () => {
  const { accountId, email } = await accounts.newAccount()
  const warning = expect.stringMatching(/^Warning: \S+ was never verified, .* “Forgot your password\?”/)
  expect(await admin('grant', email)).toEqual([expect.stringContaining('is now an admin.'), warning])
  expect((await accounts.showMe(accountId)).admin).toBe(true)
  expect(await admin('grant', email)).toEqual([expect.stringContaining('is already an admin'), warning])
  await accounts.reset(await accounts.askForReset(email), 'another walk by the sea')
  expect(await admin('grant', email)).toEqual([expect.stringContaining('is already an admin')])
  await admin('revoke', email)
  expect(await admin('grant', email)).toEqual([expect.stringContaining('is now an admin.')])
})

test('links that were sent before a change of the role open nothing after it', async () => {
  const { accountId, email } = await accounts.newAccount()
  const next = accounts.newEmail()
  for (const change of ['grant', 'revoke']) {
    await accounts.changeMe(accountId, { newEmail: next, password: testPassword })
    const reset = await accounts.askForReset(email)
    await admin(change, email)
    const proof = await accounts.tokenTo(next, 'confirm-new-address')
    expect(await codeOf(accounts.verify(proof))).toBe('verification_link_invalid')
    expect(await codeOf(accounts.reset(reset, 'another walk by the sea'))).toBe('reset_link_invalid')
  }
})

test('A9: every session ends with a change of the role, and with nothing else', async () => {
  const { email } = await accounts.newAccount()
  const other = await accounts.newAccount()
  const others = await accounts.logIn(other.email)
  for (const change of ['grant', 'revoke']) {
    const { token } = await accounts.logIn(email)
    expect(await accounts.sessions.check(`Bearer ${token}`)).toMatchObject({ ok: true })
    await admin(change, email)
    expect(await accounts.sessions.check(`Bearer ${token}`)).toMatchObject({ ok: false })
  }
  await admin('grant', email)
  const { token } = await accounts.logIn(email)
  await admin('grant', email)
  expect(await accounts.sessions.check(`Bearer ${token}`)).toMatchObject({ ok: true })
  expect(await accounts.sessions.check(`Bearer ${others.token}`)).toMatchObject({ ok: true })
})

test('A9: the API key is replaced with a change of the role, and with nothing else; its owner gets an email', async () => {
  const { accountId, email, apiKey } = await accounts.newAccount()
  const keys = [apiKey]
  for (const change of ['grant', 'revoke']) {
    await admin(change, email)
    keys.push((await accounts.showMe(accountId)).apiKey)
  }
  await admin('revoke', email)
  const checks = await Promise.all(keys.map((key) => accounts.keys.check(key)))
  const ended = { ok: false, code: 'key_revoked' }
  expect(checks).toMatchObject([ended, ended, { ok: true, accountId }])
  const kinds = (await accounts.emailsTo(email)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'key-replaced')).toHaveLength(2)
})

test('F5: delete takes an account away, also that of the last admin, and says what is still to be done', async () => {
  const { email, header } = await accounts.newSession()
  await admin('grant', email)
  expect(await admin('delete', email.toUpperCase())).toEqual([
    expect.stringContaining(`The account of ${email} is deleted.`),
  ])
  expect(await accounts.sessions.check(header)).toMatchObject({ ok: false })
  await expect(admin('delete', email)).rejects.toThrow('No account has the address')
  expect(await admin('audit', 'list', '--last', '1')).toEqual([expect.stringContaining('account.deleted')])
})

test.each(['grant', 'revoke', 'show'])('%s of an address without an account says so', async (name) => {
  await expect(admin(name, 'nobody@example.org')).rejects.toThrow(/^No account has the address nobody@example\.org;/)
})

test('D3: users lists the newest first, those with a text in their address, whatever its characters', async () => {
  const [first, second] = [await accounts.newAccount(), await accounts.newAccount()]
  const all = await admin('users')
  expect(all[0]).toContain(second.email)
  expect(all[1]).toContain(first.email)
  const name = first.email.split('@', 1).join('')
  expect(await admin('users', '--search', name.toUpperCase())).toEqual([
    expect.stringContaining(`${first.accountId}  ${first.email}`),
    '1 account with this in the address.',
  ])
  expect(await admin('users', '--search', '%')).toEqual(['0 accounts with this in the address.'])
})

test('show says what is known of an account, and nothing secret', async () => {
  const { accountId, email, apiKey } = await accounts.newAccount()
  const { token } = await accounts.logIn(email)
  const said = (await admin('show', email)).join('\n')
  expect(said).toContain(accountId)
  expect(said).toContain(`${email} (not verified)`)
  expect(said).toContain('1 running')
  expect(said).toMatch(/account\.signed_in .*\n.*account\.signed_up/)
  for (const secret of [apiKey, apiKey.slice(0, 10), token]) expect(said).not.toContain(secret)
})

test('nothing that an account holds is obeyed by a terminal', async () => {
  const { accountId, email } = await accounts.newAccount()
  await accounts.database.db.updateTable('accounts').set({ phone: '\u001b[2J' }).where('id', '=', accountId).execute()
  expect((await admin('show', email)).join('\n')).toContain('\\u001b[2J')
})

test('audit list shows one account or all, the newest first', async () => {
  const { accountId, email } = await accounts.newAccount()
  await accounts.replaceKeyOf(accountId)
  await expect(accounts.logIn(email, 'another walk')).rejects.toThrow()
  await accounts.newAccount()
  const mine = await admin('audit', 'list', email)
  expect(mine.map((line) => line.split('  ')[1])).toEqual([
    'account.sign_in_failed',
    'key.replaced',
    'account.signed_up',
  ])
  expect(await admin('audit', 'list', '--last', '1')).toEqual([expect.stringContaining('account.signed_up')])
  await expect(admin('audit', 'list', 'nobody@example.org')).rejects.toThrow('No account has the address')
})

test('sign-ins to addresses without an account are one row by network, which names neither', async () => {
  const email = accounts.newEmail()
  const ip = '10.9.8.7'
  await expect(accounts.logIn(email, testPassword, { ip })).rejects.toThrow()
  for (let count = 0; count < 20; count++) {
    await expect(accounts.logIn(accounts.newEmail(), testPassword, { ip })).rejects.toThrow()
  }
  const [line = '', before = ''] = await admin('audit', 'list', '--last', '2')
  expect(line).toMatch(/account\.sign_in_failed {2}network:[\w-]{16} {2}by unknown$/)
  expect(before).not.toContain('network:')
  for (const name of [email, ip]) expect(line).not.toContain(name)
})

test('F2: audit verify says how much is intact, and what to keep to find out later whether it was cut short', async () => {
  await accounts.newAccount()
  await sealAll(accounts, () => {})
  const [intact = '', keep = ''] = await admin('audit', 'verify')
  expect(intact).toMatch(/^The audit log is intact: \d+ sealed rows/)
  const anchor = keep.split(' ').at(-1) ?? ''
  await accounts.newAccount()
  expect((await admin('audit', 'verify', '--anchor', anchor))[0]).toMatch(/with 2 anchors; 1 newer one waits/)
  await accounts.database.asOwner((db) => db.updateTable('audit_events').set({ actor: 'eve' }).execute())
  await expect(admin('audit', 'verify')).rejects.toThrow(/^The audit log is not as it was written: row 1 /)
})

test('plan grants a plan, which show displays, and free takes it back', async () => {
  const { email } = await accounts.newAccount()
  expect(await admin('plan', email, 'enterprise')).toEqual([`${email} is now on the enterprise plan.`])
  expect((await admin('show', email)).find((line) => line.startsWith('plan'))).toBe('plan         enterprise')
  expect(await admin('plan', email, 'free')).toEqual([`${email} is now on the free plan.`])
  await expect(admin('plan', 'nobody@example.org', 'free')).rejects.toThrow('No account has the address')
})

test('support lists open requests, and closes one for the account that made it', async () => {
  const { accountId, email } = await accounts.newAccount()
  const asked = {
    params: {},
    query: {},
    headers: {},
    client: { ip: '127.0.0.1' },
    fail,
    caller: { kind: 'session', accountId, sessionId: '' } as const,
  }
  const images = { prepare: () => expect.unreachable('it has no image') }
  const request = { ...asked, body: { category: 'Bug Report', description: 'The map is wrong.' } as const }
  const { number } = (await requestSupport({ ...accounts, images })(request)).output
  const own = async () => (await listSupportRequests(accounts)({ ...asked, body: {} })).output.requests
  expect(await own()).toMatchObject([{ number, status: 'open' }])
  expect(await admin('support')).toContainEqual(expect.stringMatching(`Z  ${number}  Bug Report  ${email}$`))
  expect(await admin('support', '--close', number)).toEqual([`Request ${number} is closed.`])
  expect(await own()).toMatchObject([{ number, status: 'closed' }])
  expect((await admin('support')).join()).not.toContain(number)
  await expect(admin('support', '--close', number)).rejects.toThrow(`No open request has the number ${number}`)
})
