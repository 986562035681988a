import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import { memberRowsMax, rostersMax } from '#contract/limits'
import { plans } from '#contract/plans'
import type { Scope } from '#contract/scopes'
import { withCheckDigit } from '#registry/npi'
import { openHistory } from '#registry/search/history'
import { type NewEvent, recordEvents } from '#server/watch/events'
import { holdNextToPlan } from '#server/watch/hold-to-plan'
import { watchNext } from '#server/watch/keep-watching'
import { startTestDatabase } from '../support/platform/test-database.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

let server: TestServer
let account: TestAccount
let key: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  account = await server.signUp()
  key = { 'api-key': account.apiKey }
})
afterAll(() => server.close())

const npiOf = (n: number) => withCheckDigit(190_000_000 + n)
const roster = api.createRoster.output

async function newRoster(headers = key, name = 'Network'): Promise<string> {
  const { status, body } = await server.post('/api/rosters', { name }, headers)
  expect(status).toBe(201)
  return roster.parse(body).id
}

const change = (id: string, body: object | string, headers = key) =>
  server.post(`/api/rosters/${id}/members`, body, headers)

async function members(id: string, query = '') {
  const { body } = await server.get(`/api/rosters/${id}/members${query}`, key)
  return api.listMembers.output.parse(body)
}

async function removed(id: string, headers = key): Promise<number> {
  return (await server.app.inject({ method: 'DELETE', url: `/api/rosters/${id}`, headers })).statusCode
}

describe('rosters', () => {
  test('are made, listed, renamed and deleted, up to ten', async () => {
    const other = await server.signUp()
    const headers = { 'api-key': other.apiKey }
    const ids: string[] = []
    for (let n = 0; n < rostersMax; n++) ids.push(await newRoster(headers, `Roster ${n}`))
    expect(await server.post('/api/rosters', { name: 'One more' }, headers)).toMatchObject({
      status: 409,
      body: { code: 'rosters_full' },
    })
    const [first = ''] = ids
    const renamed = await server.put(`/api/rosters/${first}`, { name: 'Cardiology' }, headers)
    expect(renamed).toMatchObject({ status: 200, body: { id: first, name: 'Cardiology', members: 0, watched: 0 } })
    expect(await server.get(`/api/rosters/${first}`, headers)).toMatchObject({ body: { name: 'Cardiology' } })
    expect(await removed(first, headers)).toBe(200)
    expect(await removed(first, headers)).toBe(404)
    const { body } = await server.get('/api/rosters', headers)
    expect(api.listRosters.output.parse(body).rosters.map(({ id }) => id)).toEqual(ids.slice(1))
  })

  test('of another account are answered as those that never were', async () => {
    const id = await newRoster()
    const other = { 'api-key': (await server.signUp()).apiKey }
    const unknown = '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a11'
    const asked = async (path: string) => (await server.get(path, other)).body
    for (const rest of ['', '/members']) {
      expect(await asked(`/api/rosters/${id}${rest}`)).toEqual(await asked(`/api/rosters/${unknown}${rest}`))
    }
    expect(await asked(`/api/events?roster=${id}`)).toEqual(await asked(`/api/events?roster=${unknown}`))
    expect((await change(id, { add: [{ npi: npiOf(1) }] }, other)).status).toBe(404)
    expect((await server.put(`/api/rosters/${id}`, { name: 'Mine' }, other)).status).toBe(404)
    expect(await removed(id, other)).toBe(404)
    expect((await members(id)).members).toEqual([])
  })

  test('use none of the quota, but for a call for each hundred providers begun that are added', async () => {
    const small = { callsPerMonth: 10, requestsPerMinute: null, requestsPerDay: null }
    const metered = await startTestServer(startTestDatabase, {}, { ...plans, developer: small })
    onTestFinished(() => metered.close())
    const { accountId, apiKey } = await metered.signUp()
    const grant = { account_id: accountId, granted_tier: 'developer' as const }
    await metered.database.db.insertInto('subscriptions').values(grant).execute()
    const headers = { 'api-key': apiKey }
    const made = await metered.post('/api/rosters', { name: 'Network' }, headers)
    const send = (body: object) => metered.post(`/api/rosters/${roster.parse(made.body).id}/members`, body, headers)
    const left = async (body: object) => {
      const { status, headers: answered } = await send(body)
      expect(status).toBe(200)
      return Number(answered['x-quota-remaining'])
    }
    const added = (from: number, count: number) => ({
      add: Array.from({ length: count }, (_, n) => ({ npi: npiOf(from + n) })),
    })
    expect(await left(added(1, 2))).toBe(9)
    expect(await left({ add: [{ npi: npiOf(1), reference: 'E-1' }] })).toBe(9)
    expect(await left({ remove: [npiOf(1)] })).toBe(9)
    expect(await left(added(1, 2))).toBe(8)
    expect(await left(added(1_000, 101))).toBe(6)
    expect(await send(added(2_000, 1_000))).toMatchObject({ status: 409, body: { code: 'members_full' } })
    for (let calls = 5; calls > 0; calls--) expect(await left(added(100 - calls, 1))).toBe(calls)
    expect(await send(added(2_000, 101))).toMatchObject({ status: 402, body: { code: 'quota_short' } })
    expect(await left(added(200, 1))).toBe(0)
    expect(await send(added(300, 1))).toMatchObject({ status: 429, body: { code: 'quota_exceeded' } })
    expect(await left({ remove: [npiOf(200)] })).toBe(0)
  })
})

describe('members', () => {
  test('are added by number or text, changed and removed, and listed by NPI in pages', async () => {
    const id = await newRoster()
    const add = [{ npi: npiOf(3), reference: 'E-3' }, { npi: String(npiOf(1)) }, { npi: npiOf(2), reference: ' ' }]
    expect((await change(id, { add })).body).toMatchObject({
      added: 3,
      removed: 0,
      roster: { id, members: 3, watched: 3 },
    })
    const again = { add: [{ npi: npiOf(3), reference: 'E-33' }], remove: [String(npiOf(1)), npiOf(9)] }
    expect((await change(id, again)).body).toMatchObject({ added: 0, removed: 1, roster: { members: 2 } })
    const first = await members(id, '?limit=1')
    expect(first).toMatchObject({ members: [{ npi: npiOf(2), reference: null }], next: String(npiOf(2)) })
    expect(await members(id, `?limit=1&after=${first.next}`)).toMatchObject({
      members: [{ npi: npiOf(3), reference: 'E-33' }],
      next: null,
    })
  })

  test.each<[string, object, string]>([
    ['a bad NPI', { add: [{ npi: npiOf(1) }, { npi: 12 }] }, 'add[1].npi: expected a ten-digit NPI'],
    ['a member that is none', { add: [npiOf(1)] }, 'add[0]: expected an object with npi'],
    ['another member', { add: [{ npi: npiOf(1), name: 'x' }] }, 'add[0]: expected an object with npi'],
    ['a reference with a line break', { add: [{ npi: npiOf(1), reference: 'a\nb' }] }, 'add[0].reference: expected'],
    ['half a surrogate pair', { add: [{ npi: npiOf(1), reference: 'a\ud800' }] }, 'half of a character'],
    ['a bad NPI to remove', { add: [{ npi: npiOf(1) }], remove: ['x'] }, 'remove[0]: expected a ten-digit NPI'],
    ['one NPI to add and remove', { add: [{ npi: npiOf(1) }], remove: [npiOf(1)] }, 'remove[0]: expected an NPI that'],
    ['nothing', {}, 'body: expected add, remove or csv'],
    ['a bad row', { csv: `npi,reference\n${npiOf(1)},a\n123,b\n` }, 'csv, line 3: expected a ten-digit NPI'],
    ['an open quote', { csv: `npi\n"${npiOf(1)}` }, 'csv: expected the text of a CSV file'],
    ['an empty file', { csv: 'npi\n' }, 'csv: expected rows with an NPI'],
  ])('are refused as a whole for %s, by its place', async (_, body, sentence) => {
    const id = await newRoster()
    const answer = await change(id, body)
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(sentence) } })
    expect((await members(id)).members).toEqual([])
    await removed(id)
  })

  test('come as a CSV file too, in a member or as the body, with headings or without', async () => {
    const id = await newRoster()
    const csv = `Name,NPI,Reference\r\nAda,${npiOf(4)},"E-4, east"\r\n`
    expect((await change(id, { csv })).body).toMatchObject({ added: 1 })
    const headers = { ...key, 'content-type': 'text/csv' }
    const sent = await server.app.inject({
      method: 'POST',
      url: `/api/rosters/${id}/members`,
      headers,
      payload: `\uFEFF${npiOf(5)},E-5\n${npiOf(5)},E-55\n${npiOf(6)}\n`,
    })
    expect(sent.json()).toMatchObject({ added: 2, roster: { members: 3 } })
    expect((await members(id)).members.map(({ npi, reference }) => [npi, reference])).toEqual([
      [npiOf(4), 'E-4, east'],
      [npiOf(5), 'E-55'],
      [npiOf(6), null],
    ])
    const elsewhere = await server.app.inject({ method: 'POST', url: '/api/rosters', headers, payload: 'a,b' })
    expect(elsewhere.json()).toMatchObject({ code: 'unsupported_media_type' })
    const utf16 = await server.app.inject({
      method: 'POST',
      url: `/api/rosters/${id}/members`,
      headers,
      payload: Buffer.from('\uFEFF1', 'utf16le'),
    })
    expect(utf16.json()).toMatchObject({ code: 'invalid_input', error: expect.stringContaining('UTF-8') })
    const rows = Array.from({ length: memberRowsMax + 1 }, (_, n) => npiOf(n))
    expect(await change(id, { csv: rows.join('\n') })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('expected at most 5,000 rows') },
    })
    expect((await change(id, { csv: rows.slice(1).join('\n') })).body).toMatchObject({ code: 'members_full' })
    expect((await members(id)).members).toHaveLength(3)
  })

  test('are limited by the plan over all rosters, also when calls come at once; removing is always possible', async () => {
    const other = await server.signUp()
    const headers = { 'api-key': other.apiKey }
    const ids = [await newRoster(headers), await newRoster(headers)]
    const add = (from: number, count: number) => ({
      add: Array.from({ length: count }, (_, n) => ({ npi: npiOf(from + n) })),
    })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => change(ids[n % 2] ?? '', add(100 + 10 * n, 10), headers)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      code: 'members_full',
      error: 'The Free plan allows 25 members in all rosters together; with these there would be 30.',
    })
    expect((await change(ids[0] ?? '', { remove: [npiOf(100)] }, headers)).status).toBe(200)
  })

  test('are watched at once where they fit again in a plan that had room for fewer', async () => {
    const { accountId, apiKey } = await server.signUp()
    const headers = { 'api-key': apiKey }
    const { db } = server.database
    await db.insertInto('subscriptions').values({ account_id: accountId, granted_tier: 'developer' }).execute()
    const id = await newRoster(headers)
    const npis = Array.from({ length: 30 }, (_, n) => npiOf(700 + n))
    expect((await change(id, { add: npis.map((npi) => ({ npi })) }, headers)).status).toBe(200)
    await db.updateTable('subscriptions').set({ granted_tier: null }).where('account_id', '=', accountId).execute()
    while (await holdNextToPlan(server.database));
    expect((await change(id, { remove: npis.slice(0, 3) }, headers)).body).toMatchObject({
      roster: { members: 27, watched: 25 },
    })
    const swapped = { add: [{ npi: npiOf(800) }], remove: npis.slice(3, 8) }
    expect((await change(id, swapped, headers)).body).toMatchObject({ roster: { members: 23, watched: 23 } })
    const { body } = await server.get(`/api/rosters/${id}/members?state=not_watched`, headers)
    expect(api.listMembers.output.parse(body).members).toEqual([])
  })

  test('have a state, pending until they are compared, by which they are filtered', async () => {
    const id = await newRoster()
    const { exampleNpis } = z
      .looseObject({ exampleNpis: z.looseObject({}) })
      .parse((await server.get('/registry')).body)
    const known = Number(Object.values(exampleNpis).flat()[0])
    await change(id, { add: [known, server.deactivatedNpi, npiOf(7)].map((npi) => ({ npi })) })
    expect((await members(id)).members.map(({ state }) => state)).toEqual(['pending', 'pending', 'pending'])
    const parts = { database: server.database, registry: server.registry, history: openHistory('/nowhere') }
    while (await watchNext(parts));
    const states = Object.fromEntries((await members(id)).members.map(({ npi, state }) => [npi, state]))
    expect(states[server.deactivatedNpi]).toBe('deactivated')
    expect(states[npiOf(7)]).toBe('unknown')
    expect(['active', 'license_expiring', 'excluded']).toContain(states[known])
    expect((await members(id, '?state=unknown')).members.map(({ npi }) => npi)).toEqual([npiOf(7)])
  })
})

describe('events', () => {
  const eventOf = (npi: number, cause: string, rosterIds: string[] = []) => ({
    accountId: account.accountId,
    type: 'provider.updated' as const,
    npi,
    rosterIds,
    cause,
    data: { registryVersion: 'v', sourceDate: '2026-06-08', changes: [{ field: 'phone', before: '1', after: '2' }] },
  })
  const record = (...events: ReturnType<typeof eventOf>[]) =>
    server.database.db.transaction().execute((trx) => recordEvents(trx, events))

  async function feed(query = '') {
    const { body } = await server.get(`/api/events${query}`, key)
    return api.listEvents.output.parse(body)
  }

  test('are read on from a position, each once, by roster and type, and newest first', async () => {
    const id = await newRoster()
    const { next: start } = await feed()
    for (let n = 0; n < 5; n++) await record(eventOf(npiOf(n), `cause ${n}`, n % 2 === 0 ? [id] : []))
    await record(eventOf(npiOf(0), 'cause 0'))
    const first = await feed(`?after=${start}&limit=3`)
    expect(first).toMatchObject({ hasMore: true })
    const rest = await feed(`?after=${first.next}&limit=3`)
    expect([...first.events, ...rest.events].map(({ npi }) => npi)).toEqual([0, 1, 2, 3, 4].map(npiOf))
    expect(new Set([...first.events, ...rest.events].map((event) => event.id)).size).toBe(5)
    expect(await feed(`?after=${rest.next}`)).toMatchObject({ events: [], next: rest.next, hasMore: false })
    const ofRoster = await feed(`?after=${start}&roster=${id}`)
    expect(ofRoster.events.map(({ npi }) => npi)).toEqual([0, 2, 4].map(npiOf))
    expect((await feed(`?after=${start}&type=share.opened`)).events).toEqual([])
    expect((await feed('?order=newest&limit=1')).events).toMatchObject([{ npi: npiOf(4), type: 'provider.updated' }])
    expect(await server.get('/api/events?type=provider.update', key)).toMatchObject({ status: 400 })
  })

  test('are not read on from a position that no event has had, but from one whose event is forgotten', async () => {
    const owner = await server.signUp()
    const { db } = server.database
    await record({ ...eventOf(npiOf(0), 'forgotten'), accountId: owner.accountId })
    const headers = { 'api-key': owner.apiKey }
    const read = async (query = '') => (await server.get(`/api/events${query}`, headers)).body
    const { next } = api.listEvents.output.parse(await read())
    await db.deleteFrom('watch_events').where('account_id', '=', owner.accountId).execute()
    expect(await read(`?after=${next}`)).toEqual({ events: [], next, hasMore: false })
    for (const beyond of [`${Number(next) + 1_000_000}`, '999999999999999999']) {
      const start = 'the position of the last event; leave it out to start again at the oldest'
      expect(await read(`?after=${beyond}`)).toEqual({
        code: 'invalid_input',
        error: expect.stringMatching(RegExp(`^after: expected at most \\d+, ${start}; got ${beyond}\\.$`)),
      })
    }
  })

  test('about verifications and shares are read by keys that may read verifications', async () => {
    const owner = await server.signUp()
    const keyWith = async (...scopes: Scope[]) => {
      const made = await server.post('/me/api-keys', { name: 'One', mode: 'live', scopes }, owner.headers)
      return { 'api-key': z.object({ key: z.string() }).parse(made.body).key }
    }
    const both: NewEvent[] = [
      { accountId: owner.accountId, type: 'share.revoked', npi: null, cause: 'own', data: { shareId: 'one' } },
      { ...eventOf(npiOf(1), 'own'), accountId: owner.accountId },
    ]
    await server.database.db.transaction().execute((trx) => recordEvents(trx, both))
    const types = async (headers: Record<string, string>, query = '') => {
      const { status, body } = await server.get(`/api/events${query}`, headers)
      return status === 200 ? api.listEvents.output.parse(body).events.map(({ type }) => type) : body
    }
    const [watches, readsToo] = [await keyWith('watch:read'), await keyWith('watch:read', 'verifications:read')]
    const refusal = {
      code: 'scope_missing',
      error: 'This call requires an API key with the scope verifications:read; this one has watch:read.',
    }
    expect(await types(watches)).toEqual(['provider.updated'])
    expect(await types(watches, '?type=provider.updated')).toEqual(['provider.updated'])
    expect(await types(watches, '?type=provider.updated,share.revoked')).toEqual(refusal)
    expect(await types(watches, '?type=verification.decided')).toEqual(refusal)
    for (const headers of [readsToo, { 'api-key': owner.apiKey }]) {
      expect(await types(headers)).toEqual(['share.revoked', 'provider.updated'])
      expect(await types(headers, '?type=share.revoked')).toEqual(['share.revoked'])
    }
  })

  test('are never passed over by a reader, however the transactions that record them overlap', async () => {
    let { next } = await feed()
    const seen: string[] = []
    const events = 20
    const writing = Promise.all(
      Array.from({ length: events }, (_, n) =>
        server.database.db.transaction().execute(async (trx) => {
          await recordEvents(trx, [eventOf(npiOf(500 + n), 'overlap')])
          await new Promise((resolve) => setTimeout(resolve, (n * 7) % 10))
        }),
      ),
    )
    let isWriting = true
    void writing.finally(() => {
      isWriting = false
    })
    for (let isLast = false; !isLast; ) {
      isLast = !isWriting
      const page = await feed(`?after=${next}&limit=7`)
      seen.push(...page.events.map(({ id }) => id))
      next = page.next
      if (page.events.length > 0) isLast = false
    }
    await writing
    expect(seen).toHaveLength(events)
    expect(new Set(seen).size).toBe(events)
  })

  test('and rosters go with their account', async () => {
    const other = await server.signUp()
    const headers = { 'api-key': other.apiKey }
    const id = await newRoster(headers)
    await change(id, { add: [{ npi: npiOf(600) }] }, headers)
    await record({ ...eventOf(npiOf(600), 'gone'), accountId: other.accountId })
    const password = 'a long walk by the sea'
    await server.post('/me/delete', { password }, other.headers)
    const { db } = server.database
    const left = await db.selectFrom('accounts').select('id').where('id', '=', other.accountId).execute()
    if (left.length > 0) return expect.unreachable('the account was not deleted')
    expect(await db.selectFrom('roster_members').select('npi').where('roster_id', '=', id).execute()).toEqual([])
    expect(
      await db.selectFrom('watch_events').select('id').where('account_id', '=', other.accountId).execute(),
    ).toEqual([])
  })
})
