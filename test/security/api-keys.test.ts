/**
 * Keys beside the Default one: what each may call and from where, when it ends, and what the account's list says of it.
 */

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { apiKeysMax } from '#contract/limits'
import { type Scope, scopes } from '#contract/scopes'
import { keyChecker } from '#server/keys/check-key'
import { apiKeyOwner } from '#server/keys/keys'
import { uuidv7 } from '#server/platform/uuid'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

const search = '/api/doctors?limit=1'
/** The balancer, and a client that it names. */
const balancer = '10.0.0.1'

let server: TestServer
let account: TestAccount
beforeAll(async () => {
  server = await startTestServer(undefined, { trustedProxies: [balancer] })
})
afterAll(() => server.close())

const keyShape = z.object({
  id: z.string(),
  name: z.string(),
  isDefault: z.boolean(),
  isCurrent: z.boolean(),
  scopes: z.array(z.string()).nullable(),
  networks: z.array(z.string()).nullable(),
  prefix: z.string(),
  expiresAt: z.string().nullable(),
  lastUsed: z.string().nullable(),
  callsThisMonth: z.number(),
})
const madeShape = z.object({ apiKey: keyShape, key: z.string() })

/** An account of each test's own: one has 20 keys. */
async function newAccount(): Promise<void> {
  account = await server.signUp()
}

const postAs = (owner: TestAccount, path: string, body: object = {}) => server.post(path, body, owner.headers)

async function make(body: object = {}, owner = account) {
  const answer = await postAs(owner, '/me/api-keys', { name: 'A program', mode: 'live', ...body })
  expect(answer.status).toBe(201)
  const { apiKey, key } = madeShape.parse(answer.body)
  return { ...apiKey, key }
}

async function listed(owner = account) {
  const { body } = await server.get('/me/api-keys', owner.headers)
  return z.object({ apiKeys: z.array(keyShape) }).parse(body).apiKeys
}

const rotate = async (id: string, overlapHours: number, owner = account) =>
  madeShape.parse((await postAs(owner, `/me/api-keys/${id}/rotate`, { overlapHours })).body)

const statusOf = async (key: string) => (await server.get(search, { 'api-key': key })).status
const codeOf = ({ body }: { body: unknown }) => z.object({ code: z.string() }).parse(body).code

const keyed = Object.entries<Endpoint>(api).filter(([, { caller }]) => caller === 'key')

describe('G3: every call with a key takes its scope and no other', () => {
  const keys = new Map<Scope, string>()
  beforeAll(async () => {
    await newAccount()
    for (const scope of scopes) keys.set(scope, (await make({ scopes: [scope] })).key)
  })

  test.each(keyed.flatMap(([name, entry]) => scopes.map((scope) => ({ name, entry, scope }))))(
    '$name with $scope',
    async ({ entry, scope }) => {
      const example = z
        .looseObject({ params: z.record(z.string(), z.string()).default({}), body: z.unknown().optional() })
        .parse(entry.example.input)
      const url = entry.path.replace(/\{(\w+)\}/g, (_, name: string) => example.params[name] ?? '')
      const { method } = entry
      const answer = await server.app.inject({
        method,
        url,
        headers: { 'api-key': keys.get(scope) ?? '', 'content-type': 'application/json' },
        ...(method !== 'GET' && { payload: JSON.stringify(example.body ?? {}) }),
      })
      if (scope === entry.scope) {
        expect(answer.statusCode).not.toBe(401)
        expect(answer.body).not.toContain('scope_missing')
      } else {
        expect(answer.statusCode).toBe(403)
        expect(answer.json()).toEqual({
          code: 'scope_missing',
          error: `This call requires an API key with the scope ${entry.scope}; this one has ${scope}.`,
        })
      }
    },
  )
})

describe('G3: a key with networks works from these alone', () => {
  beforeEach(newAccount)

  const from = (ip: string, headers: Record<string, string>) =>
    server.app.inject({ url: search, remoteAddress: ip, headers })

  test.each([
    ['203.0.113.0/24', '203.0.113.255', 200],
    ['203.0.113.0/24', '203.0.114.0', 403],
    ['203.0.113.7', '203.0.113.7', 200],
    ['203.0.113.7', '203.0.113.8', 403],
    ['203.0.113.0/24', '::ffff:203.0.113.9', 200],
    ['::ffff:203.0.113.0/120', '203.0.113.9', 200],
    ['2001:db8:1::/48', '2001:db8:1:ffff::1', 200],
    ['2001:db8:1::/48', '2001:db8:2::1', 403],
    ['2001:db8:1::/48', '203.0.113.9', 403],
    ['0.0.0.0/0', '2001:db8:1::1', 403],
    ['::/0', '203.0.113.9', 403],
  ])('%s, from %s: %i', async (network, ip, status) => {
    const { key } = await make({ networks: [network] })
    const answer = await from(ip, { 'api-key': key })
    expect(answer.statusCode).toBe(status)
    if (status === 403)
      expect(answer.json()).toMatchObject({ code: 'network_refused', error: expect.stringContaining(ip) })
  })

  test('X-Forwarded-For counts from the balancer, and from no other', async () => {
    const { key } = await make({ networks: ['203.0.113.0/24'] })
    const headers = { 'api-key': key, 'x-forwarded-for': '203.0.113.7' }
    expect((await from(balancer, headers)).statusCode).toBe(200)
    expect((await from('198.51.100.9', headers)).statusCode).toBe(403)
    const elsewhere = { ...headers, 'x-forwarded-for': '203.0.113.7, 198.51.100.9' }
    expect((await from(balancer, elsewhere)).statusCode).toBe(403)
  })

  test('a refused call takes nothing from the limits of the account', async () => {
    const owner = await server.signUp()
    const { key } = await make({ networks: ['203.0.113.0/24'] }, owner)
    const answer = await from('198.51.100.9', { 'api-key': key })
    expect(answer.headers).not.toHaveProperty('x-quota-limit')
    expect((await listed(owner)).map(({ lastUsed }) => lastUsed)).toEqual([null, null])
  })

  test.each([[['203.0.113.0/33']], [['example.org']], [[]], ['203.0.113.0/24'], [['10.0.0.0/8 ']]])(
    '%j is refused, with what was expected',
    async (networks) => {
      const answer = await postAs(account, '/me/api-keys', { name: 'x', mode: 'live', networks })
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', error: /203\.0\.113\.0\/24/ } })
    },
  )

  test('networks are kept in one form, each once', async () => {
    const { networks } = await make({ networks: ['203.0.113.7/24', '203.0.113.0/24', '2001:DB8::1/32', '192.0.2.1'] })
    expect(networks).toEqual(['203.0.113.0/24', '2001:db8::/32', '192.0.2.1/32'])
  })
})

describe('a rotated key', () => {
  beforeEach(newAccount)

  test('G3: works until the end of its overlap, and on no process a second longer', async () => {
    const owner = await server.signUp()
    const { id, key } = await make({ scopes: ['providers:read'] }, owner)
    let nowMs = 0
    const elsewhere = keyChecker(server, () => nowMs)
    expect(await elsewhere.check(key)).toMatchObject({ ok: true })
    const next = await rotate(id, 24, owner)
    expect(next.apiKey).toMatchObject({ name: 'A program', scopes: ['providers:read'], expiresAt: null })
    expect(await Promise.all([key, next.key].map(statusOf))).toEqual([200, 200])
    const [, newer, older] = await listed(owner)
    expect(newer).toMatchObject({ id: next.apiKey.id, isCurrent: true, expiresAt: null })
    expect(older).toMatchObject({ id, isCurrent: false, expiresAt: expect.any(String) })
    await server.database.db.updateTable('api_keys').set({ revoked_at: new Date() }).where('id', '=', id).execute()
    nowMs = 1_000
    expect(await elsewhere.check(key)).toMatchObject({ ok: false, code: 'key_revoked' })
    expect(await elsewhere.check(next.key)).toMatchObject({ ok: true })
    expect((await listed(owner)).map((each) => each.id)).not.toContain(id)
  })

  test('B12: without an overlap is dead at once where it was rotated', async () => {
    const { id, key } = await make()
    const next = await rotate(id, 0)
    expect(await Promise.all([key, next.key].map(statusOf))).toEqual([401, 200])
  })

  test('in an overlap can be revoked, and neither rotated nor changed', async () => {
    const { id, key } = await make()
    await rotate(id, 168)
    expect(codeOf(await postAs(account, `/me/api-keys/${id}/rotate`, { overlapHours: 1 }))).toBe('api_key_not_found')
    expect(codeOf(await server.put(`/me/api-keys/${id}`, { name: 'y' }, account.headers))).toBe('api_key_not_found')
    expect((await postAs(account, `/me/api-keys/${id}/revoke`)).status).toBe(200)
    expect(await statusOf(key)).toBe(401)
  })

  test.each([-1, 169, 1.5, '1', null])('takes no overlap of %j hours', async (overlapHours) => {
    const { id } = await make()
    const answer = await postAs(account, `/me/api-keys/${id}/rotate`, { overlapHours })
    expect(answer).toMatchObject({ status: 400, body: { error: /a whole number of hours from 0 to 168/ } })
  })
})

describe('the Default key', () => {
  beforeEach(newAccount)

  test('comes first, and is the one that GET /me answers', async () => {
    const owner = await server.signUp()
    await make({}, owner)
    const [first] = await listed(owner)
    expect(first).toMatchObject({ name: 'Default', isDefault: true, scopes: null, networks: null, expiresAt: null })
    expect(first?.prefix).toBe(owner.apiKey.slice(0, 13))
  })

  test('is replaced with an overlap where one is given', async () => {
    const owner = await server.signUp()
    const { body } = await postAs(owner, '/me/api-key', { overlapHours: 2 })
    const { apiKey } = z.object({ apiKey: z.string() }).parse(body)
    expect(await Promise.all([owner.apiKey, apiKey].map(statusOf))).toEqual([200, 200])
    expect((await listed(owner)).map(({ isDefault }) => isDefault)).toEqual([true, false])
  })

  test('that is revoked has a new one in its place', async () => {
    const owner = await server.signUp()
    const [{ id = '' } = {}] = await listed(owner)
    expect((await postAs(owner, `/me/api-keys/${id}/revoke`)).status).toBe(200)
    const me = z.object({ apiKey: z.string() }).parse((await server.get('/me', owner.headers)).body)
    expect(await Promise.all([owner.apiKey, me.apiKey].map(statusOf))).toEqual([401, 200])
  })

  test('may be one that an earlier version made, without a mode', async () => {
    const owner = await server.signUp()
    const { db } = server.database
    const [key, id] = [`pdx_${owner.apiKey.slice(-46)}`, uuidv7()]
    await db.deleteFrom('api_keys').where('account_id', '=', owner.accountId).execute()
    await sql`insert into api_keys (account_id, id, lookup_hash, sealed) values (${owner.accountId}, ${id},
      ${server.secrets.lookupHash(key)}, ${server.secrets.seal(key, apiKeyOwner(owner.accountId, id))})`.execute(db)
    expect(await statusOf(key)).toBe(200)
    expect(await listed(owner)).toMatchObject([
      { name: 'Default', isDefault: true, scopes: null, prefix: key.slice(0, 8) },
    ])
  })

  test('keeps its name, scopes and networks', async () => {
    const [{ id = '' } = {}] = await listed()
    for (const body of [{ name: 'x' }, { scopes: ['exports'] }, { networks: ['10.0.0.0/8'] }]) {
      expect(codeOf(await server.put(`/me/api-keys/${id}`, body, account.headers))).toBe('default_key_fixed')
    }
  })
})

describe('a key', () => {
  beforeEach(newAccount)

  test('changes its name, scopes and networks at once, and loses its limits by null', async () => {
    const { id, key } = await make({ scopes: ['exports'] })
    expect(await statusOf(key)).toBe(403)
    const change = (body: object) => server.put(`/me/api-keys/${id}`, body, account.headers)
    expect(await change({ scopes: null, name: 'Other' })).toMatchObject({
      status: 200,
      body: { apiKey: { name: 'Other', scopes: null } },
    })
    expect(await statusOf(key)).toBe(200)
    await change({ networks: ['203.0.113.0/24'] })
    expect(await statusOf(key)).toBe(403)
    expect(await change({ networks: null })).toMatchObject({ body: { apiKey: { name: 'Other', networks: null } } })
    expect(await statusOf(key)).toBe(200)
  })

  test('A9: that expires stops working within a second, says since when, and stays in the list until it is revoked', async () => {
    const { id, key, isCurrent } = await make({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
    expect(isCurrent).toBe(true)
    let nowMs = 0
    const elsewhere = keyChecker(server, () => nowMs)
    expect(await elsewhere.check(key)).toMatchObject({ ok: true })
    await server.database.db.updateTable('api_keys').set({ expires_at: new Date() }).where('id', '=', id).execute()
    nowMs = 1_000
    expect(await elsewhere.check(key)).toMatchObject({
      ok: false,
      code: 'key_expired',
      details: { expiredAt: new Date().toISOString().slice(0, 10) },
    })
    expect((await listed()).find((each) => each.id === id)).toMatchObject({ isCurrent: false })
    await postAs(account, `/me/api-keys/${id}/revoke`)
    expect((await listed()).map((each) => each.id)).not.toContain(id)
  })

  test('that would expire before it is made is refused', async () => {
    const body = { name: 'x', mode: 'live', expiresAt: '2020-01-01T00:00:00Z' }
    expect(await postAs(account, '/me/api-keys', body)).toMatchObject({ status: 400, body: { error: /^expiresAt: / } })
  })

  test.each(['Test', 'Live', undefined])('of mode %j is refused, with what was expected', async (mode) => {
    const answer = await postAs(account, '/me/api-keys', { name: 'x', mode })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^mode: expected live or test; got /) },
    })
  })

  test('A2: of another account is answered like one that does not exist', async () => {
    const other = await server.signUp()
    const { id } = await make({}, other)
    for (const missing of [id, 'none']) {
      for (const [path, body] of [
        ['rotate', { overlapHours: 0 }],
        ['revoke', {}],
      ] as const) {
        const answer = await postAs(account, `/me/api-keys/${missing}/${path}`, body)
        expect(answer).toMatchObject({ status: 404, body: { code: 'api_key_not_found' } })
      }
      const answer = await server.put(`/me/api-keys/${missing}`, { name: 'x' }, account.headers)
      expect(answer).toMatchObject({ status: 404, body: { code: 'api_key_not_found' } })
    }
  })

  test('is one of at most 20 that work, also when many are made at once', async () => {
    const owner = await server.signUp()
    const made = await Promise.all(
      Array.from({ length: apiKeysMax + 5 }, () => postAs(owner, '/me/api-keys', { name: 'x', mode: 'live' })),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(apiKeysMax - 1)
    const keys = await listed(owner)
    expect(keys).toHaveLength(apiKeysMax)
    const id = keys.find(({ isDefault }) => !isDefault)?.id ?? ''
    expect(codeOf(await postAs(owner, `/me/api-keys/${id}/rotate`, { overlapHours: 1 }))).toBe('api_keys_full')
    expect((await postAs(owner, `/me/api-keys/${id}/rotate`, { overlapHours: 0 })).status).toBe(200)
  })

  test('counts its own calls and its last use; the quota of the account counts all', async () => {
    const owner = await server.signUp()
    const { id, key } = await make({}, owner)
    for (let calls = 0; calls < 3; calls++) expect(await statusOf(key)).toBe(200)
    expect(await statusOf(owner.apiKey)).toBe(200)
    expect((await server.get('/api/doctors?limit=99', { 'api-key': key })).status).toBe(400)
    const keys = await listed(owner)
    expect(keys.map(({ callsThisMonth }) => callsThisMonth)).toEqual([1, 3])
    expect(keys.find((each) => each.id === id)?.lastUsed).not.toBeNull()
    const { body } = await server.get('/api-events/stats', owner.headers)
    expect(body).toMatchObject({ totalCalls: 4 })
  })
})

describe('B12: the key of a call', () => {
  beforeEach(newAccount)

  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

  test('may come in Authorization as Bearer, also beside the same in api-key', async () => {
    expect((await server.get(search, bearer(account.apiKey))).status).toBe(200)
    expect((await server.get(search, { ...bearer(account.apiKey), 'api-key': account.apiKey })).status).toBe(200)
    expect(codeOf(await server.get(search, bearer('pdx_live_mistyped')))).toBe('key_malformed')
  })

  test('may come in api-key beside the token of a session', async () => {
    expect((await server.get(search, { ...account.headers, 'api-key': account.apiKey })).status).toBe(200)
  })

  test('is refused where two different ones come', async () => {
    const answer = await server.get(search, { ...bearer(account.apiKey), 'api-key': server.unknownKey })
    expect(answer).toMatchObject({ status: 400, body: { code: 'keys_differ' } })
  })

  test.each<[place: RegExp, at: (key: string) => { path?: string; headers?: Record<string, string> }]>([
    [/^the x-api-key header: /, (key) => ({ headers: { 'x-api-key': key } })],
    [/^the authorization header: /, (key) => ({ headers: { authorization: key } })],
    [/^the authorization header: /, (key) => ({ headers: { authorization: `Basic ${btoa(`${key}:`)}` } })],
    [/^the cookie header: /, (key) => ({ headers: { cookie: `key=${key}` } })],
    [/^token: .*the URL/, (key) => ({ path: `${search}&token=${key}` })],
    [/^api_key: .*the URL/, () => ({ path: `${search}&api_key=x` })],
    [/^the path: /, (key) => ({ path: `/api/doctors/${key}` })],
  ])('is refused elsewhere by a sentence that begins like %s', async (sentence, at) => {
    for (const key of [account.apiKey, `pdx_${account.apiKey.slice(-46)}`]) {
      const { path = search, headers = {} } = at(key)
      const answer = await server.get(path, headers)
      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(sentence) } })
      expect(JSON.stringify(answer.body)).not.toContain(key)
    }
  })

  test('is refused in a body by a sentence that names the member', async () => {
    const body = { token: 'x', recipient: 'y', apiKey: account.apiKey }
    const answer = await server.post('/api/shares/open', body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'key_misplaced', error: /^apiKey of the body: / } })
  })
})

describe('a leaked key', () => {
  const report = (key: string) => server.post('/keys/report', { key })

  test('is revoked by a report of anyone, and its owner gets one email', async () => {
    const owner = await server.signUp()
    const { id, key } = await make({ name: 'Nightly job' }, owner)
    const answer = await report(key)
    expect(answer.status).toBe(200)
    expect(await statusOf(key)).toBe(401)
    expect((await listed(owner)).map((each) => each.id)).not.toContain(id)
    const letter = await server.emailTo(owner.email, 'has leaked')
    expect(letter.text).toContain('Nightly job')
    expect(letter.text).not.toContain(key)
    expect(await report(key)).toEqual({ ...answer, headers: expect.anything() })
    const sent = (await server.emails()).filter(({ subject, to }) => {
      return subject?.includes('has leaked') && to?.some(({ address }) => address === owner.email)
    })
    expect(sent).toHaveLength(1)
  })

  test('that is the Default one has a new one in its place', async () => {
    const owner = await server.signUp()
    await report(owner.apiKey)
    const me = z.object({ apiKey: z.string() }).parse((await server.get('/me', owner.headers)).body)
    expect(await Promise.all([owner.apiKey, me.apiKey].map(statusOf))).toEqual([401, 200])
  })

  test('that nobody has is answered alike, and one that is none is refused without repeating it', async () => {
    expect(await report(server.unknownKey)).toMatchObject({ status: 200 })
    const refused = await report('pdx_live_abc')
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(JSON.stringify(refused.body)).not.toContain('pdx_live_abc')
  })
})
