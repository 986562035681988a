import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabase } from '../../../test/support/platform/test-database.ts'
import { weaknessOf } from './check-database.ts'
import type { Database } from './database.ts'

let database: Database
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.close())

test('T03: the embedded database keeps what it acknowledges', async () => {
  expect(await weaknessOf(database.db)).toBeUndefined()
})

test.each([
  ['off', false],
  ['local', true],
  ['remote_write', true],
  ['on', true],
])('T03: synchronous_commit %s, set for the role alone, is seen', async (value, isStrong) => {
  await sql`alter role praxidex_calls set synchronous_commit = ${sql.raw(value)}`.execute(database.db)
  // The setting counts for connections that are made from now on.
  const seen = await database.db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = ${sql.raw(value)}`.execute(trx)
    return weaknessOf(trx)
  })
  await sql`alter role praxidex_calls reset synchronous_commit`.execute(database.db)
  expect(seen).toBe(
    isStrong
      ? undefined
      : 'The database may lose what it has acknowledged: expected fsync, full_page_writes and synchronous_commit on; got synchronous_commit off.',
  )
})
