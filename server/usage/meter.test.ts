import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestAccounts, type TestAccounts } from '../../test/support/accounts/test-accounts.ts'
import { withTransactions } from '../../test/support/platform/test-transactions.ts'
import { ApiError, apiError } from '../http/verb.ts'
import type { KeyAccount } from '../keys/check-key.ts'
import type { Database } from '../platform/database/database.ts'
import { DatabaseAwayError } from '../platform/database/pool.ts'
import { memoryLimiter } from '../platform/limiter/memory.ts'
import { isFirstParty, type Meter, openMeter } from './meter.ts'

let accounts: TestAccounts
let meter: Meter
/** The limiter's clock stops unless a test moves it. */
let nowMs = 0
beforeAll(async () => {
  accounts = await startTestAccounts()
  const { database } = accounts
  meter = openMeter({
    database,
    limiter: memoryLimiter(() => nowMs),
    publicUrl: '',
    warn: (text) => expect.unreachable(text),
  })
})
afterAll(async () => {
  await meter.close()
  await accounts.database.close()
})

async function newAccount(change: Partial<KeyAccount> = {}): Promise<KeyAccount> {
  const { apiKey } = await accounts.newAccount()
  const check = await accounts.keys.check(apiKey)
  return check.ok ? { ...check.account, ...change } : expect.unreachable()
}

const failure = apiError('provider_not_found', { resource: 'doctor', npi: 1 })

/** A call from its beginning to its end with this status; answers the headers, and the error that refused it. */
async function call(account: KeyAccount, status = 200, isFirstParty = false) {
  const begun = meter.begin({
    account,
    route: 'searchDoctors',
    isFirstParty: isFirstParty,
    requestId: 'a request',
    method: 'GET',
    url: '/api/doctors',
    startedMs: performance.now(),
  })
  try {
    await begun.admit()
    await begun.reserve()
    return { headers: status < 300 ? begun.succeed(status, 100) : await begun.fail(failure) }
  } catch (refusal) {
    if (!(refusal instanceof ApiError)) throw refusal
    return { refusal, headers: await begun.fail(refusal) }
  }
}

const stored = async ({ accountId }: KeyAccount) => {
  const rows = await accounts.database.db
    .selectFrom('quota_periods')
    .select('calls')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map(({ calls }) => Number(calls))
}

describe('a plan', () => {
  it('of Free allows 10 requests a minute, and the next one when it says so (T16)', async () => {
    const account = await newAccount()
    const remaining: (string | undefined)[] = []
    for (let request = 0; request < 10; request++) {
      const { refusal, headers } = await call(account)
      expect(refusal).toBeUndefined()
      remaining.push(/"minute";r=(\d+)/.exec(headers.ratelimit)?.[1])
    }
    expect(remaining).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1', '0'])
    const { refusal } = await call(account)
    expect(refusal).toMatchObject({ code: 'rate_limited', status: 429 })
    nowMs += 1000 * Number(refusal?.headers['retry-after'])
    expect((await call(account)).refusal).toBeUndefined()
  })

  it('of Developer allows 1,000 calls in the period that is paid', async () => {
    const paidFrom = new Date(Date.now() - 1_000_000)
    const paidUntil = new Date(Date.now() + 1_000_000)
    const account = await newAccount({ tier: 'developer', paidFrom, paidUntil })
    for (let minute = 0; minute < 10; minute++) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => call(account)))
      expect(answers.filter(({ refusal }) => refusal !== undefined)).toEqual([])
      expect((await call(account)).refusal).toMatchObject({ code: 'rate_limited' })
      nowMs += 61_000
    }
    const { refusal, headers } = await call(account)
    expect(refusal).toMatchObject({ code: 'quota_exceeded', status: 429 })
    expect(headers).toMatchObject({
      'x-quota-limit': '1000',
      'x-quota-remaining': '0',
      'x-quota-reset': paidUntil.toISOString(),
    })
    expect(Number(refusal?.headers['retry-after'])).toBeLessThanOrEqual(1_000)
  })

  it('of Enterprise allows everything, names no limit, and counts its successes without a statement each', async () => {
    const account = await newAccount({ tier: 'enterprise' })
    for (let request = 0; request < 500; request++) {
      const { refusal, headers } = await call(account, request % 2 === 0 ? 200 : 404)
      expect(refusal).toBeUndefined()
      expect(headers).toMatchObject({ 'x-quota-limit': 'unlimited', 'x-quota-remaining': 'unlimited' })
      expect(headers).not.toHaveProperty('ratelimit')
    }
    await meter.write()
    expect(await stored(account)).toEqual([250])
  })
})

describe('a test key', () => {
  it('has its plan’s limit by the minute apart from live keys, no other limit, and counts nowhere', async () => {
    const live = await newAccount()
    const account: KeyAccount = { ...live, mode: 'test' }
    for (let minute = 0; minute < 11; minute++) {
      for (let request = 0; request < 10; request++) {
        const { refusal, headers } = await call(account)
        expect(refusal).toBeUndefined()
        expect(headers).toMatchObject({ 'x-quota-limit': 'unlimited', 'Praxidex-Mode': 'test' })
        expect(headers['ratelimit-policy']).toBe('"minute";q=10;w=60')
      }
      expect((await call(account)).refusal).toMatchObject({ code: 'rate_limited' })
      if (minute === 0) expect((await call(live)).headers).not.toHaveProperty('Praxidex-Mode')
      nowMs += 61_000
    }
    await meter.write()
    expect(await stored(account)).toEqual([1])
  })
})

describe('a call that fails', () => {
  const begin = { route: 'getDoctor', isFirstParty: false, requestId: '', method: 'GET', url: '/', startedMs: 0 }

  async function failOne(
    account: KeyAccount,
    database: Database,
    during: (work: () => Promise<void>) => Promise<void>,
  ) {
    const said: string[] = []
    const warn = (sentence: string) => void said.push(sentence)
    const own = openMeter({ database, limiter: memoryLimiter(), publicUrl: '', warn })
    const [one, other] = [own.begin({ ...begin, account }), own.begin({ ...begin, account })]
    await one.reserve()
    one.succeed(200, 100)
    await other.reserve()
    expect(await stored(account)).toEqual([2])
    await during(async () => {
      const headers = await other.fail(failure)
      expect(headers['x-quota-remaining']).toBe('99')
    })
    await own.close()
    return said
  }

  it('while the database is away is given back when it is there again', async () => {
    const account = await newAccount()
    let isDown = false
    const database = withTransactions(accounts.database, (work, execute) =>
      isDown ? Promise.reject(new DatabaseAwayError(new Error('away'))) : execute(work),
    )
    const said = await failOne(account, database, async (work) => {
      isDown = true
      await work()
      isDown = false
    })
    expect(await stored(account)).toEqual([1])
    expect(said).toContain('A call that failed is given back to its quota later: The database does not answer: away.')
  })

  it('is given back once, even when the first answer was lost', async () => {
    const account = await newAccount()
    let isLost = false
    const database = withTransactions(accounts.database, async (work, execute) => {
      const result = await execute(work)
      if (isLost) throw new DatabaseAwayError(new Error('the answer never came'))
      return result
    })
    await failOne(account, database, async (work) => {
      isLost = true
      await work()
      isLost = false
    })
    expect(await stored(account)).toEqual([1])
  })
})

describe('calls of the portal and the admin desk', () => {
  it('use none of the quota and none of the limits of requests', async () => {
    const account = await newAccount()
    for (let request = 0; request < 50; request++) {
      const { refusal, headers } = await call(account, 200, true)
      expect(refusal).toBeUndefined()
      expect(headers['ratelimit-policy']).toBe('"screens";q=300;w=60')
      expect(headers['x-quota-remaining']).toBe('100')
    }
    await meter.write()
    expect(await stored(account)).toEqual([])
    expect((await call(account)).headers.ratelimit).toMatch(/^"minute";r=9;/)
  })

  it('have a limit of their own, on every plan', async () => {
    const account = await newAccount({ tier: 'enterprise' })
    for (let request = 0; request < 300; request++) await call(account, 200, true)
    expect((await call(account, 200, true)).refusal).toMatchObject({ code: 'rate_limited' })
    expect((await call(account)).refusal).toBeUndefined()
  })

  it.each([
    ['none', {}, {}, { user: false, admin: false }],
    ['all', {}, {}, { user: false, admin: true }],
    [{ type: 'personal', admin: 'true' }, {}, {}, { user: false, admin: false }],
    [{ type: 'personal', admin: 'true' }, { type: 'personal' }, undefined, { user: true, admin: true }],
    [{ type: 'personal', admin: 'true' }, { admin: 'true', page: '1' }, undefined, { user: false, admin: true }],
    [{ type: 'personal', admin: 'true' }, { type: 'personal', admin: 'true' }, {}, { user: false, admin: true }],
    [{ type: 'personal', admin: 'true' }, { admin: 'false' }, undefined, { user: false, admin: false }],
    [{ type: 'personal', admin: 'true' }, {}, { type: 'personal' }, { user: true, admin: true }],
    [{ type: 'personal', admin: 'true' }, { type: ['personal', 'personal'] }, null, { user: false, admin: false }],
  ] as const)('are known by their entry and by who calls: %j, query %j, body %j', (offQuota, query, body, expected) => {
    const [user, admin] = [false, true].map((isAdmin) => isFirstParty({ offQuota }, { query, body, isAdmin }))
    expect({ user, admin }).toEqual(expected)
  })
})
