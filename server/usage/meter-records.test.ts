/** What the meter writes of a call, when, and by how many statements. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { plans } from '#contract/plans'
import { startTestAccounts, type TestAccounts } from '../../test/support/accounts/test-accounts.ts'
import { eventually } from '../../test/support/eventually.ts'
import { dailySums } from '../../test/support/usage/daily-sums.ts'
import { apiError } from '../http/verb.ts'
import type { KeyAccount } from '../keys/check-key.ts'
import type { Database } from '../platform/database/database.ts'
import { memoryLimiter } from '../platform/limiter/memory.ts'
import { type Meter, openMeter } from './meter.ts'
import { recentOf } from './usage-store.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

/** The statements of the running test's meter alone. */
let statements: string[] = []
let meter: Meter
/** The limiter's clock stops unless a test moves it. */
let nowMs = 0
beforeEach(() => {
  // Batches are written when a test says so: nothing else here waits by an interval.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  nowMs = 0
  statements = []
  meter = openMeter({
    database: counted(accounts.database),
    limiter: memoryLimiter(() => nowMs),
    publicUrl: '',
    warn: (text) => expect.unreachable(text),
    plans: { ...plans, developer: { callsPerMonth: null, requestsPerMinute: 10, requestsPerDay: 25 } },
  })
})
afterEach(async () => {
  await meter.close()
  vi.useRealTimers()
})

function counted(database: Database): Database {
  const db = database.db.withPlugin({
    transformQuery({ node }) {
      statements.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { ...database, db }
}

async function newAccount(change: Partial<KeyAccount> = {}): Promise<KeyAccount> {
  const { apiKey } = await accounts.newAccount()
  const check = await accounts.keys.check(apiKey)
  return check.ok ? { ...check.account, ...change } : expect.unreachable()
}

const begin = (account: KeyAccount, startedMs = performance.now()) =>
  meter.begin({
    account,
    route: 'searchDoctors',
    isFirstParty: false,
    requestId: 'a request',
    method: 'GET',
    url: '/api/doctors',
    startedMs,
  })

/** A call that is let in, from its beginning to its end well or badly. */
async function call(account: KeyAccount, isGood = true): Promise<void> {
  const begun = begin(account)
  await begun.admit()
  await begun.reserve()
  if (isGood) begun.succeed(200, 100)
  else await begun.fail(apiError('provider_not_found', { resource: 'doctor', npi: 1 }))
}

const callsOf = async ({ accountId }: KeyAccount) =>
  (await dailySums(accounts.database.db, accountId, '2026-01-01')).reduce((sum, { calls }) => sum + calls, 0)

describe('a call is written', () => {
  it('with the moment of the database’s clock at which it came, on that day in UTC, and the milliseconds it took', async () => {
    // A call took five seconds, and the one after it four; midnight lies between them.
    const startedMs = performance.now() - 5_000
    const account = await newAccount({
      tier: 'enterprise',
      readAt: new Date('2026-11-20T23:59:58.000Z'),
      readAtMs: startedMs - 1_500.5,
    })
    for (const laterMs of [0, 1_000]) begin(account, startedMs + laterMs).succeed(200, 100)
    const atMostMs = performance.now() - startedMs
    await meter.write()
    const [second, first, ...others] = await recentOf(accounts.database.db, account.accountId, {}, 10)
    expect(others).toEqual([])
    expect(first.at.toISOString()).toBe('2026-11-20T23:59:59.500Z')
    expect(second.at.toISOString()).toBe('2026-11-21T00:00:00.500Z')
    // To the microsecond, in which both are kept.
    expect(first.ms).toBeGreaterThan(4_999.99)
    expect(first.ms).toBeLessThan(atMostMs + 0.01)
    expect(second.ms).toBeGreaterThan(3_999.99)
    expect(second.ms).toBeLessThan(atMostMs - 1_000 + 0.01)
    const sums = await dailySums(accounts.database.db, account.accountId, '2026-11-20')
    expect(sums.sort((a, b) => a.date.localeCompare(b.date))).toEqual([
      { date: '2026-11-20', calls: 1, successes: 1, timeUs: Math.round(1_000 * first.ms) },
      { date: '2026-11-21', calls: 1, successes: 1, timeUs: Math.round(1_000 * second.ms) },
    ])
  })

  it('within a second, without a request for it', async () => {
    const account = await newAccount({ tier: 'enterprise' })
    await call(account)
    vi.advanceTimersByTime(999)
    expect(statements).toEqual([])
    vi.advanceTimersByTime(1)
    // From here on their time stops.
    vi.useRealTimers()
    await eventually(async () => expect(await callsOf(account)).toBe(1))
  })
})

describe('a call of an account with a quota', () => {
  it('costs one statement when it succeeds, and several at once share the one after the first', async () => {
    const account = await newAccount()
    await call(account)
    expect(statements).toEqual(['InsertQueryNode'])
    statements = []
    await Promise.all(Array.from({ length: 9 }, () => call(account)))
    expect(statements).toEqual(['InsertQueryNode', 'InsertQueryNode'])
    const stored = await accounts.database.db
      .selectFrom('quota_periods')
      .select('calls')
      .where('account_id', '=', account.accountId)
      .execute()
    expect(stored).toEqual([{ calls: '10' }])
  })
})

describe('calls of an Enterprise account', () => {
  it('cost no statement before their batch is written, and a batch of many as few as one of a single call', async () => {
    const account = await newAccount({ tier: 'enterprise' })
    // The first batch of a process has one statement more.
    await call(account)
    await meter.write()
    const statementsOf = async (calls: number) => {
      statements = []
      for (let number = 0; number < calls; number++) await call(account, number % 2 === 0)
      expect(statements).toEqual([])
      await meter.write()
      return statements
    }
    const ofOne = await statementsOf(1)
    expect(ofOne).not.toEqual([])
    expect(await statementsOf(200)).toEqual(ofOne)
    expect(await callsOf(account)).toBe(202)
  })
})

describe('a limit of requests a day', () => {
  it('refuses the next one by its name, with the time at which one may come, and lets it in then', async () => {
    const startedMs = performance.now()
    const account = await newAccount({
      tier: 'developer',
      readAt: new Date('2026-11-20T12:00:00.000Z'),
      readAtMs: startedMs,
    })
    const admit = async () => begin(account, startedMs).admit()
    for (const requests of [10, 10, 5]) {
      for (let request = 0; request < requests; request++) await admit()
      nowMs += 61_000
    }
    // The day of the first request ends with its step, the 1st of 120 and one more of twelve minutes: 87,120 seconds
    // after 0.
    await expect(admit()).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      message: 'You’ve used all 25 requests per day; send the next one at 2026-11-21T12:08:57Z.',
      headers: { 'retry-after': '86937' },
    })
    nowMs += 86_936_000
    await expect(admit()).rejects.toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '1' } })
    nowMs += 1_000
    await admit()
  })
})
