import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { loadLeie } from '../../test/support/sources/load-for-tests.ts'
import { exclusionFile, exclusionLine } from '../../test/support/sources/test-list.ts'
import { startTestServer } from '../../test/support/test-server.ts'
import { openQuota } from '../usage/quota.ts'
import { ready } from './service.ts'
import { fail } from './verb.ts'

const call = {
  caller: { kind: 'anyone' },
  client: { ip: '' },
  params: {},
  query: {},
  body: {},
  headers: {},
  fail,
} as const

test('GET /ready names each thing that does not work', async () => {
  const database = await startTestDatabase()
  onTestFinished(() => database.close())
  const registry = { current: () => undefined, damages: () => 0, overlayFault: () => undefined, close: async () => {} }
  const dataDir = mkdtempSync(join(tmpdir(), 'praxidex-ready-'))
  rmdirSync(dataDir)
  const meter = { isFailing: () => true }
  await expect(ready({ database, registry, dataDir, meter })(call)).rejects.toThrow(
    'Not ready: waiting for the count of calls in the database and the registry and room on the disk.',
  )
})

test('a database that takes no writes is not ready, nor are calls that are counted in it', async () => {
  const database = await startTestDatabase()
  onTestFinished(() => database.close())
  expect(await database.isAlive()).toBe(true)
  // The one connection that there is now is the one that is used next.
  await sql`set default_transaction_read_only = on`.execute(database.db)
  expect(await database.isAlive()).toBe(false)
  const quota = openQuota({ database, publicUrl: 'http://localhost' })
  expect(quota.isFailing()).toBe(false)
  const period = { accountId: 'ada', startMs: 0, endMs: 1, limit: 10 }
  await expect(quota.reserve(period)).rejects.toThrow('The database does not answer')
  expect(quota.isFailing()).toBe(true)
})

test('GET /ready is 200 where all works, and names stale lists', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  expect(await server.get('/ready', {})).toMatchObject({ status: 200, body: { status: 'ready', staleLists: [] } })
  const text = exclusionFile([exclusionLine({ last: 'MOSS' })])
  await loadLeie(server.database, text, { date: '2020-01-01' })
  expect(await server.get('/ready', {})).toMatchObject({
    status: 200,
    body: { staleLists: ['OIG exclusion list (LEIE)'] },
  })
})
