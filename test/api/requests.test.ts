/** The list of requests with its filters and pages, usage by range and as a file, and the switch of emails. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { recentRequestsMax, recentRequestsPageMax, usageFileDaysMax, usageFileRowsMax } from '#contract/limits'
import { plans } from '#contract/plans'
import { productName } from '#contract/product'
import { usageEndpoints } from '#contract/usage'
import { uuidv7 } from '#server/platform/uuid'
import { startTestDatabase } from '../support/platform/test-database.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

const search = '/api/doctors?state=NY&limit=1'
const notFound = '/api/doctors/1999999999'
const tooWide = '/api/doctors?state=NY&radius=40'
const dayMs = 86_400_000

let server: TestServer
beforeAll(async () => {
  const roomy = { callsPerMonth: 10, requestsPerMinute: 1_000, requestsPerDay: null }
  server = await startTestServer(startTestDatabase, {}, { ...plans, free: roomy })
})
afterAll(() => server.close())

type Page = z.output<typeof usageEndpoints.recentRequests.output>

const pageOf = async ({ headers }: TestAccount, query = ''): Promise<Page> =>
  usageEndpoints.recentRequests.output.parse((await server.get(`/me/requests${query}`, headers)).body)
const pathsOf = async (account: TestAccount, query: string) =>
  (await pageOf(account, query)).requests.map(({ path }) => path)
const statsOf = async ({ headers }: TestAccount, range: string) =>
  usageEndpoints.usageStats.output.parse((await server.get(`/api-events/stats?range=${range}`, headers)).body)
const call = ({ apiKey }: Pick<TestAccount, 'apiKey'>, path: string) => server.get(path, { 'api-key': apiKey })

async function newKey({ headers }: TestAccount, name: string) {
  const { body } = await server.post('/me/api-keys', { name, mode: 'live' }, headers)
  const made = z.object({ apiKey: z.object({ id: z.string() }), key: z.string() }).parse(body)
  return { id: made.apiKey.id, apiKey: made.key }
}

/** Rows of one request a minute since a time, the first one first. */
async function insertRequests({ accountId }: TestAccount, firstMs: number, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const at = new Date(firstMs + index * 60_000)
    return { account_id: accountId, id: uuidv7(at.getTime()), at, path: `/api/doctors?page=${index}` }
  })
  await server.database.db
    .insertInto('recent_requests')
    .values(rows.map((row) => ({ ...row, method: 'GET', status: 200, time_us: 900 })))
    .execute()
}

describe('a request in the list', () => {
  test('has the ID, size, error and key of its answer', async () => {
    const account = await server.signUp()
    const { id, apiKey } = await newKey(account, 'Scheduling')
    const good = await call({ apiKey }, search)
    const bad = await call(account, tooWide)
    const { requests, nextCursor } = await pageOf(account)
    expect(nextCursor).toBeNull()
    expect(requests).toMatchObject([
      {
        id: bad.headers['x-request-id'],
        status: 400,
        bytes: Number(bad.headers['content-length']),
        key: { name: 'Default' },
        ...z.object({ code: z.string(), error: z.string() }).parse(bad.body),
      },
      {
        id: good.headers['x-request-id'],
        status: 200,
        bytes: Number(good.headers['content-length']),
        key: { id, name: 'Scheduling' },
        code: null,
        error: null,
      },
    ])
  })

  test('is there too when its body could not be read, and when it was refused by a limit', async () => {
    const account = await server.signUp()
    await server.post('/api/verifications', '{', { 'api-key': account.apiKey })
    for (let calls = 0; calls < 11; calls++) await call(account, search)
    const codes = (await pageOf(account)).requests.map(({ code }) => code)
    expect([codes[0], codes.at(-1)]).toEqual(['quota_exceeded', 'invalid_json'])
  })

  test('has no secret in its path nor in the sentence of its error', async () => {
    const account = await server.signUp()
    const secret = `pdx_live_${'7'.repeat(30)}`
    await call(account, '/api/doctors?state=NY&token=hunter2hunter2')
    await call(account, `/api/doctors?state=NY&gender=${secret}`)
    await call(account, '/api/doctors?state=NY&gender=ada%40example.org')
    const { requests } = await pageOf(account)
    expect(requests.map(({ status }) => status)).toEqual([400, 400, 400])
    const stored = await server.database.db
      .selectFrom('recent_requests')
      .selectAll()
      .where('account_id', '=', account.accountId)
      .execute()
    const text = JSON.stringify([requests, stored])
    for (const each of [secret, '7'.repeat(20), 'hunter2', 'ada@', 'ada%40']) expect(text).not.toContain(each)
    expect(text).toContain('gender=…')
  })
})

describe('the list of requests', () => {
  test('is found by status, method, path, key and ID, alone and together', async () => {
    const account = await server.signUp()
    const { id, apiKey } = await newKey(account, 'Second')
    const { headers } = await call(account, notFound)
    await call(account, search)
    await call({ apiKey }, search)
    await call({ apiKey }, tooWide)
    await server.post('/api/verifications', {}, { 'api-key': apiKey })
    const statuses = async (query: string) => (await pageOf(account, query)).requests.map(({ status }) => status)
    expect(await statuses('')).toEqual([400, 400, 200, 200, 404])
    expect(await statuses('?status=4xx')).toEqual([400, 400, 404])
    expect(await statuses('?status=4XX')).toEqual([400, 400, 404])
    expect(await statuses('?status=404')).toEqual([404])
    expect(await statuses('?status=5xx')).toEqual([])
    expect(await statuses('?method=post')).toEqual([400])
    expect(await pathsOf(account, '?path=RADIUS')).toEqual([tooWide])
    // No character stands for others.
    expect(await pathsOf(account, '?path=%25')).toEqual([])
    expect(await pathsOf(account, '?path=_')).toEqual([])
    expect(await statuses(`?key=${id}`)).toEqual([400, 400, 200])
    expect(await statuses(`?key=${id}&status=2xx&path=doctors`)).toEqual([200])
    expect(await pathsOf(account, `?id=${headers['x-request-id']}`)).toEqual([notFound])
    expect(await pathsOf(account, `?id=${String(headers['x-request-id']).toUpperCase()}`)).toEqual([notFound])
    expect(await pathsOf(account, '?id=0b7c2b1e-5a43-4c0e-9a52-0a4f1d3f2b11')).toEqual([])
  })

  test('is cut by days, of which the last is in it, and by times', async () => {
    const account = await server.signUp()
    const firstMs = Date.parse('2026-11-20T23:58:00Z')
    await insertRequests(account, firstMs, 4)
    const numbers = async (query: string) => (await pathsOf(account, query)).map((path) => path.at(-1)).join('')
    expect(await numbers('?to=2026-11-20')).toBe('10')
    expect(await numbers('?from=2026-11-21')).toBe('32')
    expect(await numbers('?from=2026-11-20&to=2026-11-21')).toBe('3210')
    expect(await numbers('?from=2026-11-20T23:59:00Z&to=2026-11-21T00:01:00Z')).toBe('21')
    expect(await numbers('?from=2026-11-20T18:59:00-05:00&to=2026-11-20T23:59:30Z')).toBe('1')
    expect(await numbers('?from=2026-11-22&to=2026-11-20')).toBe('')
  })

  test('comes in pages without a gap or a repeat, also while calls go on', async () => {
    const account = await server.signUp()
    await insertRequests(account, Date.now() - 4 * 3_600_000, 205)
    const seen: string[] = []
    let cursor: string | null = ''
    for (let page = 0; cursor !== null; page++) {
      const { requests, nextCursor }: Page = await pageOf(
        account,
        `?limit=${recentRequestsPageMax}&path=page${cursor && `&cursor=${cursor}`}`,
      )
      expect(requests).toHaveLength([100, 100, 5][page] ?? 0)
      seen.push(...requests.map(({ path }) => path))
      cursor = nextCursor
      await call(account, `${search}&page=1`)
    }
    expect(seen).toEqual(Array.from({ length: 205 }, (_, index) => `/api/doctors?page=${204 - index}`))
    expect((await pageOf(account)).requests).toHaveLength(20)
  })

  test('ends where no more is kept', async () => {
    const { accountId, headers } = await server.signUp()
    await sql`insert into recent_requests (account_id, id, at, method, path, status, time_us)
      select ${accountId}, lpad(n::text, 6, '0'), now(), 'GET', '/' || n, 200, 1
      from generate_series(1, ${recentRequestsMax + 50}) as n`.execute(server.database.db)
    const { body } = await server.get('/me/requests?cursor=000151&limit=100', headers)
    const { requests, nextCursor } = usageEndpoints.recentRequests.output.parse(body)
    expect(requests.map(({ path }) => path)).toEqual(Array.from({ length: 100 }, (_, index) => `/${150 - index}`))
    expect(nextCursor).toBeNull()
    expect((await server.get('/me/requests?cursor=000051', headers)).body).toEqual({ requests: [], nextCursor: null })
  })

  test('holds nothing of another account, whatever is asked for', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()]
    const { headers } = await call(one, search)
    const { requests } = await pageOf(one)
    const key = requests[0]?.key?.id
    await call(one, notFound)
    for (const query of ['', `?id=${headers['x-request-id']}`, `?key=${key}`, '?cursor=z', '?status=2xx']) {
      expect(await pageOf(other, query)).toEqual({ requests: [], nextCursor: null })
    }
  })

  test.each([
    ['status=600', 'status: expected a status such as 404, or a class of them such as 4xx; got "600".'],
    ['status=4x', 'status: expected a status such as 404, or a class of them such as 4xx; got "4x".'],
    ['method=PATCH', 'method: expected one of GET, POST, PUT, DELETE; got "PATCH".'],
    ['path=', 'path: expected a part of the path of 1 to 200 characters; got "".'],
    ['from=yesterday', /^from: expected a day such as 2026-11-20, or a time such as/],
    ['to=2026-02-30', /^to: expected a day such as 2026-11-20, or a time such as/],
    ['id=1', 'id: expected a request ID from the X-Request-Id header of a response; got "1".'],
    ['cursor=%00', /^cursor: expected the nextCursor of an answer/],
    ['limit=101', 'limit: expected a whole number from 1 to 100; got "101".'],
    ['limit=0', 'limit: expected a whole number from 1 to 100; got "0".'],
    ['status=2xx&status=4xx', /^status: expected/],
    ['account=ada', /^Unknown parameter account/],
  ])('refuses %s and says what was expected', async (query, sentence) => {
    const { headers } = await server.signUp()
    const answer = await server.get(`/me/requests?${query}`, headers)
    expect(answer.status).toBe(400)
    const { error } = z.object({ error: z.string() }).parse(answer.body)
    if (typeof sentence === 'string') expect(error).toBe(sentence)
    else expect(error).toMatch(sentence)
  })
})

describe('usage by range', () => {
  test('has hours or days up to now, times, errors and keys', async () => {
    const account = await server.signUp()
    const { id, apiKey } = await newKey(account, 'Second')
    for (const path of [search, search, tooWide, tooWide, notFound]) await call(account, path)
    for (const path of [search, tooWide]) await call({ apiKey }, path)
    for (const [range, points] of [
      ['24h', 24],
      ['7d', 7],
      ['24d', 25],
      ['90d', 90],
    ] as const) {
      const stats = await statsOf(account, range)
      expect(stats.points).toHaveLength(points)
      const [before, last] = stats.points.slice(-2)
      // The clock may have passed the hour.
      expect((before?.succeeded ?? 0) + (last?.succeeded ?? 0)).toBe(3)
      expect((before?.failed ?? 0) + (last?.failed ?? 0)).toBe(4)
      const step = range === '24h' ? 3_600_000 : dayMs
      expect(Date.parse(last?.start ?? '') - Date.parse(before?.start ?? '')).toBe(step)
      expect(stats.errors).toEqual([
        { code: 'invalid_input', calls: 3 },
        { code: 'provider_not_found', calls: 1 },
      ])
      expect(stats.keys).toEqual([
        { key: { id: expect.any(String), name: 'Default' }, calls: 5 },
        { key: { id, name: 'Second' }, calls: 2 },
      ])
      expect(stats.p50).toBeGreaterThan(0)
      expect(stats.p95).toBeGreaterThanOrEqual(stats.p50 ?? 0)
      expect(stats.dailyStats).toHaveLength(25)
    }
  })

  test('counts what versions before have summed, by the class of the errors and without a key', async () => {
    const account = await server.signUp()
    const day = (daysAgo: number) => sql<Date>`((now() at time zone 'utc')::date - ${daysAgo}::int)`
    const sum = { account_id: account.accountId, route: 'searchDoctors', time_us: 1_000 }
    await server.database.db
      .insertInto('usage_days')
      .values([
        { ...sum, day: day(1), status_class: 2, calls: 3 },
        { ...sum, day: day(1), status_class: 4, calls: 2 },
        { ...sum, day: day(80), status_class: 5, calls: 1 },
        { ...sum, day: day(95), status_class: 5, calls: 9 },
      ])
      .execute()
    await call(account, search)
    const stats = await statsOf(account, '90d')
    expect(stats.errors).toEqual([
      { code: '4xx', calls: 2 },
      { code: '5xx', calls: 1 },
    ])
    expect(stats.keys).toEqual([
      { key: null, calls: 6 },
      { key: { id: expect.any(String), name: 'Default' }, calls: 1 },
    ])
    expect(stats.points.reduce((calls, { succeeded, failed }) => calls + succeeded + failed, 0)).toBe(7)
    expect((await statsOf(account, '7d')).errors).toEqual([{ code: '4xx', calls: 2 }])
  })

  test('of another range than those is refused', async () => {
    const { headers } = await server.signUp()
    expect(await server.get('/api-events/stats?range=1y', headers)).toMatchObject({
      status: 400,
      body: { error: 'range: expected one of 24h, 7d, 24d, 90d; got "1y".' },
    })
  })
})

describe('usage as a file', () => {
  const fileOf = async ({ headers }: TestAccount, query = '') =>
    server.app.inject({ url: `/me/usage.csv${query}`, headers })
  const today = () => new Date().toISOString().slice(0, 10)

  test('has a row for each day, key and route', async () => {
    const account = await server.signUp()
    const { id, apiKey } = await newKey(account, 'Scheduling, "production"')
    for (const path of [search, tooWide]) await call({ apiKey }, path)
    await call(account, notFound)
    await call(account, '/api/verifications?type=personal')
    const answer = await fileOf(account)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [first, last] = [new Date(Date.now() - 89 * dayMs).toISOString().slice(0, 10), today()]
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="usage-${first}-to-${last}.csv"`)
    const [head, ...rows] = answer.body.trimEnd().split('\r\n')
    expect(head).toBe('day,key,keyId,route,calls,succeeded,failed,averageMs')
    expect(rows).toHaveLength(2)
    const quoted = `${last},"Scheduling, ""production""",${id},GET /api/doctors,2,1,1,`
    expect(rows.find((row) => row.startsWith(quoted))?.slice(quoted.length)).toMatch(/^\d+\.\d\d$/)
    expect(rows.some((row) => /,Default,[\w-]+,GET \/api\/doctors\/\{npi\},1,0,1,\d+\.\d\d$/.test(row))).toBe(true)
  })

  test('D6: has no cell that a spreadsheet takes for a formula', async () => {
    const account = await server.signUp()
    for (const name of ['=HYPERLINK("https://example.org")', '+1', '-1', '@SUM(1)']) {
      const { apiKey } = await newKey(account, name)
      await call({ apiKey }, search)
    }
    const { body } = await fileOf(account)
    expect(body).toContain(`"'=HYPERLINK(""https://example.org"")"`)
    expect(body).toContain(",'+1,")
    for (const line of body.split('\r\n')) {
      for (const cell of line.split(',')) expect(cell).not.toMatch(/^"?[=+\-@]/)
    }
  })

  test('is of its days alone, and of its account', async () => {
    const [account, other] = [await server.signUp(), await server.signUp()]
    await server.database.db
      .insertInto('usage_days')
      .values(
        ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => ({
          account_id: account.accountId,
          day: sql<Date>`${day}::date`,
          route: 'listOfThePast',
          status_class: 2,
          calls: 4,
          time_us: 10_000,
        })),
      )
      .execute()
    const rows = async (of: TestAccount, query: string) =>
      (await fileOf(of, query)).body.trimEnd().split('\r\n').slice(1)
    expect(await rows(account, '?from=2026-01-02&to=2026-01-02')).toEqual(['2026-01-02,,,listOfThePast,4,4,0,2.50'])
    expect(await rows(account, '?from=2026-01-01&to=2026-01-03')).toHaveLength(3)
    expect(await rows(account, '?to=2026-01-02')).toHaveLength(2)
    expect(await rows(other, '?from=2026-01-01&to=2026-01-03')).toEqual([])
  })

  test('is refused for too many days, an end before its start, or what is no day', async () => {
    const account = await server.signUp()
    for (const [query, sentence] of [
      ['?from=2025-01-01&to=2026-01-02', `from: expected a day from 2025-01-02, for at most ${usageFileDaysMax} days`],
      ['?from=2026-01-03&to=2026-01-02', 'from: expected a day up to 2026-01-02; got 2026-01-03.'],
      ['?from=2026-13-01', 'from: expected a day such as 2026-11-20; got "2026-13-01".'],
      ['?to=2026-01-02T00:00:00Z', 'to: expected a day such as 2026-11-20; got'],
    ] as const) {
      const answer = await fileOf(account, query)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().error).toContain(sentence)
    }
    expect((await fileOf(account, '?from=2025-01-02&to=2026-01-02')).statusCode).toBe(200)
  })

  test('is refused with more rows than a spreadsheet may hold', async () => {
    const account = await server.signUp()
    for (let first = 0; first <= usageFileRowsMax; first += 5_000) {
      await sql`insert into usage_sums select ${account.accountId}, 'day', '2026-01-01Z', 'key ' || n, 'r', '', 1, 1
        from generate_series(${first}::int, ${Math.min(first + 4_999, usageFileRowsMax)}::int) as n`.execute(
        server.database.db,
      )
    }
    const answer = await fileOf(account, '?from=2026-01-01&to=2026-01-02')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toBe(
      `from: expected a later day, for at most ${usageFileRowsMax} rows; got 2026-01-01.`,
    )
  })
})

describe('emails about the quota', () => {
  const subjectsTo = async ({ email }: TestAccount) => {
    const emails = await server.emails()
    const own = emails.filter(({ to }) => to?.some(({ address }) => address === email))
    return own.flatMap(({ subject = '' }) => (/ \d+ of your .* calls$/.test(subject) ? [subject] : [])).sort()
  }
  const setEmails = async ({ headers }: TestAccount, quotaEmails: unknown) =>
    server.post('/me', { quotaEmails }, headers)

  test('are switched off and on again by POST /me', async () => {
    const [off, on] = [await server.signUp(), await server.signUp()]
    expect(await setEmails(off, false)).toMatchObject({ status: 200, body: { quotaEmails: false } })
    expect(await setEmails(on, false)).toMatchObject({ status: 200, body: { quotaEmails: false } })
    expect(await setEmails(on, true)).toMatchObject({ status: 200, body: { quotaEmails: true } })
    expect((await server.get('/me', off.headers)).body).toMatchObject({ quotaEmails: false })
    for (const account of [off, on]) for (let calls = 0; calls < 10; calls++) await call(account, search)
    await expect
      .poll(() => subjectsTo(on))
      .toEqual([`You’ve used 8 of your 10 ${productName} calls`, `You’ve used all 10 of your ${productName} calls`])
    expect(await subjectsTo(off)).toEqual([])
  })

  test('are switched alone, by true or false', async () => {
    const account = await server.signUp()
    expect(await setEmails(account, 'no')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^quotaEmails: expected true or false/) },
    })
    const both = await server.post('/me', { quotaEmails: false, newPhone: '212-555-0102' }, account.headers)
    expect(both).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect((await server.get('/me', account.headers)).body).toMatchObject({ quotaEmails: true })
  })
})
