/** What becomes of a pending verification that its submitter takes back. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verification } from '#contract/verifications'
import { newPicture } from '../support/test-pictures.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { decisions, keyOf, newAdmin, opened, submitted } from '../support/verification-calls.ts'

let server: TestServer
let admin: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  admin = await newAdmin(server)
})
afterAll(() => server.close())

const withdraw = (id: string, account: TestAccount) =>
  server.post(`/api/verifications/${id}/withdraw`, {}, keyOf(account))

const actionsOn = async (id: string) => {
  const events = server.database.db.selectFrom('audit_events').select(['action', 'actor']).where('subject', '=', id)
  return (await events.orderBy('at').execute()).map(({ action, actor }) => `${action} by ${actor}`)
}

test('a withdrawn request leaves every list, keeps its id, is on record, and the same can be submitted again', async () => {
  const account = await server.signUp()
  const { id, npi } = await submitted(server, account)
  const { status, body } = await withdraw(id, account)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id, status: 'rejected', isWithdrawn: true, isReading: false })
  expect(verification.parse(body)).not.toHaveProperty('rejectionReason')
  for (const query of ['', '?type=personal', '?status=pending', '?status=approved,rejected', `?npi=${npi}`]) {
    expect((await server.get(`/api/verifications${query}`, keyOf(account))).body).toMatchObject({ total: 0 })
  }
  for (const query of [`&npi=${npi}`, `&npi=${npi}&status=rejected`]) {
    const listed = await server.get(`/api/verifications?admin=true${query}`, keyOf(admin))
    expect(listed.body).toMatchObject({ total: 0 })
  }
  const known = await server.get(`/api/verifications/${id}`, keyOf(account))
  expect(known.body).toMatchObject({ status: 'Rejected', isWithdrawn: true })
  const { accountId } = account
  expect(await actionsOn(id)).toEqual([
    `verification.submitted by ${accountId}`,
    `verification.withdrawn by ${accountId}`,
  ])
  const again = await submitted(server, account, { npi })
  const { body: review } = await server.get(`/api/verifications/${again.id}/review`, keyOf(admin))
  expect(review).toMatchObject({ earlier: [] })
})

test('only a pending request of the account itself can be withdrawn, once', async () => {
  const [account, other] = [await server.signUp(), await server.signUp()]
  const { id } = await submitted(server, account)
  expect(await withdraw(id, other)).toMatchObject({ status: 404, body: { code: 'verification_not_found' } })
  expect(await withdraw(id, admin)).toMatchObject({ status: 404 })
  expect(await withdraw('x', account)).toMatchObject({ status: 400, body: { code: 'verification_id_malformed' } })
  expect(await withdraw(id, account)).toMatchObject({ status: 200 })
  expect(await withdraw(id, account)).toMatchObject({
    status: 409,
    body: {
      code: 'verification_not_pending',
      error: 'Expected a pending verification; this one is withdrawn. Nothing was changed.',
    },
  })
  const refused = await server.put(`/api/verifications/${id}`, decisions.approved, keyOf(admin))
  expect(refused).toMatchObject({ status: 409, body: { code: 'verification_decided' } })

  const decided = await submitted(server, account)
  expect(await server.put(`/api/verifications/${decided.id}`, decisions.approved, keyOf(admin))).toMatchObject({
    status: 200,
  })
  expect(await withdraw(decided.id, account)).toMatchObject({ status: 409, body: { code: 'verification_not_pending' } })
  expect((await server.get(`/api/verifications/${decided.id}`, keyOf(account))).body).toMatchObject({
    status: 'Approved',
  })
})

test('of withdrawals and approvals at the same moment one wins each time, with one event and the image kept as it says', async () => {
  const wins = new Set<string>()
  for (let trial = 0; trial < 12; trial++) {
    const account = await server.signUp()
    const { id } = await submitted(server, account)
    const approve = () => server.put(`/api/verifications/${id}`, decisions.approved, keyOf(admin))
    const calls = Array.from({ length: 6 }, (_, racer) =>
      (racer + trial) % 2 === 0 ? withdraw(id, account) : approve(),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409, 409])
    const [, won = '', ...more] = await actionsOn(id)
    expect(more).toEqual([])
    wins.add(won.split(' ')[0] ?? '')
    const days = won.startsWith('verification.withdrawn') ? 30 : 90
    const { rows } = await sql<{ isSo: boolean }>`
      select destroy_after = decided_at + make_interval(days => ${days}) as "isSo"
      from images join verifications on verifications.id = images.verification_id where verifications.id = ${id}`.execute(
      server.database.db,
    )
    expect(rows).toEqual([{ isSo: true }])
    const { body } = await server.get('/me', account.headers)
    expect(body).toMatchObject({ credentials: days === 90 ? ['MD'] : [] })
  }
  expect([...wins].every((action) => /^verification\.(approved|withdrawn)$/.test(action))).toBe(true)
})

test('the image of a withdrawn request is destroyed when that of a rejected one would be', async () => {
  const account = await server.signUp()
  const { id, imageUrl } = await submitted(server, account)
  await withdraw(id, account)
  const letPass = (interval: string) =>
    sql`update images set destroy_after = destroy_after - ${interval}::interval where verification_id = ${id}`.execute(
      server.database.db,
    )
  await letPass('30 days -1 minute')
  await server.images.upkeep()
  expect(await opened(server, imageUrl)).toMatchObject({ status: 200 })
  await letPass('1 minute')
  await server.images.upkeep()
  expect(await opened(server, imageUrl)).toMatchObject({ status: 404 })
})

test('a developer’s program is told of a withdrawal as of a decision, and no email is sent', async () => {
  const account = await server.signUp()
  const callbackUrl = 'https://example.org/hook'
  const { id } = await submitted(server, account, { type: undefined, callbackUrl })
  await withdraw(id, account)
  const { db } = server.database
  const calls = await db
    .selectFrom('webhook_deliveries')
    .select(['callback_url as url', 'body'])
    .where('account_id', '=', account.accountId)
    .execute()
  expect(calls.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    [
      callbackUrl,
      {
        type: 'verification.decided',
        timestamp: expect.any(String),
        data: expect.objectContaining({ id, status: 'Rejected', isWithdrawn: true }),
      },
    ],
  ])
  const emails = db.selectFrom('letters').select('kind').where('account_id', '=', account.accountId)
  expect((await emails.execute()).map(({ kind }) => kind)).not.toContain('verification-decided')
})

test('the image of a withdrawn request can be sent again by its account for the right NPI, and by no other account', async () => {
  const account = await server.signUp()
  const image = (await newPicture().png().toBuffer()).toString('base64')
  const resultFor = ({ id }: { id: string }) =>
    server.database.db
      .selectFrom('verifications')
      .select('checks')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
      .then(({ checks }) => checks.find(({ code }) => code === 'image.seen_before')?.result)
  const mistyped = await submitted(server, account, { image })
  await withdraw(mistyped.id, account)
  const right = await submitted(server, account, { image })
  expect(await resultFor(right)).toBe('passed')
  expect(await resultFor(await submitted(server, account, { image }))).toBe('failed')
  expect(await resultFor(await submitted(server, await server.signUp(), { image }))).toBe('failed')
})

test('a document that is being read when its request is withdrawn stays unread', async () => {
  const account = await server.signUp()
  const { id } = await submitted(server, account)
  await withdraw(id, account)
  const row = await server.database.db
    .selectFrom('verifications')
    .select(['read_due_at', 'status', 'decided_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ read_due_at: null, status: 'withdrawn', decided_by: account.accountId })
})
