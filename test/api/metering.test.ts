/** What callers see of metering, over HTTP: headers, refusals, statistics and the list of requests. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { exampleSentenceOf } from '#contract/error-examples'
import { dailyStatsDays } from '#contract/limits'
import { plans } from '#contract/plans'
import { usageEndpoints } from '#contract/usage'
import { uuidv7 } from '#server/platform/uuid'
import { startTestDatabase } from '../support/platform/test-database.ts'
import { formOf } from '../support/sentence-form.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

const search = '/api/doctors?state=NY&limit=1'
const notFound = '/api/doctors/1999999999'
const malformed = '/api/doctors?radius=5'
/** Refused by its form alone, before it asks for a place in the quota. */
const formless = '/api/doctors?limit=all'
const dayMs = 86_400_000

let server: TestServer
beforeAll(async () => {
  // Few enough calls to use up, with as many requests as the tests need.
  const small = { callsPerMonth: 5, requestsPerMinute: 12, requestsPerDay: 15 }
  server = await startTestServer(startTestDatabase, {}, { ...plans, free: small })
})
afterAll(() => server.close())

const statsOf = async (headers: Record<string, string>) =>
  usageEndpoints.usageStats.output.parse((await server.get('/api-events/stats', headers)).body)
const requestsOf = async (headers: Record<string, string>) =>
  usageEndpoints.recentRequests.output.parse((await server.get('/me/requests', headers)).body).requests

const sentenceOf = (body: unknown) => z.object({ error: z.string() }).parse(body).error

const countCalls = ({ accountId }: TestAccount, startsAt: Date, calls: number) =>
  server.database.db
    .insertInto('quota_periods')
    .values({ account_id: accountId, period_start: startsAt, calls })
    .execute()

/** What a refused call says is left, with a key that no process remembers anything of. */
async function remainingWithNewKey({ headers }: TestAccount) {
  const { body } = await server.post('/me/api-key', '', headers)
  const { apiKey } = z.object({ apiKey: z.string() }).parse(body)
  const refused = await server.get(formless, { 'api-key': apiKey })
  expect(refused).toMatchObject({ status: 400 })
  return refused.headers['x-quota-remaining']
}

describe('a call that bears a key', () => {
  test('says in its headers what is left of every limit', async () => {
    const { apiKey } = await server.signUp()
    const { status, headers } = await server.get(search, { 'api-key': apiKey })
    expect(status).toBe(200)
    expect(headers['ratelimit-policy']).toBe('"minute";q=12;w=60, "day";q=15;w=86400')
    expect(headers.ratelimit).toMatch(/^"minute";r=11;t=\d+, "day";r=14;t=\d+$/)
    expect(headers).toMatchObject({ 'x-quota-limit': '5', 'x-quota-remaining': '4' })
    expect(Date.parse(String(headers['x-quota-reset']))).toBeGreaterThan(Date.now())
  })

  test('uses a call of the quota only when it succeeds, and says so', async () => {
    const { apiKey } = await server.signUp()
    const remaining = async (path: string) => {
      const { status, headers } = await server.get(path, { 'api-key': apiKey })
      return [status, headers['x-quota-remaining']]
    }
    expect(await remaining(malformed)).toEqual([400, '5'])
    expect(await remaining(notFound)).toEqual([404, '5'])
    expect(await remaining(search)).toEqual([200, '4'])
    expect(await remaining(notFound)).toEqual([404, '4'])
    expect(await remaining(malformed)).toEqual([400, '4'])
    expect(await remaining(search)).toEqual([200, '3'])
  })

  test('that is refused says what is left of the period that holds now, also when one that was paid for ended early', async () => {
    const account = await server.signUp()
    for (let call = 0; call < 2; call++) await server.get(search, { 'api-key': account.apiKey })
    await countCalls(account, new Date(), 700)
    expect(await remainingWithNewKey(account)).toBe('3')
  })

  test('that is refused says what is left of a period that is paid for, however long ago it began', async () => {
    const account = await server.signUp()
    const paidFrom = new Date(Date.now() - 200 * dayMs)
    await server.database.db
      .insertInto('subscriptions')
      .values({
        account_id: account.accountId,
        tier: 'developer',
        period_start: paidFrom,
        period_end: new Date(Date.now() + 165 * dayMs),
      })
      .execute()
    await countCalls(account, paidFrom, 700)
    expect(await remainingWithNewKey(account)).toBe('300')
  })

  test('past the quota is refused with the limit and the time of the next period', async () => {
    const account = await server.signUp()
    for (let call = 0; call < 5; call++) {
      expect(await server.get(search, { 'api-key': account.apiKey })).toMatchObject({ status: 200 })
    }
    const refused = await server.get(search, { 'api-key': account.apiKey })
    const { nextPeriodStartDate, totalCalls, availableCalls } = await statsOf(account.headers)
    const until = `${new Date(1000 * Math.ceil(Date.parse(nextPeriodStartDate) / 1000)).toISOString().slice(0, 19)}Z`
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'quota_exceeded',
        error: `You’ve used all 5 calls per month; the next period begins at ${until}.`,
      },
      headers: {
        'x-quota-remaining': '0',
        'x-quota-reset': nextPeriodStartDate,
        'retry-after': expect.stringMatching(/^\d+$/),
      },
    })
    expect([totalCalls, availableCalls]).toEqual([5, 5])
    // The documentation shows the same.
    expect(formOf(sentenceOf(refused.body))).toBe(formOf(exampleSentenceOf('quota_exceeded')))
  })

  test('past a limit of requests is refused with its name and the time of the next one, whatever the calls before were', async () => {
    const { apiKey } = await server.signUp()
    for (let call = 0; call < 12; call++) {
      expect(await server.get(malformed, { 'api-key': apiKey })).toMatchObject({ status: 400 })
    }
    const refused = await server.get(search, { 'api-key': apiKey })
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'rate_limited',
        error: expect.stringMatching(
          /^You’ve used all 12 requests per minute; send the next one at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.$/,
        ),
      },
      headers: { ratelimit: expect.stringMatching(/^"minute";r=0;t=\d+, "day";r=3;t=\d+$/), 'x-quota-remaining': '5' },
    })
    expect(formOf(sentenceOf(refused.body))).toBe(formOf(exampleSentenceOf('rate_limited')))
    const [, seconds] = /"minute";r=0;t=(\d+)/.exec(String(refused.headers.ratelimit)) ?? []
    // What t says is cut to the window, whose last step may end a second behind it.
    expect([0, 1]).toContain(Number(refused.headers['retry-after']) - Number(seconds))
  })

  test('is limited for its account, so that a new key brings no more', async () => {
    const account = await server.signUp()
    for (let call = 0; call < 12; call++) await server.get(malformed, { 'api-key': account.apiKey })
    const { apiKey } = z
      .object({ apiKey: z.string() })
      .parse((await server.post('/me/api-key', '', account.headers)).body)
    expect(await server.get(search, { 'api-key': apiKey })).toMatchObject({
      status: 429,
      body: { code: 'rate_limited' },
    })
  })

  test('with an unknown key is counted for no account', async () => {
    const { status, headers } = await server.get(search, { 'api-key': server.unknownKey })
    expect(status).toBe(401)
    expect(headers).not.toHaveProperty('x-quota-limit')
  })
})

describe('statistics', () => {
  test('of a new account are zero, with today and the 24 days before', async () => {
    const account = await server.signUp()
    const { dailyStats, points, periodStartDate, nextPeriodStartDate, ...counts } = await statsOf(account.headers)
    expect(points.map(({ start }) => start.slice(0, 10))).toEqual(dailyStats.map(({ date }) => date))
    expect(counts).toEqual({
      apiCallsToday: 0,
      averageResponseTime: 0,
      successRate: 0,
      totalCalls: 0,
      availableCalls: 5,
      p50: null,
      p95: null,
      errors: [],
      keys: [],
    })
    expect(dailyStats.map(({ apiCalls }) => apiCalls)).toEqual(Array(dailyStatsDays + 1).fill(0))
    const first = Date.parse(dailyStats[0].date)
    expect(dailyStats.map(({ date }) => (Date.parse(date) - first) / dayMs)).toEqual([
      ...Array(dailyStatsDays + 1).keys(),
    ])
    const days = (Date.parse(nextPeriodStartDate) - Date.parse(periodStartDate)) / dayMs
    expect(days).toBeGreaterThanOrEqual(28)
    expect(days).toBeLessThanOrEqual(31)
  })

  test('count every call with the share of successes', async () => {
    const account = await server.signUp()
    for (const path of [search, search, notFound, malformed, search, malformed]) {
      await server.get(path, { 'api-key': account.apiKey })
    }
    const { dailyStats, averageResponseTime, ...counts } = await statsOf(account.headers)
    expect(counts).toMatchObject({ apiCallsToday: 6, successRate: 50, totalCalls: 3 })
    expect(averageResponseTime).toBeGreaterThan(0)
    expect(dailyStats.at(-1)?.apiCalls).toBe(6)
  })

  test('are of the calls and the times of today and the 24 days before, in milliseconds to the hundredth', async () => {
    const account = await server.signUp()
    const { dailyStats } = await statsOf(account.headers)
    const first = Date.parse(dailyStats[0].date)
    const sum = (day: number, statusClass: number, calls: number, timeUs: number) => ({
      account_id: account.accountId,
      day: sql<Date>`${new Date(first + day * dayMs).toISOString().slice(0, 10)}::date`,
      route: 'searchDoctors',
      status_class: statusClass,
      calls,
      time_us: timeUs,
    })
    await server.database.db
      .insertInto('usage_days')
      .values([
        sum(-1, 2, 1_000, 9_000_000_000),
        sum(0, 2, 3, 3_000),
        sum(7, 4, 2, 5_123),
        sum(dailyStatsDays, 2, 1, 2_000),
        sum(dailyStatsDays, 5, 1, 7_000),
      ])
      .execute()
    const expected = Array(dailyStatsDays + 1).fill(0)
    for (const [day, calls] of [
      [0, 3],
      [7, 2],
      [dailyStatsDays, 2],
    ]) {
      expected[day] = calls
    }
    const { dailyStats: days, ...counts } = await statsOf(account.headers)
    expect(days.map(({ apiCalls }) => apiCalls)).toEqual(expected)
    // 17,123 microseconds of 7 calls, of which 4 succeeded.
    expect(counts).toMatchObject({ apiCallsToday: 2, averageResponseTime: 2.45, successRate: 57.14 })
  })

  test('are kept by the endpoint that was called and the error of its answer', async () => {
    const account = await server.signUp()
    const desk = '/api/verifications?type=personal'
    for (const path of [search, search, malformed, notFound, desk])
      await server.get(path, { 'api-key': account.apiKey })
    await statsOf(account.headers)
    const rows = await server.database.db
      .selectFrom('usage_sums')
      .select(['route', 'code', 'calls'])
      .where('account_id', '=', account.accountId)
      .where('span', '=', 'day')
      .orderBy('route')
      .orderBy('code')
      .execute()
    expect(rows.map(({ route, code, calls }) => [route, code, Number(calls)])).toEqual([
      ['getDoctor', 'provider_not_found', 1],
      ['screens', '', 1],
      ['searchDoctors', '', 2],
      ['searchDoctors', 'invalid_input', 1],
    ])
  })

  test('count in the period that holds now, also when one that was paid for has begun later and ended early', async () => {
    const account = await server.signUp()
    for (let call = 0; call < 2; call++) await server.get(search, { 'api-key': account.apiKey })
    await statsOf(account.headers)
    await countCalls(account, new Date(), 700)
    expect(await statsOf(account.headers)).toMatchObject({ totalCalls: 2 })
  })

  test('and the list of requests are shown to their account alone', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()]
    await server.get(search, { 'api-key': one.apiKey })
    expect(await statsOf(other.headers)).toMatchObject({ apiCallsToday: 0 })
    expect(await requestsOf(other.headers)).toEqual([])
    for (const path of ['/api-events/stats', '/me/requests']) {
      expect(await server.get(path, {})).toMatchObject({ status: 401 })
      expect(await server.get(path, { 'api-key': one.apiKey })).toMatchObject({ status: 401 })
    }
  })
})

describe('the list of requests', () => {
  test('shows each with its time, path, status and milliseconds, the newest first, without secrets', async () => {
    const account = await server.signUp()
    const paths = [search, '/api/doctors?token=hunter2&state=NY', notFound]
    for (const path of paths) await server.get(path, { 'api-key': account.apiKey })
    const requests = await requestsOf(account.headers)
    expect(requests.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['GET', notFound, 404],
      ['GET', '/api/doctors?token=…&state=NY', 400],
      ['GET', search, 200],
    ])
    for (const { ms } of requests) expect(ms).toBeGreaterThan(0)
  })

  test('tells the time and the milliseconds that were kept of each, also by versions that kept no more', async () => {
    const { accountId, headers } = await server.signUp()
    const kept = { account_id: accountId, method: 'GET', path: search, status: 200 }
    const [first, second] = [new Date('2026-11-20T23:59:59.999Z'), new Date('2026-11-21T00:00:00.001Z')]
    await server.database.db
      .insertInto('recent_requests')
      .values([
        { ...kept, id: uuidv7(first.getTime()), at: first, time_us: 1_280 },
        { ...kept, id: uuidv7(second.getTime()), at: second, time_us: 2_345_678 },
      ])
      .execute()
    const more = { id: null, bytes: null, key: null, code: null, error: null }
    expect(await requestsOf(headers)).toEqual([
      { time: second.toISOString(), method: 'GET', path: search, status: 200, ms: 2_345.678, ...more },
      { time: first.toISOString(), method: 'GET', path: search, status: 200, ms: 1.28, ...more },
    ])
  })
})
