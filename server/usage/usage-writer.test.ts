import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestAccounts, type TestAccounts } from '../../test/support/accounts/test-accounts.ts'
import { eventually } from '../../test/support/eventually.ts'
import { withTransactions } from '../../test/support/platform/test-transactions.ts'
import type { Database } from '../platform/database/database.ts'
import { DatabaseAwayError } from '../platform/database/pool.ts'
import type { EndedCall } from './usage-batch.ts'
import { dailySums, recentOf } from './usage-store.ts'
import { startUsageWriter, type UsageWriter } from './usage-writer.ts'

let accounts: TestAccounts
const writers: UsageWriter[] = []
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(async () => {
  for (const writer of writers) await writer.close()
  await accounts.database.close()
})

/** A writer as each process has one, and what it says to the operator. */
function newWriter(database: Database = accounts.database) {
  const said: string[] = []
  const writer = startUsageWriter({ database, warn: (sentence) => said.push(sentence) })
  writers.push(writer)
  return { writer, said }
}

const atMs = Date.parse('2026-11-20T12:00:00.250Z')
const callOf = (accountId: string, call: Partial<EndedCall> = {}): EndedCall => ({
  accountId,
  atMs,
  route: 'searchDoctors',
  method: 'GET',
  path: '/api/doctors',
  status: 200,
  timeUs: 1_500,
  countsFromMs: undefined,
  keyId: 'first',
  periodMs: atMs,
  ...call,
})
const sumsOf = (accountId: string) => dailySums(accounts.database.db, accountId, '2026-11-01')
const recentPaths = async (accountId: string) =>
  (await recentOf(accounts.database.db, accountId)).map(({ path }) => path)

describe('counted calls', () => {
  it('are summed by day, with successes and time', async () => {
    const { accountId } = await accounts.newAccount()
    const { writer } = newWriter()
    for (const status of [200, 201, 404, 500]) writer.batch.add(callOf(accountId, { status }), false)
    writer.batch.add(callOf(accountId, { atMs: Date.parse('2026-11-19T23:59:59.999Z') }), false)
    await writer.write()
    writer.batch.add(callOf(accountId, { atMs: Date.parse('2026-11-20T23:59:59.999Z') }), false)
    await writer.write()
    expect((await sumsOf(accountId)).sort((a, b) => a.date.localeCompare(b.date))).toEqual([
      { date: '2026-11-19', calls: 1, successes: 1, timeUs: 1_500 },
      { date: '2026-11-20', calls: 5, successes: 3, timeUs: 7_500 },
    ])
  })

  it('of the portal and the admin desk are kept apart', async () => {
    const { accountId } = await accounts.newAccount()
    const { writer } = newWriter()
    writer.batch.add(callOf(accountId, { route: 'screens' }), true)
    await writer.write()
    expect(await sumsOf(accountId)).toEqual([])
    expect(await recentPaths(accountId)).toEqual([])
    const rows = await accounts.database.db
      .selectFrom('usage_days')
      .select(['route', 'calls'])
      .where('account_id', '=', accountId)
      .execute()
    expect(rows).toEqual([{ route: 'screens', calls: '1' }])
  })

  it('of an account that is being deleted are left out, and those of the others written', async () => {
    const [gone, other] = [await accounts.newAccount(), await accounts.newAccount()]
    const { writer, said } = newWriter()
    for (const { accountId } of [gone, other]) writer.batch.add(callOf(accountId, { countsFromMs: atMs }), false)
    let writing: Promise<void> | undefined
    await accounts.database.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('accounts').where('id', '=', gone.accountId).execute()
      writing = writer.write()
      await eventually(async () => {
        // Not in the transaction, where connections that were opened since the first look would stay unseen.
        const waits = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(
          accounts.database.db,
        )
        expect(waits.rows).not.toEqual([])
      })
    })
    await writing
    expect(await sumsOf(other.accountId)).toMatchObject([{ calls: 1 }])
    expect(await sumsOf(gone.accountId)).toEqual([])
    expect(said).toEqual([])
  })

  it('count once when it is unknown whether they were written', async () => {
    const { accountId } = await accounts.newAccount()
    let isLosing = true
    const forgetful = withTransactions(accounts.database, async (work, execute) => {
      const result = await execute(work)
      if (isLosing) throw new DatabaseAwayError(new Error('the answer never came'))
      return result
    })
    const { writer } = newWriter(forgetful)
    writer.batch.add(callOf(accountId), false)
    for (let again = 0; again < 3; again++) {
      await expect(writer.write()).rejects.toThrow(DatabaseAwayError)
      writer.batch.add(callOf(accountId), false)
    }
    isLosing = false
    await writer.write()
    expect(await sumsOf(accountId)).toMatchObject([{ calls: 4 }])
    expect(await recentPaths(accountId)).toHaveLength(4)
  })

  it('are kept while the database is away, with one warning, and written when it is back (T05)', async () => {
    const { accountId } = await accounts.newAccount()
    let isAway = true
    const shaky = withTransactions(accounts.database, (work, execute) =>
      isAway ? Promise.reject(new DatabaseAwayError(new Error('away'))) : execute(work),
    )
    const { writer } = newWriter(shaky)
    for (let call = 0; call < 250; call++) {
      writer.batch.add(callOf(accountId, { path: `/${call}` }), false)
      if (call % 50 === 0) await expect(writer.write()).rejects.toThrow('away')
    }
    isAway = false
    await writer.write()
    expect(await sumsOf(accountId)).toMatchObject([{ calls: 250, timeUs: 250 * 1_500 }])
  })

  it('are written at the end of the process; what cannot be written is reported', async () => {
    const { accountId } = await accounts.newAccount()
    const ending = newWriter()
    ending.writer.batch.add(callOf(accountId), false)
    await ending.writer.close()
    expect(await sumsOf(accountId)).toMatchObject([{ calls: 1 }])
    expect(ending.said).toEqual([])

    const lost = newWriter(
      withTransactions(accounts.database, () => Promise.reject(new DatabaseAwayError(new Error('away')))),
    )
    for (let call = 0; call < 7; call++) lost.writer.batch.add(callOf(accountId), false)
    await lost.writer.close()
    expect(lost.said).toEqual([
      'Counted calls cannot be written now and are kept until they can: The database does not answer: away.',
      'The process ends with 7 counted calls that could not be written.',
    ])
  })

  it('of an account that is gone do not block others', async () => {
    const { accountId } = await accounts.newAccount()
    const { writer } = newWriter()
    writer.batch.add(callOf('nobody', { countsFromMs: atMs }), false)
    writer.batch.add(callOf(accountId), false)
    await writer.write()
    expect(await sumsOf(accountId)).toMatchObject([{ calls: 1 }])
  })

  it('of many accounts are summed right by many processes that write at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await accounts.newAccount()).accountId))
    const processes = Array.from({ length: 6 }, () => newWriter().writer)
    for (let round = 0; round < 5; round++) {
      for (const { batch } of processes) {
        for (const id of [...ids].sort(() => (round % 2) - 0.5)) batch.add(callOf(id, { countsFromMs: atMs }), false)
      }
      await Promise.all(processes.map((writer) => writer.write()))
    }
    for (const id of ids) {
      expect(await sumsOf(id)).toMatchObject([{ calls: 30 }])
      expect(await recentPaths(id)).toHaveLength(30)
    }
    const periods = await accounts.database.db
      .selectFrom('quota_periods')
      .select('calls')
      .where('account_id', 'in', ids)
      .execute()
    expect(periods.map(({ calls }) => calls)).toEqual(Array(5).fill('30'))
  })
})

describe('the last calls of an account', () => {
  it('are kept with the moment at which each came and the milliseconds it took', async () => {
    const { accountId } = await accounts.newAccount()
    const { writer } = newWriter()
    writer.batch.add(callOf(accountId, { method: 'POST', status: 201, timeUs: 2_345_678 }), false)
    await writer.write()
    expect(await recentOf(accounts.database.db, accountId)).toEqual([
      { at: new Date('2026-11-20T12:00:00.250Z'), method: 'POST', path: '/api/doctors', status: 201, ms: 2_345.678 },
    ])
  })

  it('are the newest hundred, the newest first, however many are written at once or one after the other', async () => {
    const { accountId } = await accounts.newAccount()
    const { writer } = newWriter()
    let call = 0
    for (const count of [150, 1, 99, 30]) {
      for (let more = 0; more < count; more++) {
        writer.batch.add(callOf(accountId, { atMs: atMs + call * 0.01, path: `/${call++}` }), false)
      }
      await writer.write()
      const newest = Array.from({ length: 100 }, (_, index) => `/${call - 1 - index}`)
      expect(await recentPaths(accountId)).toEqual(newest)
    }
  })
})
