/**
 * G1: what a stranger made with somebody's address does not survive its owner. One row for every kind of thing that an
 * account has, one column for every way to prove an address or to take a mailbox for a proof.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { findDevice } from '#server/accounts/devices'
import { callbackSecret } from '#server/webhooks/callback-secret'
import { openWith, sharedBy } from '../support/shares/share-calls.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { decisions, keyOf, newAdmin, opened, submitted } from '../support/verification-calls.ts'

const password = 'a long walk by the sea'
const newPassword = 'another walk in the hills'
const callbackUrl = 'https://callback.example.org/hook'

let server: TestServer
let admin: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  admin = await newAdmin(server)
})
afterAll(() => server.close())

type OwnedTable =
  | 'webhook_deliveries'
  | 'webhooks'
  | 'verifications'
  | 'images'
  | 'idempotency_keys'
  | 'second_factors'
  | 'recovery_codes'
  | 'shares'

interface Maker extends TestAccount {
  device: string
  image: string
  otherKey: string
  /** Of a share. */
  token: string
  secret: string
}

/** An account with one thing of every kind. */
async function everythingMade(): Promise<Maker> {
  const account = await server.signUp()
  const device = z.object({ device: z.string() }).parse(await answerOf('/login', account, { password })).device
  const approved = await submitted(server, account)
  await decide(approved.id, 'approved')
  const { token } = await sharedBy(server, account, [approved.id])
  await server.post('/me/shares/emails', { isEmailedOnOpening: false }, account.headers)
  const { id, imageUrl = '' } = await submitted(server, account, { type: undefined, callbackUrl })
  await decide(id, 'rejected')
  await addFactor(account.accountId)
  await server.post('/me/webhooks', { url: 'https://example.org/hook', events: null }, account.headers)
  const other = await server.post('/me/api-keys', { name: 'A program', mode: 'live' }, account.headers)
  const otherKey = z.object({ key: z.string() }).parse(other.body).key
  const secret = await callbackSecret(server, account.accountId)
  return { ...account, device, token, image: imageUrl, otherKey, secret }
}

/** An authenticator app and a recovery code, as the database has them. */
async function addFactor(accountId: string): Promise<void> {
  const { db } = server.database
  const factor = { account_id: accountId, id: randomUUID(), kind: 'totp' as const, name: 'Authenticator app' }
  await db
    .insertInto('second_factors')
    .values({ ...factor, confirmed_at: sql<Date>`now()` })
    .execute()
  await db
    .insertInto('recovery_codes')
    .values({ account_id: accountId, code_hash: Buffer.alloc(32) })
    .execute()
}

/** What of it is still there. */
async function survivors(made: Maker) {
  const { accountId, device, headers, image, otherKey, secret, token } = made
  const { db } = server.database
  const { email, npi, isEmailed } = await db
    .selectFrom('accounts')
    .select(['email', 'npi', 'is_emailed_on_opening as isEmailed'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const ofAccount = async (table: OwnedTable) =>
    (await db.selectFrom(table).select('account_id').where('account_id', '=', accountId).execute()).length > 0
  return {
    key: (await server.get('/api/verifications', keyOf(made))).status === 200,
    'another key': (await server.get('/api/verifications', { 'api-key': otherKey })).status === 200,
    session: (await server.get('/me', headers)).status === 200,
    callback: await ofAccount('webhook_deliveries'),
    webhook: await ofAccount('webhooks'),
    'callback secret': (await callbackSecret(server, accountId)) === secret,
    'upload that is shown': (await opened(server, image)).status === 200,
    'upload that is stored': await ofAccount('images'),
    request: await ofAccount('verifications'),
    'share that opens': (await openWith(server, token)).status === 200,
    'share that is listed': await ofAccount('shares'),
    'choice about emails': !isEmailed,
    'verified NPI': npi !== null,
    'second factor': await ofAccount('second_factors'),
    'recovery code': await ofAccount('recovery_codes'),
    'device value': (await findDevice(db, { email, device })) !== undefined,
  }
}

const all = {
  key: true,
  'another key': true,
  session: true,
  callback: true,
  webhook: true,
  'callback secret': true,
  'upload that is shown': true,
  'upload that is stored': true,
  request: true,
  'share that opens': true,
  'share that is listed': true,
  'choice about emails': true,
  'verified NPI': true,
  'second factor': true,
  'recovery code': true,
  'device value': true,
}
const allButSessions = { ...all, session: false }
const nothing = Object.fromEntries(Object.keys(all).map((kind) => [kind, false]))

const verify = async (made: Maker, half: { headers?: Record<string, string>; password?: string } = {}) => {
  const token = await tokenFor(made.email, 'Verify')
  return server.post('/verify-email', { token, password: half.password }, half.headers)
}

/** Resets it by the next link, which is another than the last one. */
const reset = async ({ email }: Maker, last?: string) => {
  await server.post('/forgot-password', { email })
  await expect.poll(() => tokenFor(email, 'Reset')).not.toBe(last)
  return server.post('/reset-password', { token: await tokenFor(email, 'Reset'), newPassword })
}

const change = async ({ headers }: Maker, half: { headers?: Record<string, string>; password?: string }) => {
  const newEmail = `${randomUUID()}@example.org`
  expect(await server.post('/me', { newEmail, password }, headers)).toMatchObject({ status: 200 })
  const token = await tokenFor(newEmail, 'Verify')
  return server.post('/verify-email', { token, password: half.password }, half.headers)
}

const columns: [way: string, status: number, prove: (made: Maker) => Promise<{ status: number }>, left: object][] = [
  ['a link that verifies the address, with the session', 200, (made) => verify(made, made), all],
  ['a link that verifies the address, with the password', 200, (made) => verify(made, { password }), all],
  ['the same link without either', 200, (made) => verify(made), all],
  ['the same link with a wrong password', 403, (made) => verify(made, { password: newPassword }), all],
  ['the same link with the session of another account', 403, (made) => verify(made, admin), all],
  ['a reset before the address was proven', 200, reset, nothing],
  ['a reset after the link without session or password', 200, (made) => verify(made).then(() => reset(made)), nothing],
  [
    'a reset after the link with the session',
    200,
    (made) => verify(made, made).then(() => reset(made)),
    allButSessions,
  ],
  [
    'a reset after the link with the password',
    200,
    (made) => verify(made, { password }).then(() => reset(made)),
    allButSessions,
  ],
  [
    'a reset after the link without the session, and again with it',
    200,
    (made) =>
      verify(made)
        .then(() => verify(made, made))
        .then(() => reset(made)),
    allButSessions,
  ],
  [
    'a second reset',
    200,
    async (made) => {
      await reset(made)
      const first = await tokenFor(made.email, 'Reset')
      const again = { email: made.email, password: newPassword }
      Object.assign(made, { headers: await bearerOf(again) })
      Object.assign(made, { apiKey: await apiKeyOf(made) })
      return reset(made, first)
    },
    { ...nothing, key: true },
  ],
  ['a link to a new address, with the session', 200, (made) => change(made, made), allButSessions],
  ['a link to a new address, with the password', 403, (made) => change(made, { password }), all],
  ['a link to a new address, with the mailbox alone', 403, (made) => change(made, {}), all],
  ['a link to a new address, with the session of another account', 403, (made) => change(made, admin), all],
]

test.each(columns)('G1, B6: what was made with an account, after %s (%i)', async (_, status, prove, left) => {
  const [made, other] = [await everythingMade(), await everythingMade()]
  expect(await survivors(made)).toEqual(all)
  expect(await prove(made)).toMatchObject({ status })
  expect(await survivors(made)).toEqual(left)
  expect(await survivors(other)).toEqual(all)
})

test('G1: an image under a legal hold outlives a reset, with its request', async () => {
  const made = await everythingMade()
  const { db } = server.database
  const ofAccount = db.selectFrom('images').select('id').where('account_id', '=', made.accountId).orderBy('id')
  const [held] = await ofAccount.execute()
  const id = held?.id ?? expect.unreachable()
  await db.updateTable('images').set({ is_held: true }).where('id', '=', id).execute()
  expect(await reset(made)).toMatchObject({ status: 200 })
  expect(await ofAccount.execute()).toEqual([{ id }])
  const requests = db.selectFrom('verifications').select('image_id').where('account_id', '=', made.accountId)
  expect(await requests.execute()).toEqual([{ image_id: id }])
})

test('G1: what a legal hold keeps through a reset is no approval of the new owner’s, who cannot share it', async () => {
  const made = await everythingMade()
  const { db } = server.database
  const account = db.selectFrom('accounts').select('npi').where('id', '=', made.accountId)
  const { npi } = await account.executeTakeFirstOrThrow()
  const pending = await submitted(server, made, { npi, credential: 'RN' })
  await db.updateTable('images').set({ is_held: true }).where('account_id', '=', made.accountId).execute()
  expect(await reset(made)).toMatchObject({ status: 200 })
  const ofAccount = db.selectFrom('verifications').where('account_id', '=', made.accountId).orderBy('id')
  const kept = await ofAccount.select(['id', 'status']).execute()
  expect(kept.map(({ status }) => status)).toEqual(['revoked', 'rejected', 'rejected'])
  const headers = await bearerOf({ email: made.email, password: newPassword })
  expect((await server.get('/me', headers)).body).toMatchObject({ npi: null, credentials: [] })
  for (const { id } of kept) {
    const shared = await server.post('/me/shares', { verificationIds: [id] }, headers)
    expect(shared).toMatchObject({ status: 409, body: { code: 'verification_not_shareable' } })
  }
  const late = await server.put(`/api/verifications/${pending.id}`, decisions.approved, keyOf(admin))
  expect(late).toMatchObject({ status: 409 })
  const events = db
    .selectFrom('audit_events')
    .select('action')
    .where(
      'subject',
      'in',
      kept.map(({ id }) => id),
    )
  const actions = (await events.where('actor', 'is', null).execute()).map(({ action }) => action)
  expect(actions.sort()).toEqual(['verification.rejected', 'verification.revoked'])
})

test('G1: the owner of the mailbox is told what a reset has removed', async () => {
  const made = await everythingMade()
  await reset(made)
  const { text } = await server.emailTo(made.email, 'password was changed')
  expect(text).toContain('we removed everything created with it until now')
})

async function decide(id: string, decision: 'approved' | 'rejected'): Promise<void> {
  const answer = await server.put(`/api/verifications/${id}`, decisions[decision], keyOf(admin))
  expect(answer).toMatchObject({ status: 200 })
}

async function answerOf(path: string, { email }: { email: string }, body: object): Promise<unknown> {
  const answer = await server.post(path, { email, ...body })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

async function bearerOf(account: { email: string; password: string }): Promise<Record<string, string>> {
  const { token } = z.object({ token: z.string() }).parse(await answerOf('/login', account, account))
  return { authorization: `Bearer ${token}` }
}

async function apiKeyOf({ headers }: TestAccount): Promise<string> {
  return z.object({ apiKey: z.string() }).parse((await server.get('/me', headers)).body).apiKey
}

async function tokenFor(address: string, words: string): Promise<string> {
  const { text = '' } = await server.emailTo(address, words)
  return /token=([\w-]{43})/.exec(text)?.[1] ?? expect.unreachable('an email without a link')
}
