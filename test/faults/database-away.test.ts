/** What callers get while the database does not answer: one sentence and a time to come back, never a wait or a mistake of ours. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/parts/database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/parts/embedded-postgres'
import { socketName } from '#server/parts/embedded-postgres-folder'
import { startTestProxy, type TestProxy } from '#server/parts/test-proxy'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const quiet = { onWarning: () => {}, onLost: () => {}, onRestart: () => {} }

let folder: string
let postgres: EmbeddedPostgres
let network: TestProxy
let server: TestServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-away-'))
  postgres = await startEmbeddedPostgres(join(folder, 'postgres'), quiet)
  const { host, user, database } = postgres.connection
  network = await startTestProxy(join(host, socketName))
  const url = `postgres://${user}@127.0.0.1:${network.port}/${database}`
  server = await startTestServer(() => openDatabase({ kind: 'postgres', url }, quiet))
})
afterEach(() => network.heal())
afterAll(async () => {
  await network.close()
  await server.close()
  await postgres.stop()
  rmSync(folder, { recursive: true })
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

test('T05: a key that has just been seen works on, and a malformed one is told so', async () => {
  expect(await server.get('/api/doctors')).toMatchObject({ status: 200 })
  network.refuse()
  expect(await server.get('/api/doctors')).toMatchObject({ status: 200 })
  expect(await server.get('/api/doctors', { 'api-key': 'x' })).toMatchObject({ status: 401 })
})
