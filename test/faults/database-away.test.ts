/**
 * What callers get while the database does not answer: one sentence and a time to come back, never a wait or a mistake
 * of ours.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type FarDatabase, startFarDatabase } from '../support/far-database.ts'
import type { TestProxy } from '../support/platform/test-proxy.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let database: FarDatabase
let network: TestProxy
let server: TestServer

beforeAll(async () => {
  database = await startFarDatabase({ isTroubleExpected: true })
  network = database.network
  server = await startTestServer(database.open)
})
afterEach(() => network.heal())
afterAll(async () => {
  await server.close()
  await database.close()
})

const away = {
  status: 503,
  body: { code: 'not_ready', error: 'Not ready: waiting for the database.' },
  headers: { 'retry-after': '5' },
}

test.each(['silence', 'refuse'] as const)(
  'T05: every call that needs the database is answered with 503 and a time to come back, and works again afterwards (%s)',
  async (fault) => {
    const account = await server.signUp()
    const json = { email: 'ada@example.org', password: 'a long walk by the sea' }
    network[fault]()
    const answers = await Promise.all([
      server.get('/api/doctors', { 'api-key': server.unknownKey }),
      server.get('/api/organizations/1234567893', { 'api-key': server.unknownKey }),
      server.get('/me', account.headers),
      server.post('/me/api-key', {}, account.headers),
      server.post('/login', json),
      server.post('/signup', { ...json, phone: '212-555-0101' }),
    ])
    for (const answer of answers) expect(answer).toMatchObject(away)
    expect(await server.get('/ready', {})).toMatchObject(away)
    expect(await server.get('/health', {})).toMatchObject({ status: 200 })
    expect(await server.get('/openapi.json', {})).toMatchObject({ status: 200 })

    network.heal()
    expect(await server.get('/me', account.headers)).toMatchObject({ status: 200 })
    expect(await server.get('/api/doctors', { 'api-key': account.apiKey })).toMatchObject({ status: 200 })
    expect(await server.get('/ready', {})).toMatchObject({ status: 200 })
  },
)

/**
 * Does what is promised of a key that has just been seen. It is remembered for a moment only, in which a busy machine
 * may not get around to the next call: then it is seen again.
 */
const withKeyJustSeen = (work: () => Promise<void>) =>
  eventually(async () => {
    network.heal()
    // What comes first takes longest.
    for (let call = 0; call < 2; call++) expect(await server.get('/api/doctors')).toMatchObject({ status: 200 })
    network.refuse()
    await work()
  })

test('T05: a key that has just been seen works on, and a malformed one is told so', async () => {
  await withKeyJustSeen(async () => {
    expect(await server.get('/api/doctors')).toMatchObject({ status: 200 })
  })
  expect(await server.get('/api/doctors', { 'api-key': 'x' })).toMatchObject({ status: 401 })
})

test('A2: an id of another form is refused without the database, one of the right form waits for it', async () => {
  await withKeyJustSeen(async () => {
    expect(await server.get('/api/verifications/1')).toMatchObject({ status: 400 })
  })
  expect(await server.get('/api/verifications/0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10')).toMatchObject(away)
})
