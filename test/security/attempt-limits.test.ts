/**
 * How often things may be tried, in numbers. That each rule is kept is tried where its call is; of what an account
 * keeps changing, here.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { setOwned } from '#server/accounts/account-store'
import { attemptRules, linkUses, verificationEmails } from '#server/accounts/attempts'
import { insertResetToken } from '#server/accounts/reset-store'
import { createToken } from '#server/accounts/tokens'
import { checkoutRule } from '#server/billing/checkout'
import { invoicesRule } from '#server/billing/invoices'
import { largeBodyRule } from '#server/http/mount'
import { inTransaction } from '#server/platform/database/database'
import type { LimitRule } from '#server/platform/limiter/limiter'
import { loadSettings } from '#server/settings'
import { attachmentRule, salesRule, supportRule } from '#server/support/support'
import { screenRules } from '#server/usage/account-plan'
import { lookUpRule } from '#server/verifications/look-up-npi'
import { uploadRule } from '#server/verifications/submit-verification'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

const { attempts } = loadSettings({})
const { signIns, signUps, resets, emails, emailsOfOwner, unprovenChanges, newKeys, phoneChanges } =
  attemptRules(attempts)

const [minute, hour, day] = [60, 3_600, 86_400]

test.each<[what: string, rule: LimitRule, limit: number, windowSeconds: number]>([
  ['sign-ins from one network', signIns, 60, minute],
  ['sign-ups from one network', signUps, 20, hour],
  ['links asked for from one network', resets, 20, hour],
  ['emails that strangers cause to one address', emails, 3, hour],
  ['emails that a known browser causes to its account', emailsOfOwner, 3, hour],
  ['changes of an address that is not verified', unprovenChanges, 3, day],
  ['links tried from one network', linkUses, 300, minute],
  ['letters to verify an address, of one account', verificationEmails, 5, hour],
  ['new keys of one account', newKeys, 10, hour],
  ['changes of its phone number by one account', phoneChanges, 30, hour],
  ['changes of plan begun by one account', checkoutRule, 30, hour],
  ['looks of one account at its invoices', invoicesRule, 120, hour],
  ['NPIs looked up by one account', lookUpRule, 60, hour],
])('B3: %s have a limit and a time', (_, rule, limit, windowSeconds) => {
  expect(rule).toMatchObject({ limit, windowSeconds })
})

test.each<[what: string, rule: LimitRule, limit: number, windowSeconds: number]>([
  ['requests to support', supportRule, 5, hour],
  ['files with requests to support', attachmentRule, 10, day],
  ['requests to sales', salesRule, 1, day],
])('D5: %s of one account have a limit and a time', (_, rule, limit, windowSeconds) => {
  expect(rule).toMatchObject({ limit, windowSeconds })
})

test('C1: an account sends 20 images in an hour', () => {
  expect(uploadRule).toMatchObject({ limit: 20, windowSeconds: hour })
})

test('C1: an account has 60 large bodies read in a minute', () => {
  expect(largeBodyRule).toMatchObject({ limit: 60, windowSeconds: minute })
})

test('the screens of one account may ask 300 times in a minute', () => {
  expect(screenRules).toMatchObject([{ limit: 300, windowSeconds: minute }])
})

test('no two rules have the same name, by which the limiter tells them apart', () => {
  const ofCallers = [signIns, signUps, resets, emails, emailsOfOwner, unprovenChanges, linkUses]
  const ofAccounts = [
    verificationEmails,
    newKeys,
    phoneChanges,
    checkoutRule,
    invoicesRule,
    lookUpRule,
    supportRule,
    attachmentRule,
    salesRule,
  ]
  const rules = [...ofCallers, ...ofAccounts, uploadRule, largeBodyRule, ...screenRules]
  const names = rules.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

let server: TestServer
beforeAll(async () => {
  const many = 100_000
  server = await startTestServer(undefined, { attempts: { ...attempts, signInsPerIp: many, signUpsPerIp: many } })
})
afterAll(() => server.close())

/** What the account has changed, as it is kept: events of a kind, and keys. */
async function keptOf({ accountId }: TestAccount, action: string) {
  const { db } = server.database
  const events = db.selectFrom('audit_events').select('id').where('subject', '=', accountId)
  const keys = db.selectFrom('api_keys').select('id').where('account_id', '=', accountId)
  return { events: (await events.where('action', '=', action).execute()).length, keys: (await keys.execute()).length }
}

test('B3, B6: a key that the owner is advised to replace is replaced whatever was done before the password was reset', async () => {
  const account = await server.signUp()
  const replace = (headers: Record<string, string>) => server.post('/me/api-key', {}, headers)
  for (let count = 0; count < 10; count++) expect(await replace(account.headers)).toMatchObject({ status: 200 })
  expect(await replace(account.headers)).toMatchObject({ status: 429 })
  const { text: token, hash } = createToken()
  await inTransaction(server.database, async (trx) => {
    await setOwned(trx, account.accountId)
    await insertResetToken(trx, account.accountId, hash)
  })
  const password = 'a short walk by the sea'
  expect(await server.post('/reset-password', { token, newPassword: password }, {})).toMatchObject({ status: 200 })
  const { body } = await server.post('/login', { email: account.email, password }, {})
  const headers = { authorization: `Bearer ${z.object({ token: z.string() }).parse(body).token}` }
  const answers = await Promise.all(Array.from({ length: 20 }, () => replace(headers)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 429)])
})

test.each([
  { what: 'its API key', path: '/me/api-key', limit: 10, action: 'key.replaced', words: 'new API keys' },
  {
    what: 'its phone number',
    path: '/me',
    limit: 30,
    action: 'account.phone_changed',
    words: 'changes of the phone number',
  },
])('B3: an account may change $what $limit times in an hour; then nothing is done or written', async (row) => {
  const { path, limit, action, words } = row
  const [account, other] = [await server.signUp(), await server.signUp()]
  const ask = ({ headers }: TestAccount, count: number) =>
    server.post(path, path === '/me' ? { newPhone: `212-555-${1000 + count}` } : {}, headers)
  for (let count = 0; count < limit; count++) expect(await ask(account, count)).toMatchObject({ status: 200 })
  const before = await server.get('/me', account.headers)
  const kept = await keptOf(account, action)
  expect(kept.events).toBe(limit)
  expect(await ask(account, limit)).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    body: {
      code: 'too_many_attempts',
      error: expect.stringMatching(new RegExp(`^Too many ${words}; try again in \\d+ minutes\\.$`)),
    },
  })
  expect(await server.get('/me', account.headers)).toMatchObject({ status: 200, body: before.body })
  expect(await keptOf(account, action)).toEqual(kept)
  expect(await ask(other, 0)).toMatchObject({ status: 200 })
})
