/** B10, F4: the headers that answers bear, whatever they are about, and those that none bears. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { testPages } from '../support/test-pages.ts'
import { newPicture } from '../support/test-pictures.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let port: number
beforeAll(async () => {
  server = await startTestServer(undefined, {}, undefined, undefined, { pages: testPages })
  port = await server.listen()
})
afterAll(() => server.close())

/** The headers of the answer to a call over the network, and its status. */
async function ask(path: string, init: RequestInit = {}) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
  await answer.arrayBuffer()
  return { status: answer.status, headers: Object.fromEntries(answer.headers) }
}

const posting = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
})

describe('B10: an answer', () => {
  test.each(['/', '/login', '/nope'])(
    'that is the page at %s is not sniffed, framed, nor told of elsewhere',
    async (path) => {
      const { headers } = await ask(path, { headers: { accept: 'text/html' } })
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; script-src 'self';.* frame-ancestors 'none';/,
        ),
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
    },
  )

  test.each(['/health', '/me', '/nope'])('of the API, as to %s, is never a page', async (path) => {
    expect((await ask(path)).headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'application/json; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  })

  test('that is a page asks for https from then on where PUBLIC_URL is an https address, and only there', async ({
    onTestFinished,
  }) => {
    const https = await startTestServer(undefined, { publicUrl: 'https://praxidex.example' }, undefined, undefined, {
      pages: testPages,
    })
    onTestFinished(() => https.close())
    const [name, value] = ['strict-transport-security', 'max-age=63072000; includeSubDomains']
    expect((await https.app.inject('/login')).headers).toHaveProperty(name, value)
    expect((await ask('/login')).headers).not.toHaveProperty(name)
  })
})

/** Headers by which servers say what they are. */
const telling = /^(server|via|x-powered-by|x-aspnet-version|x-generator|x-runtime)$/i

describe('F4: what the server is made of', () => {
  test('is told by the headers of no answer, successful or not', async () => {
    const calls = Object.values<Endpoint>(api).map(({ method, path }) =>
      ask(path.replace(/\{\w+\}/g, 'x'), method === 'GET' ? {} : { ...posting('{}'), method }),
    )
    const others = [ask('/'), ask('/nope'), ask('/login', { method: 'DELETE' }), ask('/login', posting('{'))]
    const answers = await Promise.all([...calls, ...others, ask('/login', posting(' '.repeat(70_000)))])
    // 502: the feed of the blog is that of nobody.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400, 401, 404, 405, 413, 502]))
    for (const { headers } of answers) expect(Object.keys(headers).filter((name) => telling.test(name))).toEqual([])
  })

  test('is told by no answer to what was no request', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('hello\r\n\r\n')
    const [head = ''] = (await text(socket)).split('\r\n\r\n')
    const [first, ...lines] = head.split('\r\n')
    expect(first).toBe('HTTP/1.1 400 Bad Request')
    expect(lines.map((line) => line.replace(/:.*/, ''))).toEqual([
      'content-type',
      'content-length',
      'x-content-type-options',
      'connection',
    ])
  })

  test('is told by a mistake of ours no more than by an address that there is none of', async () => {
    const { asOwner } = server.database
    const body = JSON.stringify({ email: 'ada@example.org', password: 'a long walk' })
    await asOwner((db) => sql`alter table sign_in_failures rename to out_of_reach`.execute(db))
    const failed = await ask('/login', posting(body)).finally(() =>
      asOwner((db) => sql`alter table out_of_reach rename to sign_in_failures`.execute(db)),
    )
    const missing = await ask('/nope', posting(body))
    expect([failed.status, missing.status]).toEqual([500, 404])
    const same = ({ headers }: typeof failed) => {
      const { date, 'content-length': length, 'x-request-id': id, ...others } = headers
      return { ...others, has: [date, length, id].map((value) => value !== undefined) }
    }
    expect(same(failed)).toEqual(same(missing))
  })

  test('is not told by a decision that the database refuses, which is no word about the NPI either', async () => {
    const [owner, admin] = [await server.signUp(), await server.signUp()]
    const { db, asOwner } = server.database
    await db.updateTable('accounts').set({ is_admin: true }).where('id', '=', admin.accountId).execute()
    const submit = async (credential: string) => {
      const image = (await newPicture().png().toBuffer()).toString('base64')
      const body = { npi: '1234567893', credential, image }
      const made = await server.post('/api/verifications', body, { 'api-key': owner.apiKey })
      return z.object({ id: z.string() }).parse(made.body).id
    }
    const [first, second] = [await submit('MD'), await submit('DO')]
    const approve = (id: string) =>
      server.put(`/api/verifications/${id}`, { status: 'approved' }, { 'api-key': admin.apiKey })
    await asOwner((owning) =>
      sql`create unique index one_approval on audit_events (action) where action = 'verification.approved'`.execute(
        owning,
      ),
    )
    try {
      expect(await approve(first)).toMatchObject({ status: 200 })
      expect(await approve(second)).toMatchObject({
        status: 500,
        body: { code: 'internal', error: expect.stringMatching(/^Something went wrong on our side; include request /) },
      })
    } finally {
      await asOwner((owning) => sql`drop index one_approval`.execute(owning))
    }
    expect(await approve(second)).toMatchObject({ status: 200 })
  })
})
