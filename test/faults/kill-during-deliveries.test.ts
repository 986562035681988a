/**
 * Processes that are killed between an event and its delivery, in the midst of the fan-out and of calls: each event is
 * one delivery for its endpoint, which is made until it is taken, with one id.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, inTransaction } from '#server/platform/database/database'
import { openSecrets } from '#server/platform/secrets'
import { uuidv7 } from '#server/platform/uuid'
import { recordEvents } from '#server/watch/events'
import { insertRow } from '#server/webhooks/webhook-store'
import { eventually } from '../support/eventually.ts'
import { type LocalDatabase, startLocalDatabase } from '../support/local-database.ts'
import { startProgram } from '../support/platform/test-child.ts'
import { startTestTlsServer, type TestTlsServer } from '../support/platform/test-tls-server.ts'
import { testProgram } from '../support/prepared.ts'
import { note } from '../support/reported.ts'
import { trials } from '../support/trials.ts'

const kills = trials({ commit: 4, nightly: 100 })
const eventsPerKill = 40
const processes = 2

let local: LocalDatabase
let database: Database
let server: TestTlsServer
/** How often each id came. */
const came = new Map<string, number>()
beforeAll(async () => {
  local = await startLocalDatabase()
  database = await local.open()
  server = await startTestTlsServer((request, response) => {
    const id = String(request.headers['webhook-id'])
    came.set(id, (came.get(id) ?? 0) + 1)
    request.resume().on('end', () => response.writeHead(200).end())
  })
})
afterAll(async () => {
  server.close()
  await database.close()
  await local.close()
})

const start = async () => {
  const child = startProgram([
    ...testProgram('test/support/webhooks/main.ts'),
    JSON.stringify({ databaseUrl: local.url, ca: server.ca }),
  ])
  expect(await child.line()).toBe('ready')
  return child
}

const countOf = async (state: 'waiting' | 'delivered' | 'failed') => {
  const { db } = database
  const query = db.selectFrom('webhook_deliveries').select(sql<number>`count(*)::int`.as('count'))
  return (await query.where('state', '=', state).executeTakeFirstOrThrow()).count
}

test(`G5, T01: each event is delivered, by one delivery, when ${kills} times all processes are killed meanwhile`, async ({
  task,
}) => {
  const [accountId, id] = [uuidv7(), uuidv7()]
  const account = { id: accountId, email: 'ada@example.org', phone: '212-555-0101', password_hash: 'none' }
  await database.db.insertInto('accounts').values(account).execute()
  const secrets = openSecrets(Buffer.alloc(32, 7))
  const values = { url: `https://localhost:${server.port}/hook`, events: null, description: null }
  await inTransaction(database, (trx) => insertRow(trx, secrets, { accountId, id }, values))
  for (let kill = 0; kill < kills; kill++) {
    const children = await Promise.all(Array.from({ length: processes }, start))
    for (let count = 0; count < eventsPerKill; count++) {
      const data = { shareId: uuidv7() }
      const event = { accountId, type: 'share.revoked' as const, npi: null, data, cause: uuidv7() }
      await inTransaction(database, (trx) => recordEvents(trx, [event]))
    }
    await wait(Math.random() * 100)
    await Promise.all(children.map((child) => child.kill()))
  }
  const last = await start()
  const total = kills * eventsPerKill
  for (let delivered = -1; delivered < total; ) {
    delivered = await eventually(async () => {
      // What a killed process held is free when its lease ends.
      await sql`update webhook_deliveries set due_at = now() where state = 'waiting'`.execute(database.db)
      const count = await countOf('delivered')
      expect(count).toBeGreaterThan(delivered)
      return count
    })
  }
  await last.kill()
  expect([await countOf('waiting'), await countOf('failed')]).toEqual([0, 0])
  const { rows } = await sql<{ id: string }>`select id from watch_events`.execute(database.db)
  expect([...came.keys()].sort()).toEqual(rows.map((row) => row.id).sort())
  const repeats = [...came.values()].reduce((sum, count) => sum + count - 1, 0)
  note(
    { id: 'T01', seed: null, trials: kills },
    { events: total, lost: 0, doubleDeliveries: 0, callsRepeated: repeats },
    task,
  )
})
