import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recentRequestsMax, recentRequestsPerSecondMax } from '#contract/limits'
import { startTestAccounts, type TestAccounts } from '../../test/support/accounts/test-accounts.ts'
import { eventually } from '../../test/support/eventually.ts'
import { withTransactions } from '../../test/support/platform/test-transactions.ts'
import { dailySums } from '../../test/support/usage/daily-sums.ts'
import type { Database } from '../platform/database/database.ts'
import { DatabaseAwayError } from '../platform/database/pool.ts'
import type { EndedCall } from './usage-batch.ts'
import { recentOf, timesSince, usageSince } from './usage-store.ts'
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
  requestId: randomUUID(),
  bytes: 900,
  code: '',
  sentence: '',
  timeUs: 1_500,
  quotaCalls: 1,
  countsFromMs: undefined,
  keyId: 'first',
  periodMs: atMs,
  ...call,
})
const sumsOf = (accountId: string) => dailySums(accounts.database.db, accountId, '2026-11-01')
const recent = (accountId: string, limit = 1_000) => recentOf(accounts.database.db, accountId, {}, limit)
const recentPaths = async (accountId: string) => (await recent(accountId)).map(({ path }) => path)
const refused = (status: number) => ({ status, code: 'some_error', sentence: 'It was refused.' })

describe('counted calls', () => {
  it('are summed by day, with successes and time', async () => {
    const { accountId } = await accounts.newAccount()
    const { writer } = newWriter()
    for (const status of [200, 201]) writer.batch.add(callOf(accountId, { status }), false)
    for (const status of [404, 500]) writer.batch.add(callOf(accountId, refused(status)), false)
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
      .selectFrom('usage_sums')
      .select(['span', 'route', 'calls'])
      .where('account_id', '=', accountId)
      .orderBy('span')
      .execute()
    expect(rows).toEqual([
      { span: 'day', route: 'screens', calls: '1' },
      { span: 'hour', route: 'screens', calls: '1' },
    ])
    const since = { accountId, span: 'day', start: new Date('2026-11-01') } as const
    expect(await timesSince(accounts.database.db, since)).toEqual([])
  })

  it('are summed by hour and day, key and error', async () => {
    const { accountId } = await accounts.newAccount()
    const { writer } = newWriter()
    writer.batch.add(callOf(accountId), false)
    writer.batch.add(callOf(accountId, { keyId: 'second' }), false)
    writer.batch.add(callOf(accountId, { ...refused(404), atMs: atMs + 3_600_000, timeUs: 80_000 }), false)
    await writer.write()
    const { db } = accounts.database
    const sumsIn = async (span: 'hour' | 'day') => {
      const sums = await usageSince(db, { accountId, span, start: new Date('2026-11-20') })
      return sums.map(({ start, ...sum }) => [start.toISOString().slice(0, 13), sum.keyId, sum.code, sum.calls]).sort()
    }
    expect(await sumsIn('hour')).toEqual([
      ['2026-11-20T12', 'first', '', 1],
      ['2026-11-20T12', 'second', '', 1],
      ['2026-11-20T13', 'first', 'some_error', 1],
    ])
    expect(await sumsIn('day')).toEqual([
      ['2026-11-20T00', 'first', '', 1],
      ['2026-11-20T00', 'first', 'some_error', 1],
      ['2026-11-20T00', 'second', '', 1],
    ])
    const times = await timesSince(db, { accountId, span: 'day', start: new Date('2026-11-20') })
    expect(times.map(({ calls }) => calls).sort()).toEqual([1, 2])
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
    const call = callOf(accountId, { method: 'POST', status: 201, timeUs: 2_345_678 })
    writer.batch.add(call, false)
    await writer.write()
    const { requestId, keyId, bytes } = call
    expect(await recent(accountId)).toMatchObject([
      { at: new Date('2026-11-20T12:00:00.250Z'), method: 'POST', path: '/api/doctors', status: 201, ms: 2_345.678 },
    ])
    expect(await recent(accountId)).toMatchObject([{ requestId, keyId, bytes, code: '', sentence: '' }])
  })

  it('tell the error without what looks like a secret', async () => {
    const { accountId } = await accounts.newAccount()
    const { writer } = newWriter()
    const sentence = `name: expected a name; got pdx_live_${'1'.repeat(46)}, token=hunter2, ada@example.org.`
    writer.batch.add(callOf(accountId, { ...refused(400), sentence }), false)
    await writer.write()
    expect((await recent(accountId))[0]?.sentence).toBe('name: expected a name; got [hidden], [hidden], [hidden].')
  })

  it('are the newest first; of too many at once the last', async () => {
    const { accountId } = await accounts.newAccount()
    const { writer } = newWriter()
    const all: string[] = []
    for (const count of [recentRequestsPerSecondMax + 50, 1, 99]) {
      const written = Array.from({ length: count }, (_, more) => `/${all.length + more}`)
      for (const [more, path] of written.entries()) {
        writer.batch.add(callOf(accountId, { atMs: atMs + all.length + more, path }), false)
      }
      await writer.write()
      all.push(...written)
    }
    expect(await recentPaths(accountId)).toEqual(all.slice(50).toReversed())
  })

  it('are as many as are kept of an account, however many there were', async () => {
    const { accountId } = await accounts.newAccount()
    const { db } = accounts.database
    await sql`insert into recent_requests (account_id, id, at, method, path, status, time_us)
      select ${accountId}, '00000000-' || lpad(n::text, 6, '0'), now(), 'GET', '/old/' || n, 200, 1
      from generate_series(1, ${recentRequestsMax}) as n`.execute(db)
    const { writer } = newWriter()
    for (let batch = 0; batch < 5; batch++) {
      for (let call = 0; call < recentRequestsPerSecondMax; call++) writer.batch.add(callOf(accountId), false)
      await writer.write()
    }
    const { count } = await db
      .selectFrom('recent_requests')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(recentRequestsMax)
    const paths = (await recent(accountId, recentRequestsMax)).map(({ path }) => path)
    expect(paths.slice(0, 1_000)).toEqual(Array(1_000).fill('/api/doctors'))
    expect([paths[1_000], paths.at(-1)]).toEqual([`/old/${recentRequestsMax}`, '/old/1001'])
  })

  it('of many accounts at once stay within what a process may hold', () => {
    const { writer } = newWriter()
    for (let account = 0; account < 150; account++) {
      for (let call = 0; call < recentRequestsPerSecondMax; call++) {
        writer.batch.add(callOf(`nobody ${account}`, { path: `/${call}` }), false)
      }
    }
    const kept = writer.batch.recentCalls()
    expect(kept).toHaveLength(100 * recentRequestsPerSecondMax)
    expect(writer.batch.callsCounted()).toBe(150 * recentRequestsPerSecondMax)
  })
})
