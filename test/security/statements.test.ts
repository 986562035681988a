/** D3: what is sent is data to the database, whatever is written in it. */
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { verification } from '#contract/verifications'
import { testKeyOf } from '../support/keys/test-mode.ts'
import { codeOf } from '../support/source-text.ts'
import { newPicture } from '../support/test-pictures.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { decisions, keyOf, newAdmin, submitted } from '../support/verification-calls.ts'

/** What ends a text, a statement or a pattern in SQL, and what no text column takes. */
const hostile = ["' or '1'='1", "x'; drop table accounts; --", '\\', '%', '$1', '\u0000', '\ud800']

let server: TestServer
let account: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  account = await server.signUp()
})
afterAll(() => server.close())

const exampleShape = z.object({
  params: z.record(z.string(), z.string()).default({}),
  query: z.record(z.string(), z.string()).default({}),
  body: z.record(z.string(), z.unknown()).default({}),
})

/** Ends the account or its session, which the other calls need. */
const isLast = new Set(['changePassword', 'deleteMe', 'logout', 'replaceKey'])
const endpoints = Object.entries<Endpoint>(api).filter(([name]) => !isLast.has(name))

const membersOf = (schema: z.ZodType) =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {})

describe.each(endpoints)('D3: %s', (_, entry) => {
  const { params, query, body } = exampleShape.parse(entry.example.input)
  const places = [
    ...membersOf(entry.params).map((name) => ({ in: 'the path', name })),
    ...membersOf(entry.query).map((name) => ({ in: 'the query', name })),
    ...membersOf(entry.body).map((name) => ({ in: 'the body', name })),
  ]

  test.skipIf(places.length === 0)('takes what is written in each of its members for text', async () => {
    const before = await contents()
    for (const place of places) {
      for (const text of hostile) {
        const of = (kind: string) => (place.in === kind ? { [place.name]: text } : {})
        const path = Object.entries({ ...params, ...of('the path') }).reduce(
          (made, [name, value]) => made.replace(`{${name}}`, encoded(value)),
          entry.path,
        )
        const search = Object.entries({ ...query, ...of('the query') }).map(
          ([name, value]) => `${name}=${encoded(value)}`,
        )
        const answer = await server.app.inject({
          method: entry.method,
          url: search.length === 0 ? path : `${path}?${search.join('&')}`,
          headers: { ...account.headers, 'api-key': account.apiKey, 'content-type': 'application/json' },
          ...(entry.method !== 'GET' && { payload: JSON.stringify({ ...body, ...of('the body') }) }),
        })
        expect({ place, text, status: answer.statusCode, is5xx: answer.statusCode >= 500 }).toMatchObject({
          is5xx: false,
        })
      }
    }
    expect(await contents()).toEqual(before)
  })
})

/** What is kept of a text: nothing of one that no column takes, or that is not in Unicode. */
const keptOf = (text: string) => (/[\p{Cc}\p{Cs}]/u.test(text) ? undefined : text)

test.each(hostile)('D3: %j is text to an export, within its search', async (text) => {
  const { headers } = await testKeyOf(server, await server.signUp())
  const search = { resource: 'doctors', query: { name: `a${text}` }, format: 'csv' }
  const made = await server.post('/api/exports', search, headers)
  expect(made.status).toBe(keptOf(text) === undefined ? 400 : 202)
})

test.each(hostile)(
  'D3: %j is text to the decision of a request, whose note is kept as it was written',
  async (text) => {
    const [owner, admin] = [await server.signUp(), await newAdmin(server)]
    const { id } = await submitted(server, owner)
    const before = await contents()
    const decide = (note: string, query = '') =>
      server.put(`/api/verifications/${id}${query}`, { ...decisions.rejected, note }, keyOf(admin))
    expect(await decide('x', `?next=${encoded(text)}`)).toMatchObject({ status: 400 })
    expect(await decide(text)).toMatchObject({ status: keptOf(text) === undefined ? 400 : 200 })
    const { body } = await server.get(`/api/verifications/${id}`, keyOf(owner))
    expect(verification.parse(body).note).toBe(keptOf(text))
    expect(await contents()).toEqual(before)
  },
)

test.each(hostile)('D3: %j is text to a submission, whose callback is kept as it was written', async (text) => {
  const owner = await server.signUp()
  const before = await contents()
  const image = (await newPicture().png().toBuffer()).toString('base64')
  const request = { npi: '1000000004', credential: 'MD', image, callbackUrl: `https://example.org/${text}` }
  const submit = (headers = {}) => server.post('/api/verifications', request, { ...keyOf(owner), ...headers })
  expect(await submit({ 'idempotency-key': text })).toMatchObject({ status: 400 })
  expect(await submit()).toMatchObject({ status: keptOf(text) === undefined ? 400 : 201 })
  const kept = await server.database.db
    .selectFrom('verifications')
    .select('callback_url')
    .where('account_id', '=', owner.accountId)
    .executeTakeFirst()
  expect(kept?.callback_url).toBe(keptOf(request.callbackUrl))
  expect(await contents()).toEqual(before)
})

/** A lone half of a pair cannot be written in an address. */
function encoded(text: string): string {
  return /^\p{Cs}$/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text)
}

/** The tables, and an account beside the caller's as it stands there. */
async function contents(): Promise<unknown> {
  const { db } = server.database
  const tables = (await db.introspection.getTables()).map(({ name }) => name).sort()
  const { rows } = await sql<{ row: string }>`select to_json(a)::text as row from accounts a
    where id <> ${account.accountId} order by created_at limit 1`.execute(db)
  return { tables, rows }
}

test('D3: no statement of calls is put together from text', () => {
  const root = new URL('../../', import.meta.url).pathname
  const sources = readdirSync(`${root}server`, { recursive: true, encoding: 'utf8' })
    .map((path) => `server/${path}`)
    .sort()
    .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|\/test-|^server\/platform\/database\/migrations\//.test(path))
    .map((path) => ({ path, code: codeOf(readFileSync(root + path, 'utf8')) }))
  expect(sources.length).toBeGreaterThan(100)
  const fromText = sources.filter(({ code }) => /\bsql\.(raw|lit)\b|\.(query|executeQuery)\(/.test(code))
  // Each of these has a constant or a name of ours there: of a cursor, a table, a setting, a role, an order.
  expect(fromText.map(({ path }) => path)).toEqual([
    'server/backup/table-text.ts',
    'server/billing/subscription-store.ts',
    'server/platform/database/check-database.ts',
    'server/platform/database/database.ts',
    'server/platform/database/grants.ts',
    'server/platform/database/migrate.ts',
    'server/platform/payments/local.ts',
    'server/watch/events.ts',
  ])
})
