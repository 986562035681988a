/**
 * F1: a server is given secrets that stand nowhere else, through every call of accounts and of verifications,
 * successful, failing and malformed. Then they are looked for in everything that it said, in its error answers, in
 * every table and in every file that it left, temporary ones too. Letters carry the tokens of their links, and nothing
 * else of it.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Database, openDatabaseBeside } from '#server/platform/database/database'
import { hasFonts } from '../support/documents/specimens.ts'
import { openOutboxReader } from '../support/outbox-reader.ts'
import { type ProductProcess, startProduct } from '../support/product-process.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { emailsIn, emailTo } from '../support/test-outbox.ts'
import { tryDocument } from './canary-document.ts'
import { leaksBelow, leaksIn } from './leaks.ts'

const secretKey = randomBytes(32)
const metricsToken = randomUUID()

/** What nobody may find, by what it is. */
const secrets = new Map<string, string>([
  ['the secret of the installation', secretKey.toString('hex')],
  ['the token of the metrics', metricsToken],
  ['a password', `walk ${randomUUID()}`],
  ['a wrong password', `walk ${randomUUID()}`],
  ['a password of an account that is deleted', `walk ${randomUUID()}`],
  ['a password that was reset to', `walk ${randomUUID()}`],
  ['a password in a body that is no JSON', `walk ${randomUUID()}`],
  ['a token that is none', randomBytes(32).toString('base64url')],
  ['a signature of the payments', `t=1,v1=${randomBytes(32).toString('hex')}`],
  ['an image', randomBytes(300).toString('base64')],
  ['what is looked for in the list of requests', randomUUID()],
])

const email = `${randomUUID()}@example.org`
const phone = '+1 212 555 0174 0193'

/** Not secret to the database, but nothing for a log. */
const personal = new Map<string, string>([
  ['the address', email],
  ['the phone number', phone],
])

let folder: string
let registry: SampleRegistry
let product: ProductProcess
let database: Database
const answers: { path: string; status: number; headers: string; text: string }[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-canary-'))
  registry = await buildSampleRegistry(100)
  mkdirSync(join(folder, 'temporary'))
  product = await startProduct(folder, {
    TMPDIR: join(folder, 'temporary'),
    REGISTRY_DIR: registry.registryDir,
    SECRET_KEY: secretKey.toString('hex'),
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: 'trace',
  })
  const dir = join(product.dataDir, 'postgres')
  database = await openDatabaseBeside({ kind: 'embedded', dir }, { onWarning: () => {}, onLost: () => {} })
  await callEverything()
}, 300_000)
afterAll(async () => {
  await database.close()
  await product.kill()
  await registry.remove()
  rmSync(folder, { recursive: true, maxRetries: 50, retryDelay: 200 })
})

/** Letters are there to carry these. */
const linkTokens = ['the token of a link', 'the token that proves an address']
const outbox = () => ({ kind: 'outbox', dir: join(product.dataDir, 'outbox') }) as const

const secret = (what: string) => secrets.get(what) ?? expect.unreachable(what)

async function send(method: string, path: string, body?: unknown, sent: Record<string, string> = {}) {
  const answer = await fetch(product.origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...sent },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const headers = [...answer.headers].map((header) => header.join(': ')).join('\n')
  answers.push({ path: path.replace(/\?.*/, ''), status: answer.status, headers, text })
  return { status: answer.status, text }
}

/** The member of a successful answer, which is a secret from now on. */
function keep<T extends string>(what: string, member: T, { status, text }: { status: number; text: string }): string {
  expect(status).toBeLessThan(300)
  const value = z.object({ [member]: z.string() }).parse(JSON.parse(text))[member] ?? ''
  secrets.set(what, value)
  return value
}

/** By an account of its own, since the other one makes all calls that its plan lets it make in a minute. */
async function callWithKeyInAddress(): Promise<void> {
  const account = { email: `${randomUUID()}@example.org`, password: secret('a password') }
  await send('POST', '/signup', { ...account, phone })
  const token = keep('a token of the other account', 'token', await send('POST', '/login', account))
  const bearer = { authorization: `Bearer ${token}` }
  const body = { name: 'NPI Registry client', mode: 'live', scopes: ['providers:read'] }
  const key = keep('a key in an address', 'key', await send('POST', '/me/api-keys', body, bearer))
  for (const path of ['/api/', '/api', '/ap']) {
    await send('GET', `/npi/${key}${path}?version=2.1&last_name=Smith`)
    await send('GET', `/npi/${key}${path}?version=2.1&number=1`)
    await send('POST', `/npi/${key}${path}?version=2.1`, {})
  }
}

async function callEverything(): Promise<void> {
  await callWithKeyInAddress()
  const password = secret('a password')
  const wrong = secret('a wrong password')
  const none = secret('a token that is none')
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  await send('POST', '/signup', { email, password, phone })
  await send('POST', '/signup', { email, password, phone })
  await send('POST', '/signup', { email, password, phone, admin: password })
  await send('POST', '/signup', { email: 'ada', password: wrong, phone: 'none' })
  const signedIn = await send('POST', '/login', { email, password })
  const token = keep('a token', 'token', signedIn)
  const device = keep('a device value', 'device', signedIn)
  await send('POST', '/login', { email, password: wrong, device })
  await send('POST', '/login', { email, password: wrong, device, admin: device })
  await send('POST', '/login', { email, password: wrong })
  await send('POST', '/login', { email: `x${email}`, password: wrong })
  await send('POST', '/login', { email, password: [wrong] })
  for (const body of [
    `{"email":"${email}","password":"${secret('a password in a body that is no JSON')}"`,
    `{"password":"${secret('a password in a body that is no JSON')}","password":"x"}`,
  ]) {
    for (const path of ['/login', '/signup', '/reset-password', '/nowhere']) await send('POST', path, body)
  }
  await send('POST', '/login', `password=${wrong}`, { 'content-type': 'text/plain' })

  const key = keep('a key', 'apiKey', await send('GET', '/me', undefined, bearer(token)))
  for (const headers of [bearer(none), { authorization: none }, bearer(key), { authorization: `Basic ${none}` }]) {
    await send('GET', '/me', undefined, headers)
  }
  await send('GET', '/api/doctors?limit=1', undefined, { 'api-key': key })
  await send('GET', `/api/doctors?api-key=${key}`)
  await send('GET', `/api/doctors?token=${token}&password=${password}`, undefined, { 'api-key': key })
  await send('GET', '/api/doctors', undefined, { 'api-key': `${key}x` })
  await send('GET', '/api/doctors', undefined, { 'api-key': none })
  await send('DELETE', `/me?token=${token}`, undefined, bearer(token))
  await send('GET', `/reset-password?token=${none}`)
  await send('GET', `/nowhere/x?token=${none}`)
  await send('POST', '/me', { newPhone: phone }, bearer(token))
  await send('POST', '/me', { newEmail: `y${email}`, password: wrong }, bearer(token))
  await send('POST', '/me', { newEmail: `y${email}`, password }, bearer(token))
  await send('POST', '/me/support', { category: 'Other', description: 'The map is wrong.' }, bearer(token))
  await send('POST', '/verify-email', { token: none })
  await send('POST', '/verify-email/resend', {}, bearer(token))
  const image = { npi: '1679576722', image: secret('an image'), credential: 'MD' }
  await send('POST', '/api/verifications', image, { 'api-key': key })
  await send('POST', '/api/verifications', { ...image, npi: 'x' }, { 'api-key': key })
  const isDrawn = await hasFonts()
  await tryDocument({ origin: product.origin, database, send, secrets, personal }, key, isDrawn)
  await send('GET', '/health', undefined, { 'stripe-signature': secret('a signature of the payments') })
  const signature = { 'stripe-signature': secret('a signature of the payments') }
  expect(await send('POST', '/webhooks/payments', {}, signature)).toMatchObject({
    status: 400,
    text: expect.stringContaining('event_unsigned'),
  })
  await proveAndDelete()
  const upgrade = { action: 'upgrade', targetTier: 'developer' }
  for (const [method, path, body, statuses] of [
    ['GET', '/me/subscription', undefined, [200]],
    ['GET', '/api-events/stats', undefined, [200]],
    ['GET', '/me/requests', undefined, [200]],
    ['GET', `/me/requests?path=${secret('what is looked for in the list of requests')}`, undefined, [200]],
    ['GET', '/me/usage.csv', undefined, [200]],
    ['POST', '/me/checkout', { ...upgrade, priceId: 'price_local_developer' }, [200]],
    ['POST', '/me/checkout', { ...upgrade, priceId: 'price_of_nothing' }, [400]],
    ['POST', '/me/contact-sales', { tier: 'enterprise' }, [200, 429]],
    ['POST', '/me/contact-sales', { tier: 'gold' }, [400]],
    ['POST', '/me/delete', { password: wrong }, [403]],
  ] as const) {
    for (const status of statuses) {
      expect({ path, ...(await send(method, path, body, bearer(token))) }).toMatchObject({ path, status })
    }
    expect(await send(method, path, body, bearer(none))).toMatchObject({ status: 401 })
  }
  await send('GET', '/metrics', undefined, bearer(metricsToken))
  keep('a key that took its place', 'apiKey', await send('POST', '/me/api-key', {}, bearer(token)))
  await send('GET', '/api/doctors', undefined, { 'api-key': key })

  await send('POST', '/forgot-password', { email, device })
  const letters = openOutboxReader(outbox().dir, 30_000)
  const letter = await letters.resetLetterTo(email, new AbortController().signal)
  const reset = /token=([\w-]{43})/.exec(letter ?? '')?.[1] ?? expect.unreachable('no letter came')
  secrets.set('the token of a link', reset)
  const newPassword = secret('a password that was reset to')
  await send('POST', '/reset-password', { token: none, newPassword })
  await send('POST', '/reset-password', { token: reset, newPassword: 'short' })
  await send('POST', '/reset-password', { token: reset, newPassword })
  await send('POST', '/reset-password', { token: reset, newPassword })
  const second = keep('a second token', 'token', await send('POST', '/login', { email, password: newPassword }))
  await send('POST', '/logout', {}, bearer(second))

  // A mistake of our own, with everything that its error may say.
  await database.asOwner((db) => sql`alter table accounts rename to accounts_away`.execute(db))
  expect((await send('POST', '/login', { email, password: newPassword })).status).toBe(500)
  await database.asOwner((db) => sql`alter table accounts_away rename to accounts`.execute(db))
}

/** What an account comes to that proves its address and is deleted. */
async function proveAndDelete(): Promise<void> {
  const own = { email: `z${email}`, password: secret('a password of an account that is deleted') }
  await send('POST', '/signup', { ...own, phone })
  const { text = '' } = await emailTo(outbox(), own.email, 'erify')
  const proof = /token=([\w-]{43})/.exec(text)?.[1] ?? expect.unreachable('no link came')
  secrets.set('the token that proves an address', proof)
  expect(await send('POST', '/verify-email', { token: proof })).toMatchObject({ status: 200 })
  expect(await send('POST', '/verify-email', { token: `${proof}x` })).toMatchObject({ status: 400 })
  const session = keep('a token of an account that is deleted', 'token', await send('POST', '/login', own))
  const headers = { authorization: `Bearer ${session}` }
  expect(await send('POST', '/me/delete', { password: own.password }, headers)).toMatchObject({ status: 200 })
  expect(await send('GET', '/me', undefined, headers)).toMatchObject({ status: 401 })
}

describe('F1, T29: nothing secret is', () => {
  test('in what the product said, nor any address or phone number', () => {
    const said = product.said()
    expect(said).toContain('a request failed')
    expect(said.split('\n').filter((line) => line.includes('"answered"')).length).toBeGreaterThan(40)
    expect(leaksIn(said, [...secrets, ...personal])).toEqual([])
  })

  test('in any error answer', () => {
    const failures = answers.filter(({ status }) => status >= 400)
    expect(failures.length).toBeGreaterThan(25)
    for (const { text } of failures) expect(leaksIn(text, secrets)).toEqual([])
  })

  test('in the headers of any answer, nor in what is measured', () => {
    for (const { headers } of answers) expect(leaksIn(headers, [...secrets, ...personal])).toEqual([])
    const { text } = answers.find(({ path, status }) => path === '/metrics' && status === 200) ?? expect.unreachable()
    expect(text).toMatch(/^praxidex_http_answers_total\{route="\/login"/m)
    expect(leaksIn(text, [...secrets, ...personal])).toEqual([])
  })

  test('in any letter, but the token of its own link', async () => {
    const letters = await emailsIn(outbox())
    expect(letters.length).toBeGreaterThan(5)
    const [links, others] = [new Map(secrets), new Map(secrets)]
    for (const what of secrets.keys()) (linkTokens.includes(what) ? others : links).delete(what)
    const written = letters.map(({ subject, text, html }) => [subject, text, html].join('\n')).join('\n')
    expect(leaksIn(written, links).sort()).toEqual(linkTokens.toSorted())
    expect(leaksIn(written, others)).toEqual([])
  })

  test('F4: in an answer about our own mistake: no stack, no SQL, no version, but the request’s id', () => {
    const [{ text } = { text: '' }] = answers.filter(({ status }) => status === 500)
    expect(JSON.parse(text)).toEqual({
      code: 'internal',
      error: expect.stringMatching(/^Something went wrong on our side; include request [0-9a-f-]{36}/),
    })
    expect(text).not.toMatch(/accounts|relation|select|at \/|node|fastify|postgres/i)
  })

  test('in any table of the database', async () => {
    const tables = (await database.db.introspection.getTables()).map(({ name }) => name)
    expect(tables).toContain('sessions')
    for (const table of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(database.db)
      expect({ table, leaks: leaksIn(rows.map(({ row }) => row).join('\n'), secrets) }).toEqual({ table, leaks: [] })
    }
  })

  test('in any file that the product left, those of PostgreSQL among them', async () => {
    await sql`select 1`.execute(database.db)
    const { paths, leaks } = leaksBelow(folder, secrets, (path) => !/^product-\w+\/outbox\//.test(path))
    expect(paths.length).toBeGreaterThan(500)
    expect(paths).toContainEqual(expect.stringMatching(/^product-\w+\/files\/images\//))
    expect(leaks).toEqual([])
  })

  test('so well hidden that the search would miss it', () => {
    const value = secret('a password')
    for (const form of [
      value,
      `x${Buffer.from(`xx${value}yy`).toString('base64')}`,
      Buffer.from(value).toString('hex'),
    ]) {
      expect(leaksIn(`before ${form} after`, secrets)).toContain('a password')
    }
  })
})
