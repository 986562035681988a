/**
 * Where the operator requires a second factor of admins: what an admin may do without one, and what a key alone may.
 */
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { loadSettings } from '#server/settings'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { newAdmin } from '../support/verification-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(undefined, { adminSecondFactor: 'required' })
})
afterAll(() => server.close())

const password = 'a long walk by the sea'

/** Sets up an app for the account; answers the secret of it. */
async function addApp({ headers }: TestAccount): Promise<string> {
  const started = await server.post('/me/second-factors/totp', { password }, headers)
  const { secret } = z.object({ secret: z.string() }).parse(started.body)
  const code = new TOTP({ secret }).generate()
  expect((await server.post('/me/second-factors/totp/confirm', { code }, headers)).status).toBe(200)
  return secret
}

const id = '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10'

/** What admins do, each by the status it has when it is allowed. */
const deskCalls = [
  { name: 'lists requests', allowed: 200, send: (h: Headers) => server.get('/api/verifications?admin=true', h) },
  { name: 'reads one', allowed: 404, send: (h: Headers) => server.get(`/api/verifications/${id}/review`, h) },
  {
    name: 'decides one',
    allowed: 404,
    send: (h: Headers) => server.put(`/api/verifications/${id}`, { status: 'approved' }, h),
  },
  {
    name: 'claims one',
    allowed: 404,
    send: (h: Headers) => server.put(`/api/verifications/${id}/claim`, { isClaimed: true }, h),
  },
  {
    name: 'rejects several',
    allowed: 200,
    send: (h: Headers) =>
      server.post('/api/verifications/reject', { ids: [id], rejectionReason: 'Image is not clear' }, h),
  },
]
type Headers = Record<string, string>

test('B13: it is required where NODE_ENV is production, unless the operator says otherwise', () => {
  const settingIn = (env: Record<string, string>) => loadSettings(env).adminSecondFactor
  expect(settingIn({ NODE_ENV: 'production' })).toBe('required')
  expect(settingIn({})).toBe('optional')
  expect(settingIn({ NODE_ENV: 'production', ADMIN_SECOND_FACTOR: 'optional' })).toBe('optional')
  expect(settingIn({ ADMIN_SECOND_FACTOR: 'required' })).toBe('required')
  expect(() => settingIn({ ADMIN_SECOND_FACTOR: 'yes' })).toThrow('required or optional')
})

test('B13: an admin without a second factor may see the account, set one up and sign out, and nothing else', async () => {
  const admin = await newAdmin(server)
  const sessions = Object.entries<Endpoint>(api).filter(([, { caller }]) => caller === 'session')
  const open = []
  for (const [name, { method, path, example }] of sessions) {
    if (name === 'logout') continue
    const { params = {}, body = {} } = z
      .object({ params: z.record(z.string(), z.string()).optional(), body: z.object({}).loose().optional() })
      .parse(example.input)
    const url = path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '')
    const payload = method === 'GET' || method === 'DELETE' ? {} : { payload: body }
    const answer = await server.app.inject({ method, url, headers: admin.headers, ...payload })
    const { code } = z.object({ code: z.string().optional() }).parse(answer.json())
    if (code === 'second_factor_not_set') expect(answer.statusCode).toBe(403)
    else open.push(name)
  }
  expect(open.sort()).toEqual(['addPasskey', 'confirmTotp', 'me', 'secondFactors', 'startPasskey', 'startTotp'])
  expect((await server.get('/me', admin.headers)).body).toMatchObject({ secondFactor: 'required' })
  expect((await server.post('/logout', {}, admin.headers)).status).toBe(200)
})

test('B13: an admin decides with the key and a session that has a second factor, and with neither alone', async () => {
  const [admin, other, member] = [await newAdmin(server), await newAdmin(server), await server.signUp()]
  const key = { 'api-key': admin.apiKey }
  const asked = async (headers: Headers) => {
    const answers = []
    for (const { send } of deskCalls) answers.push(await send(headers))
    return answers.map(({ status, body }) => ({
      status,
      code: z.object({ code: z.string().optional() }).parse(body).code,
    }))
  }
  const refused = deskCalls.map(() => ({ status: 403, code: 'admin_session_missing' }))
  expect(await asked(key)).toEqual(refused)
  expect(await asked({ ...key, ...admin.headers })).toEqual(refused)
  await addApp(admin)
  await addApp(other)
  await addApp(member)
  expect(await asked(key)).toEqual(refused)
  expect(await asked({ ...key, ...other.headers })).toEqual(refused)
  expect(await asked({ ...key, ...member.headers })).toEqual(refused)
  expect((await asked({ ...key, ...admin.headers })).map(({ status }) => status)).toEqual(
    deskCalls.map(({ allowed }) => allowed),
  )
  const asMember = { 'api-key': member.apiKey, ...admin.headers }
  expect((await asked(asMember)).map(({ code }) => code)).toEqual(deskCalls.map(() => 'admin_only'))
})

test('B5: calls of the desk, which asks by itself, keep no session of an admin alive', async () => {
  const admin = await newAdmin(server)
  await addApp(admin)
  const { db } = server.database
  const used = () =>
    db.selectFrom('sessions').select('last_used_at').where('account_id', '=', admin.accountId).execute()
  await db
    .updateTable('sessions')
    .set({ last_used_at: new Date(Date.now() - 20 * 60_000) })
    .where('account_id', '=', admin.accountId)
    .execute()
  const before = await used()
  const headers = { 'api-key': admin.apiKey, ...admin.headers }
  expect((await server.get('/api/verifications?admin=true', headers)).status).toBe(200)
  expect(await used()).toEqual(before)
  await server.get('/me', admin.headers)
  expect(await used()).not.toEqual(before)
})

test('G2: a sign-in over HTTP says what is missing, and takes it once', async () => {
  const account = await server.signUp()
  const secret = await addApp(account)
  const { status, body } = await server.post('/login', { email: account.email, password })
  expect(status).toBe(401)
  expect(body).toEqual({
    error: expect.any(String),
    code: 'second_factor_required',
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    methods: ['code', 'recoveryCode'],
  })
  const { challenge } = z.object({ challenge: z.string() }).parse(body)
  const code = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
  const take = () => server.post('/login/second-factor', { challenge, code })
  expect(await take()).toMatchObject({ status: 200, body: { token: expect.any(String) } })
  expect(await take()).toMatchObject({ status: 401, body: { code: 'second_factor_expired' } })
  expect(JSON.stringify(server.logged())).not.toContain(challenge)
})
