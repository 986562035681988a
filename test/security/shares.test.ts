/** G4: what strangers can do to a share: nothing, and exactly as often as allowed. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { passcodeFailuresMax } from '#contract/limits'
import { removeOld } from '#server/jobs/keep-retention'
import { loadSettings } from '#server/settings'
import { approvedFor, openedWith, openWith, sharedBy, sharesOf } from '../support/shares/share-calls.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { newAdmin } from '../support/verification-calls.ts'

const parallel = 1_000
const passcode = 'seven tall herons'
const recipient = 'Recipient of no log 4711'

let server: TestServer
let ada: TestAccount
let approval: string
beforeAll(async () => {
  server = await startTestServer(undefined, { logLevel: 'trace' })
  ada = await server.signUp()
  approval = await approvedFor(server, ada, await newAdmin(server))
})
afterAll(() => server.close())

/** How many of the calls at once had each answer. */
async function counted(calls: readonly ReturnType<typeof openWith>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { status, body } of await Promise.all(calls)) {
    const name = status === 200 ? 'opened' : String(Reflect.get(Object(body), 'code'))
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const many = (call: (index: number) => ReturnType<typeof openWith>) =>
  Array.from({ length: parallel }, (_, i) => call(i))

test(`G4: of ${parallel} openings at once exactly as many succeed as the share allows`, async () => {
  const { share, token } = await sharedBy(server, ada, [approval], { viewsMax: 7 })
  expect(await counted(many(() => openWith(server, token)))).toEqual({ opened: 7, share_not_found: parallel - 7 })
  expect((await sharesOf(server, ada)).find(({ id }) => id === share.id)).toMatchObject({ status: 'used_up', views: 7 })
})

test(`G4: of ${parallel} guesses at once exactly ${passcodeFailuresMax} are answered, and then the right passcode is none`, async () => {
  const { token } = await sharedBy(server, ada, [approval], { passcode })
  const guesses = many((index) => openWith(server, token, { passcode: `guess ${index}` }))
  expect(await counted(guesses)).toEqual({
    passcode_wrong: passcodeFailuresMax,
    share_not_found: parallel - passcodeFailuresMax,
  })
  expect(await openWith(server, token, { passcode })).toMatchObject({ status: 404 })
})

test('G4: every share that cannot be opened is answered in the same bytes and headers, after the same statements', async () => {
  const [locked, usedUp, revoked, expired] = [
    await sharedBy(server, ada, [approval], { passcode }),
    await sharedBy(server, ada, [approval], { viewsMax: 1 }),
    await sharedBy(server, ada, [approval]),
    await sharedBy(server, ada, [approval]),
  ]
  for (let guess = 0; guess < passcodeFailuresMax; guess++) await openWith(server, locked.token, { passcode: 'wrong' })
  await openedWith(server, usedUp.token)
  await server.post(`/me/shares/${revoked.share.id}/revoke`, {}, ada.headers)
  await sql`update shares set expires_at = now() where id = ${expired.share.id}`.execute(server.database.db)
  const { db } = server.database
  const before = db.selectFrom('refusal_counts').select(sql<string>`coalesce(sum(count + 1), 0)`.as('count'))
  let refused = Number((await before.where('action', '=', 'share.refused').executeTakeFirstOrThrow()).count)
  const tokens = [locked, usedUp, revoked, expired].map(({ token }) => token)
  const answers = new Set<string>()
  for (const token of [...tokens, 'A'.repeat(43), 'x']) {
    const { status, headers, body } = await openWith(server, token, { passcode })
    const { 'x-request-id': _, date: __, ...alike } = headers
    const refusals = db.selectFrom('refusal_counts').select(sql<string>`sum(count + 1)`.as('count'))
    const { count } = await refusals.where('action', '=', 'share.refused').executeTakeFirstOrThrow()
    answers.add(JSON.stringify([status, alike, body, Number(count) - refused++]))
  }
  expect([...answers]).toHaveLength(1)
})

test('G4: nothing of token, passcode, key, link or recipient is in a log, an audit row, a count of calls or an email', async () => {
  const { share, token, shlink } = await sharedBy(server, ada, [approval], { passcode })
  const { url, key } = z
    .object({ url: z.string(), key: z.string() })
    .parse(JSON.parse(Buffer.from(shlink.slice('shlink:/'.length), 'base64url').toString()))
  const id = url.split('/').at(-1) ?? ''
  const developer = await server.signUp()
  for (const tried of [passcode, 'a wrong passcode', [passcode], undefined]) {
    const body = { recipient, passcode: tried }
    await openWith(server, token, body)
    await server.post(`/shares/${id}`, body)
    await server.post('/api/shares/open', { token, ...body }, { 'api-key': developer.apiKey })
  }
  await server.post('/shares/open', `{"token":"${token}","recipient":"${recipient}"`)
  await server.post('/shares/open', { token, recipient, [token]: passcode })
  for (const path of [`/s?${token}`, `/shares/${id}`, `/shares/status/${token}`]) await server.app.inject(path)
  await server.post(`/me/shares/${share.id}/revoke`, {}, ada.headers)
  await server.emailTo(ada.email, 'share was opened')
  const { db } = server.database
  const tables = [
    await db.selectFrom('audit_events').selectAll().execute(),
    await db.selectFrom('refusal_counts').selectAll().execute(),
    await db.selectFrom('recent_requests').selectAll().execute(),
    await db.selectFrom('letters').selectAll().execute(),
    await db.selectFrom('shares').selectAll().where('id', '=', share.id).execute(),
  ]
  const left = [server.logged(), JSON.stringify(tables), JSON.stringify(await server.emails())].join('\n')
  expect(server.logged()).toContain('/shares/open')
  for (const secret of [token, passcode, key, id, recipient]) expect(left).not.toContain(secret)
})

test('F3: a share stays in the list for 90 days after its end, and its entry until the attestation expires', async () => {
  const { db } = server.database
  const left = async () => {
    const [shares, entries] = [
      db.selectFrom('shares').select('id'),
      db.selectFrom('status_entries').select('list_index'),
    ]
    return [(await shares.execute()).length > 0, (await entries.execute()).length > 0]
  }
  const after = (days: number) => removeOld(server, sql<Date>`now() + ${days} * interval '1 day'`)
  await after(6)
  expect(await left()).toEqual([true, true])
  await after(8)
  expect(await left()).toEqual([true, false])
  await after(7 + 89)
  expect(await left()).toEqual([true, false])
  await after(7 + 91)
  expect(await left()).toEqual([false, false])
})

test('G4: one network tries to open as many shares in a minute as the setting says, by whichever way', async () => {
  const few = { ...loadSettings({}).attempts, shareOpeningsPerIp: 3 }
  const limited = await startTestServer(undefined, { attempts: few })
  const tries = [
    await openWith(limited, 'x'),
    await limited.post(`/shares/${'A'.repeat(43)}`, { recipient }),
    await openWith(limited, 'y'),
    await openWith(limited, 'z'),
    await limited.post(`/shares/${'A'.repeat(43)}`, { recipient }),
  ]
  await limited.close()
  expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 429, 429])
})
