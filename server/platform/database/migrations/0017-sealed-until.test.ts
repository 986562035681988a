import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabase } from '../../../../test/support/platform/test-database.ts'
import { recordEvent } from '../../../audit/record.ts'
import { sealAll } from '../../../audit/seal.ts'
import { verifyAudit } from '../../../audit/verify.ts'
import { openSecrets } from '../../secrets.ts'
import { type Database, inTransaction } from '../database.ts'
import { migrations } from './list.ts'

let database: Database
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.close())

test('F2: a chain from before goes on and verifies, whatever the column said', async () => {
  const parts = { database, secrets: openSecrets(Buffer.alloc(32, 5)) }
  const record = () =>
    inTransaction(database, (trx) => recordEvent(trx, { actor: 'ada', action: 'key.replaced', subject: 'ada' }))
  await record()
  await sealAll(parts, () => {})
  await record()
  await database.asOwner(async (owner) => {
    await sql`alter table audit_head add column sealed_until timestamptz not null default 'infinity'`.execute(owner)
    await migrations['0017-sealed-until']?.up(owner)
  })
  expect(await verifyAudit(parts)).toMatchObject({ kind: 'intact', sealed: 1, waiting: 1 })
  await sealAll(parts, () => {})
  expect(await verifyAudit(parts)).toMatchObject({ kind: 'intact', sealed: 2, waiting: 0 })
})
