/** F5: who deletes an account leaves nothing behind that tells of a person, and everybody else is served on. */
import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { npiOf } from '#registry/sample/providers'
import { sealAll } from '#server/audit/seal'
import { verifyAudit } from '#server/audit/verify'
import { openSecrets } from '#server/platform/secrets'
import { eventually } from '../support/eventually.ts'
import { card } from '../support/images/test-cards.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

const secretKey = Buffer.alloc(32, 5)
const password = 'a long walk by the sea'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(undefined, { secretKey })
})
afterAll(() => server.close())

const remove = ({ headers }: TestAccount) => server.post('/me/delete', { password }, headers)

/** Every row of every table, as text: bytes as the hexadecimal digits that the database writes. */
async function dump(): Promise<string> {
  const { db } = server.database
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const held = await sql<{ row: string }>`select to_json(t)::text as row from ${sql.table(name)} t`.execute(db)
      return held.rows.map(({ row }) => `${name} ${row}`)
    }),
  )
  return rows.flat().join('\n')
}

/** Which tables name any of these. */
function tablesWith(rows: string, named: readonly { id: string }[]): string[] {
  const naming = rows.split('\n').filter((row) => named.some(({ id }) => row.includes(id)))
  return [...new Set(naming.map((row) => row.split(' ', 1).join('')))]
}

/** What a person is known by, as it may stand in a row. */
function tracesOf({ email, apiKey, headers }: TestAccount, phone: string, npi: string): string[] {
  const token = (headers.authorization ?? '').replace('Bearer ', '')
  const inHex = (text: string) => Buffer.from(text).toString('hex')
  const plain = [email, apiKey, token, phone, npi, `new-${email}`]
  return [...plain, ...plain.map(inHex)]
}

test('F5: of an account that did everything one can do, no table holds the address, phone, NPI, key or token', async () => {
  const admin = await server.signUp()
  const { db } = server.database
  await db.updateTable('accounts').set({ is_admin: true }).where('id', '=', admin.accountId).execute()
  const account = await server.signUp()
  const { headers, email } = account
  const phone = '2125550147'
  const npi = npiOf(17, 1)
  const byKey = { 'api-key': account.apiKey }
  await server.post('/me', { newPhone: phone }, headers)
  await server.post('/me', { newEmail: `new-${email}`, password }, headers)
  await server.post('/forgot-password', { email })
  await server.post('/me/support', { category: 'Other', description: `Write to me: ${email}` }, headers)
  await server.post('/login', { email, password: 'another walk' })
  await server.get(`/api/doctors?npi=${npi}&limit=1`, byKey)
  const image = (await card({ layout: 0, name: 'Ada Example' })).toString('base64')
  const kinds = [{ type: 'personal' }, { callbackUrl: 'https://example.org/decided' }]
  const ids: string[] = []
  for (const [index, kind] of kinds.entries()) {
    const credential = index === 0 ? 'MD' : 'RN'
    const sent = await server.post(
      '/api/verifications',
      { npi, image, credential, ...kind },
      { ...byKey, 'idempotency-key': `key-${index}` },
    )
    expect(sent).toMatchObject({ status: 201 })
    ids.push(z.object({ id: z.string() }).parse(sent.body).id)
  }
  const approved = await server.put(`/api/verifications/${ids[0]}`, { status: 'approved' }, { 'api-key': admin.apiKey })
  expect(approved.status).toBe(200)
  expect((await server.get('/me', headers)).body).toMatchObject({ npi, phone })
  // Letters that wait while mail is away.
  await sql`insert into letters (id, account_id, recipient, kind, subject, body_text, body_html, due_at)
    values ('waits', ${account.accountId}, ${email}, 'x', 'x', ${email}, '', now() + interval '1 hour')`.execute(
    server.database.db,
  )
  const images = await db.selectFrom('images').select('id').where('account_id', '=', account.accountId).execute()
  expect(images).toHaveLength(kinds.length)
  const before = await dump()
  expect(tablesWith(before, images)).toContain('image_bands')
  for (const trace of [email, npi, phone]) expect(before).toContain(trace)

  expect(await remove(account)).toMatchObject({ status: 200 })
  await server.emailTo(email, 'was deleted')
  const isSent = async () =>
    expect((await server.database.db.selectFrom('letters').selectAll().execute()).length).toBe(0)
  await eventually(isSent)

  const after = await dump()
  for (const trace of tracesOf(account, phone, npi)) expect(after.toLowerCase()).not.toContain(trace.toLowerCase())
  expect(tablesWith(after, [{ id: account.accountId }])).toEqual(['audit_events', 'refusal_counts'])
  // Until their bytes are removed.
  expect(tablesWith(after, images)).toEqual(['image_remains'])
  const secrets = openSecrets(secretKey)
  await sealAll({ ...server, secrets }, () => {})
  expect(await verifyAudit({ ...server, secrets })).toMatchObject({ kind: 'intact', waiting: 0 })
})

test('F5: images cannot be opened from that moment on, and their bytes are removed ten minutes later', async () => {
  const account = await server.signUp()
  const image = (await card({ layout: 1, name: 'Grace Example' })).toString('base64')
  const byKey = { 'api-key': account.apiKey }
  await server.post('/api/verifications', { npi: npiOf(18, 1), image, credential: 'MD', type: 'personal' }, byKey)
  const { id } = await server.database.db
    .selectFrom('images')
    .select('id')
    .where('account_id', '=', account.accountId)
    .executeTakeFirstOrThrow()
  expect(await server.images.read(id)).toBeDefined()
  await remove(account)
  expect(await server.images.read(id)).toBeUndefined()
  const bytesOf = () => filesBelow(server.dataDir).filter((path) => path.endsWith(id))
  await server.images.upkeep()
  expect(bytesOf()).toHaveLength(1)
  await sql`update image_remains set noted_at = noted_at - interval '10 minutes 1 second'`.execute(server.database.db)
  await server.images.upkeep()
  expect(bytesOf()).toEqual([])
  expect(await server.database.db.selectFrom('image_remains').selectAll().execute()).toEqual([])
})

test('an account with an image that is held stays as it is, and is told why', async () => {
  const account = await server.signUp()
  const image = (await card({ layout: 2, name: 'Held Example' })).toString('base64')
  const byKey = { 'api-key': account.apiKey }
  await server.post('/api/verifications', { npi: npiOf(19, 1), image, credential: 'MD', type: 'personal' }, byKey)
  await sql`update images set is_held = true where account_id = ${account.accountId}`.execute(server.database.db)
  const before = await server.get('/me', account.headers)
  expect(await remove(account)).toMatchObject({ status: 409, body: { code: 'account_held' } })
  expect(await server.get('/me', account.headers)).toMatchObject({ status: 200, body: before.body })
})

describe('F5: a call that is under way while its account is deleted', () => {
  const calls: Record<string, (account: TestAccount) => Promise<{ status: number; body: unknown }>> = {
    'by session': ({ headers }) => server.post('/me/api-key', {}, headers),
    'by key': async ({ apiKey }) => {
      const image = (await card({ layout: 0, name: 'Late Example' })).toString('base64')
      const body = { npi: npiOf(20, 1), image, credential: 'MD', type: 'personal' }
      return server.post('/api/verifications', body, { 'api-key': apiKey })
    },
  }
  test.each(Object.entries(calls))('is answered as to nobody, never as our mistake: %s', async (_, call) => {
    const account = await server.signUp()
    let answered: Promise<{ status: number; body: unknown }> | undefined
    await server.database.db.transaction().execute(async (trx) => {
      await sql`select id from accounts where id = ${account.accountId} for update`.execute(trx)
      answered = call(account)
      // Its caller is known by then, and it waits for the account.
      await eventually(async () => {
        // Not in the transaction, where connections that were opened since the first look would stay unseen.
        const waits = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(
          server.database.db,
        )
        expect(waits.rows).not.toEqual([])
      })
      await sql`delete from accounts where id = ${account.accountId}`.execute(trx)
    })
    const code = expect.stringMatching(/^(session_invalid|key_unknown)$/)
    expect(await answered).toMatchObject({ status: 401, body: { code } })
  })
})

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
}
