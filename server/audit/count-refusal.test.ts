import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { countRefusal, recordCounts } from './count-refusal.ts'

let database: Database
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.close())
beforeEach(() =>
  database.asOwner(async (db) => {
    await sql`truncate audit_events, refusal_counts`.execute(db)
  }),
)

const refuse = (subject: string) =>
  inTransaction(database, (trx) => countRefusal(trx, { actor: subject, action: 'verification.list_refused', subject }))

const passTime = (by: string) => sql`update refusal_counts set since = since - ${by}::interval`.execute(database.db)

const events = () =>
  database.db.selectFrom('audit_events').select(['actor', 'subject', 'details']).orderBy('at').orderBy('id').execute()

it('F2: a thousand refusals of one account in an hour are a row at once, and one with their count when the hour is over', async () => {
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 50 }, () => refuse('ada')))
  await refuse('bob')
  expect((await events()).map(({ subject }) => subject).sort()).toEqual(['ada', 'bob'])

  await passTime('59 minutes')
  await recordCounts(database)
  expect(await events()).toHaveLength(2)

  await passTime('1 minute')
  expect(await Promise.all([recordCounts(database), recordCounts(database)])).toEqual([false, false])
  expect((await events()).slice(2)).toEqual([
    { actor: 'ada', subject: 'ada', details: { count: 999, since: expect.stringMatching(/^\d{4}-.*Z$/) } },
  ])

  await refuse('ada')
  expect((await events()).slice(3)).toEqual([{ actor: 'ada', subject: 'ada', details: {} }])
})

it('F2: a refusal whose transaction fails is neither recorded nor counted', async () => {
  const cutOff = inTransaction(database, async (trx) => {
    await countRefusal(trx, { actor: null, action: 'account.sign_in_failed', subject: 'network:x' })
    throw new Error('cut off')
  })
  await expect(cutOff).rejects.toThrow('cut off')
  expect(await events()).toEqual([])
  expect(await database.db.selectFrom('refusal_counts').selectAll().execute()).toEqual([])
})

it('more counts than fit in one transaction are recorded in several', async () => {
  await sql`insert into refusal_counts (action, subject, since, count)
    select 'account.sign_in_failed', 'network:' || n, now() - interval '2 hours', 1 from generate_series(1, 501) n`.execute(
    database.db,
  )
  expect(await recordCounts(database)).toBe(true)
  expect(await recordCounts(database)).toBe(false)
  expect(await events()).toHaveLength(501)
})
