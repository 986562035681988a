/** Accounts over HTTP, as a person goes through it: emails are read from the outbox, and their links followed. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#server/platform/database/database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres-embedded/embedded-postgres'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { sampleProviders, startTestServer, type TestServer } from '../support/test-server.ts'

const quiet = { onWarning: () => {}, onLost: () => {}, onRestart: () => {} }
const attempts = {
  signInsPerIp: 100_000,
  signUpsPerIp: 100_000,
  failuresPerAccount: 100_000,
  failuresInARow: 100_000,
  emailsPerRecipient: 100_000,
  resetsPerIp: 2,
  newKeysPerAccount: 100_000,
  phoneChangesPerAccount: 100_000,
  shareOpeningsPerIp: 100_000,
  exploreSearchesPerIp: 100_000,
}

let folder: string
let postgres: EmbeddedPostgres
let sample: SampleRegistry
/** Two servers that share a database; the second one stands behind a proxy on this machine. */
let server: TestServer
let second: TestServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-recovery-'))
  postgres = await startEmbeddedPostgres(join(folder, 'postgres'), quiet)
  sample = await buildSampleRegistry(sampleProviders)
  const { host, user, database } = postgres.connection
  const url = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`
  const open = () => openDatabase({ kind: 'postgres', url }, quiet)
  const shared = { secretKey: randomBytes(32), registryDir: sample.registryDir }
  server = await startTestServer(open, { ...shared, mail: { kind: 'outbox', dir: join(folder, 'outbox') } })
  second = await startTestServer(open, {
    ...shared,
    mail: { kind: 'outbox', dir: join(folder, 'outbox') },
    isOutboxShown: false,
    attempts,
    trustedProxies: ['127.0.0.1'],
  })
})
afterAll(async () => {
  await server.close()
  await second.close()
  await sample.remove()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

const password = 'a long walk by the sea'
const newEmail = () => `${randomUUID()}@example.org`

/** A new account with a session. */
async function signUp() {
  const email = newEmail()
  const made = await server.post('/signup', { email, password, phone: '212-555-0101' })
  expect(made).toMatchObject({ status: 201, body: { email } })
  return { email, headers: await signIn(email, password) }
}

async function signIn(email: string, typed: string) {
  const { body } = await server.post('/login', { email, password: typed })
  return { authorization: `Bearer ${z.object({ token: z.string() }).parse(body).token}` }
}

/** The page and the token that the link in an email leads to. */
async function linkTo(email: string, words: string) {
  const { text = '' } = await server.emailTo(email, words)
  const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  return { origin: link.origin, path: link.pathname, token: link.searchParams.get('token') ?? '' }
}

describe('a forgotten password', () => {
  test('B7: is set anew by the link in an email, whatever host the request named', async () => {
    const { email, headers } = await signUp()
    const asked = await server.post('/forgot-password', { email, type: 'portal' }, { host: 'evil.example' })
    expect(asked).toMatchObject({
      status: 200,
      body: { message: 'If this address has an account, an email with a link to reset its password is on its way.' },
    })
    const { origin, path, token } = await linkTo(email, 'Reset your password')
    expect({ origin, path }).toEqual({ origin: 'http://localhost:3000', path: '/portal-reset-password' })
    expect(await server.post('/reset-password', { token, newPassword: 'another walk' })).toMatchObject({
      status: 200,
      body: { email },
    })
    expect(await server.get('/me', headers)).toMatchObject({ status: 401, body: { code: 'session_invalid' } })
    expect(await server.get('/me', await signIn(email, 'another walk'))).toMatchObject({ status: 200, body: { email } })
    expect(await server.post('/reset-password', { token, newPassword: 'third walk' })).toMatchObject({
      status: 400,
      body: { code: 'reset_link_invalid' },
    })
  })

  test('B7: is set anew by a link to the address of the settings, whatever a proxy says that was asked for', async () => {
    const { email } = await signUp()
    const asked = await second.post(
      '/forgot-password',
      { email },
      {
        host: 'evil.example',
        forwarded: 'for=10.7.7.7;host=evil.example;proto=gopher',
        'x-forwarded-for': '10.7.7.7',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-port': '666',
        'x-forwarded-prefix': '/evil',
        'x-forwarded-proto': 'gopher',
      },
    )
    expect(asked).toMatchObject({ status: 200 })
    const { origin, path } = await linkTo(email, 'Reset your password')
    expect({ origin, path }).toEqual({ origin: 'http://localhost:3000', path: '/reset-password' })
  })

  test('B4: is asked about alike with and without an account, to the byte', async () => {
    const { email } = await signUp()
    const answers = await Promise.all(
      [email, newEmail()].map((address) =>
        server.app.inject({ method: 'POST', url: '/forgot-password', payload: { email: address } }),
      ),
    )
    const [known, unknown] = answers.map(({ statusCode, body, headers }) => {
      const { date, 'x-request-id': id, ...same } = headers
      return { statusCode, body, same, hasDate: date !== undefined, hasId: id !== undefined }
    })
    expect(known).toEqual(unknown)
  })

  test.each(['short', '', 7])('is not set to %j, and the answer does not repeat it', async (newPassword) => {
    const { status, body } = await server.post('/reset-password', { token: 'x', newPassword })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_input', error: expect.stringMatching(/^newPassword: expected/) })
    expect(JSON.stringify(body)).not.toContain('short')
  })
})

describe('an email address', () => {
  test('B8: is verified by the link in an email, which only a POST counts for', async () => {
    const { email, headers } = await signUp()
    expect(await server.get('/me', headers)).toMatchObject({ body: { emailVerified: false, pendingEmail: null } })
    const { path, token } = await linkTo(email, 'Verify your email address')
    expect(path).toBe('/verify-email')
    const opened = await server.app.inject(`/verify-email?token=${token}`)
    expect(opened.statusCode).toBeGreaterThanOrEqual(400)
    expect(await server.get('/me', headers)).toMatchObject({ body: { emailVerified: false } })
    for (let times = 0; times < 2; times++) {
      expect(await server.post('/verify-email', { token })).toMatchObject({ status: 200, body: { email } })
    }
    expect(await server.get('/me', headers)).toMatchObject({ body: { emailVerified: true } })
    expect(await server.post('/verify-email/resend', {}, headers)).toMatchObject({
      status: 409,
      body: { code: 'email_verified' },
    })
  })

  test('B9: is changed by the password and the link in an email to the new one', async () => {
    const { email, headers } = await signUp()
    const next = newEmail()
    const asked = await server.post('/me', { newEmail: next, password }, headers)
    expect(asked).toMatchObject({ status: 200, body: { email, pendingEmail: next } })
    await server.emailTo(email, 'about to change')
    const { token } = await linkTo(next, 'Verify your new email address')
    expect(await server.post('/verify-email', { token })).toMatchObject({
      status: 403,
      body: { code: 'verification_session_needed' },
    })
    expect(await server.post('/verify-email', { token }, headers)).toMatchObject({ status: 200, body: { email: next } })
    await server.emailTo(email, 'was changed')
    await server.emailTo(next, 'was changed')
    expect(await server.get('/me', headers)).toMatchObject({ status: 401 })
    expect(await server.get('/me', await signIn(next, password))).toMatchObject({ body: { email: next } })
  })

  test.each([
    [{ newPhone: '' }, 'Phone number is required'],
    [{ newPhone: '  ' }, 'Phone number is required'],
    [{ newEmail: 'a@example.org', password: '' }, 'Email and password are required'],
    [{}, 'Email and password are required'],
  ])('or phone number that is left out is asked for in the words of the form: %j', async (body, error) => {
    const { headers } = await signUp()
    expect(await server.post('/me', body, headers)).toMatchObject({ status: 400, body: { error } })
  })

  test.each(['admin', 'npi', 'credentials', 'tier', 'apiKey', '_id', 'emailVerified', 'pendingEmail', 'constructor'])(
    'A6: is not changed by way of %s, which nobody may set',
    async (name) => {
      const { headers } = await signUp()
      const before = await server.get('/me', headers)
      const answer = await server.post('/me', JSON.stringify({ newPhone: '2125550199', [name]: true }), headers)
      expect(answer.status).toBe(400)
      expect((await server.get('/me', headers)).body).toEqual(before.body)
    },
  )
})

/** What ends every session, for an account. */
const endings: Record<string, (account: { email: string; headers: Record<string, string> }) => Promise<unknown>> = {
  async 'a password that was reset'({ email }) {
    await server.post('/forgot-password', { email })
    const { token } = await linkTo(email, 'Reset your password')
    return server.post('/reset-password', { token, newPassword: 'another walk' })
  },
  async 'an address that was changed'({ headers }) {
    const next = newEmail()
    await server.post('/me', { newEmail: next, password }, headers)
    const { token } = await linkTo(next, 'Verify your new email address')
    return server.post('/verify-email', { token }, headers)
  },
}

test.each(Object.entries(endings))(
  'B6: after %s none of fifty requests with an old token is let through on any server',
  async (_, end) => {
    const account = await signUp()
    const { headers } = account
    for (const each of [server, second]) expect(await each.get('/me', headers)).toMatchObject({ status: 200 })
    expect(await end(account)).toMatchObject({ status: 200 })
    const after = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? server : second).get('/me', headers)),
    )
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]))
  },
)

describe('B2: a password', () => {
  /** 201 characters, which are twice as many where each accent is typed by itself. */
  const long = (form: 'NFC' | 'NFD', last: string) => `${'é'.repeat(200)}${last}`.normalize(form)
  const login = async (email: string, typed: string) => (await server.post('/login', { email, password: typed })).status

  test('opens its account in whichever form its characters are typed, up to the last of many', async () => {
    const email = newEmail()
    const made = await server.post('/signup', { email, password: long('NFD', 'a'), phone: '212-555-0101' })
    expect(made).toMatchObject({ status: 201 })
    for (const form of ['NFC', 'NFD'] as const) {
      expect(await login(email, long(form, 'b'))).toBe(401)
      expect(await login(email, long(form, 'a'))).toBe(200)
    }
    await server.post('/forgot-password', { email })
    const { token } = await linkTo(email, 'Reset your password')
    expect(await server.post('/reset-password', { token, newPassword: long('NFD', 'c') })).toMatchObject({
      status: 200,
    })
    expect(await login(email, long('NFC', 'b'))).toBe(401)
    expect(await login(email, long('NFC', 'c'))).toBe(200)
  })

  test('is asked for in the same way before an address is changed and an account deleted', async () => {
    const [email, next] = [newEmail(), newEmail()]
    await server.post('/signup', { email, password: long('NFD', 'a'), phone: '212-555-0101' })
    const headers = await signIn(email, long('NFC', 'a'))
    const change = (typed: string) => server.post('/me', { newEmail: next, password: typed }, headers)
    const remove = (typed: string) => server.post('/me/delete', { password: typed }, headers)
    expect(await change(long('NFC', 'b'))).toMatchObject({ body: { code: 'password_wrong' } })
    expect(await change(long('NFC', 'a'))).toMatchObject({ status: 200, body: { pendingEmail: next } })
    expect(await remove(long('NFC', 'b'))).toMatchObject({ body: { code: 'password_wrong' } })
    expect(await remove(long('NFC', 'a'))).toMatchObject({ status: 200 })
  })

  test('may be of nothing but blanks of several kinds, which is not a field left empty', async () => {
    const [email, next] = [newEmail(), newEmail()]
    const blanks = ' \t\u3000'.repeat(4)
    expect(await server.post('/signup', { email, password: blanks, phone: '212-555-0101' })).toMatchObject({
      status: 201,
    })
    const headers = await signIn(email, blanks)
    const change = (typed: string) => server.post('/me', { newEmail: next, password: typed }, headers)
    expect(await change('')).toMatchObject({ status: 400, body: { error: 'Email and password are required' } })
    expect(await change('  ')).toMatchObject({ body: { code: 'password_wrong' } })
    expect(await change(blanks)).toMatchObject({ status: 200, body: { pendingEmail: next } })
  })
})

test('a replaced key, a request to support and one to sales each cause their email', async () => {
  const { email, headers } = await signUp()
  expect(await server.post('/me/api-key', {}, headers)).toMatchObject({ status: 200 })
  await server.emailTo(email, 'API key was replaced')
  const description = ' The map is\nupside down. '
  expect(await server.post('/me/support', { category: 'Bug Report', description }, headers)).toMatchObject({
    status: 200,
  })
  const { attachments, replyTo } = await server.emailTo('operator@localhost', 'Bug Report')
  expect(replyTo).toMatchObject([{ address: email }])
  expect(attachments).toMatchObject([{ mimeType: 'text/plain' }])
  const attachment = Buffer.from(`%PDF-1.7\n${'x'.repeat(200_000)}\n%%EOF`).toString('base64')
  const withFile = { category: 'Account Access', description: 'See the file.', attachment }
  expect(await server.post('/me/support', withFile, headers)).toMatchObject({ status: 200 })
  const { attachments: files } = await server.emailTo('operator@localhost', 'Account Access')
  expect(files).toMatchObject([
    { filename: 'message.txt' },
    { filename: 'attachment.pdf', mimeType: 'application/pdf' },
  ])
  expect(await server.get('/me/support', headers)).toMatchObject({
    body: { requests: [{ category: 'Account Access', status: 'open' }, { category: 'Bug Report' }] },
  })
  for (const body of [{ category: 'Other', description: ' \n' }, { category: 'Other' }]) {
    expect(await server.post('/me/support', body, headers)).toMatchObject({
      status: 400,
      body: { error: 'Please provide details about your support request' },
    })
  }
  expect(await server.post('/me/contact-sales', { tier: 'enterprise' }, headers)).toMatchObject({
    status: 200,
    body: { message: 'Our sales team will contact you shortly to discuss pricing options.' },
  })
  expect(await server.post('/me/contact-sales', { tier: 'enterprise' }, headers)).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    body: { code: 'too_many_attempts', error: 'Too many requests to our sales team; try again in 1 day.' },
  })
})

test('B5: signing out ends the session on every server', async () => {
  const { headers } = await signUp()
  expect(await server.post('/logout', {}, headers)).toMatchObject({ status: 200 })
  for (const each of [server, second]) expect(await each.get('/me', headers)).toMatchObject({ status: 401 })
})

describe('D9: the address of a caller', () => {
  const askFrom = async (each: TestServer, forwarded: string) =>
    (await each.post('/forgot-password', { email: newEmail() }, { 'x-forwarded-for': forwarded })).status

  test('is what a trusted proxy adds, never what the caller wrote before it', async () => {
    expect(await askFrom(second, '10.1.1.1')).toBe(200)
    expect(await askFrom(second, '10.1.1.1')).toBe(200)
    expect(await askFrom(second, '10.1.1.1')).toBe(429)
    for (const spoofed of ['10.9.9.9, 10.1.1.1', '127.0.0.1, 10.1.1.1', 'nonsense, 10.1.1.1']) {
      expect(await askFrom(second, spoofed)).toBe(429)
    }
    expect(await askFrom(second, '10.1.1.1, 10.1.1.2')).toBe(200)
  })

  test('is that of the connection where no proxy is trusted', async () => {
    const untrusting = await startTestServer(undefined, { registryDir: sample.registryDir, attempts })
    const statuses: number[] = []
    for (let count = 0; count < 3; count++) statuses.push(await askFrom(untrusting, `10.2.2.${count}`))
    await untrusting.close()
    expect(statuses).toEqual([200, 200, 429])
  })
})

test('the outbox is a page where the settings show it, and no page elsewhere', async () => {
  expect((await server.app.inject('/dev/outbox')).headers['content-type']).toBe('text/html; charset=utf-8')
  expect(await second.get('/dev/outbox', {})).toMatchObject({ status: 404, body: { code: 'no_such_route' } })
})

const outbox = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  server.app.inject({ method: 'GET', url: '/dev/outbox', headers, remoteAddress })

test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
  'the outbox is a page at %s',
  async (host) => {
    for (const address of ['127.0.0.1', '::1']) expect((await outbox({ host }, address)).statusCode).toBe(200)
  },
)

test.each<[what: string, headers: Record<string, string>, remoteAddress?: string]>([
  ['under a name of somebody else’s that leads here', { host: 'evil.example:3000' }],
  ['under a name that begins as this machine’s', { host: 'localhost.evil.example' }],
  ['from another machine', { host: 'localhost:3000' }, '10.0.0.7'],
  ['through a proxy that says for whom', { host: 'localhost:3000', 'x-forwarded-for': '127.0.0.1' }],
  ['through a proxy that says under which name', { host: 'localhost:3000', 'x-forwarded-host': 'localhost' }],
  ['through a proxy that says from which address', { host: 'localhost:3000', 'x-real-ip': '127.0.0.1' }],
  ['through a proxy that says which one it is', { host: 'localhost:3000', via: '1.1 proxy' }],
  ['through a proxy that says so in the standard way', { host: 'localhost:3000', forwarded: 'for=127.0.0.1' }],
])('the outbox is as unknown as any page that is none to whoever asks %s', async (_, headers, remoteAddress) => {
  const answer = await outbox(headers, remoteAddress)
  const unknown = await server.app.inject({ method: 'GET', url: '/dev/other', headers })
  expect([answer.statusCode, unknown.statusCode]).toEqual([404, 404])
  expect(answer.json()).toEqual(JSON.parse(unknown.body.replace('/dev/other', '/dev/outbox')))
})
