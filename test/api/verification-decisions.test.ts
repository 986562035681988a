/** What may be decided after what, and until when the image is kept then. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verification } from '#contract/verifications'
import { loadSettings } from '#server/settings'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { decisions, imageIdOf, keyOf, newAdmin, opened, submitted } from '../support/verification-calls.ts'

let server: TestServer
let admin: TestAccount
beforeAll(async () => {
  // Emails that cannot be sent stay where they can be counted.
  server = await startTestServer(undefined, { mail: { kind: 'smtp', url: 'smtp://127.0.0.1:1' } })
  admin = await newAdmin(server)
})
afterAll(() => server.close())

/** The decisions that lead to each state from the first one. */
const pathsTo = {
  pending: [],
  approved: ['approved'],
  rejected: ['rejected'],
  revoked: ['approved', 'revoked'],
} as const
type State = keyof typeof pathsTo
type DecisionName = keyof typeof decisions

const decide = (id: string, name: DecisionName) => server.put(`/api/verifications/${id}`, decisions[name], keyOf(admin))

/** A request of a new account that has come to this state. */
async function requestIn(state: State) {
  const account = await server.signUp()
  const { id, imageUrl = '' } = await submitted(server, account)
  for (const name of pathsTo[state]) expect(await decide(id, name)).toMatchObject({ status: 200 })
  return { account, id, imageUrl }
}

/** Everything that a decision changes. */
async function whatIsKnownOf({ account: { accountId, headers }, id }: Awaited<ReturnType<typeof requestIn>>) {
  const { db } = server.database
  const [row, image, letters, events] = await Promise.all([
    db.selectFrom('verifications').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    db.selectFrom('images').select('destroy_after').where('verification_id', '=', id).executeTakeFirstOrThrow(),
    db.selectFrom('letters').select('subject').where('account_id', '=', accountId).orderBy('id').execute(),
    db.selectFrom('audit_events').select(['action', 'actor']).where('subject', '=', id).orderBy('at').execute(),
  ])
  const { body: me } = await server.get('/me', headers)
  return { row, image, letters, events, me }
}

test.each<[State, DecisionName]>([
  ['pending', 'approved'],
  ['pending', 'rejected'],
  ['approved', 'revoked'],
])('A4: a request that is %s can be %s, which is recorded and told in one letter', async (state, name) => {
  const request = await requestIn(state)
  const before = await whatIsKnownOf(request)
  expect(before.row.status).toBe(state)
  expect(await decide(request.id, name)).toMatchObject({ status: 200 })
  const after = await whatIsKnownOf(request)
  expect(after.row).toMatchObject({ status: name, decided_by: admin.accountId })
  expect(after.letters).toHaveLength(before.letters.length + 1)
  expect(after.events).toEqual([...before.events, { action: `verification.${name}`, actor: admin.accountId }])
})

test.each<[State, DecisionName]>([
  ['pending', 'revoked'],
  ['approved', 'approved'],
  ['approved', 'rejected'],
  ['rejected', 'approved'],
  ['rejected', 'rejected'],
  ['rejected', 'revoked'],
  ['revoked', 'approved'],
  ['revoked', 'rejected'],
  ['revoked', 'revoked'],
])('A4: a request that is %s cannot be %s, and nothing of it changes', async (state, name) => {
  const request = await requestIn(state)
  const before = await whatIsKnownOf(request)
  expect(await decide(request.id, name)).toMatchObject({ status: 409, body: { code: 'verification_decided' } })
  expect(await whatIsKnownOf(request)).toEqual(before)
})

test('the refusal to revoke a pending request says that no one has decided it', async () => {
  const { id } = await requestIn('pending')
  const error = 'This verification is already pending, by no one yet; nothing was changed.'
  expect(await decide(id, 'revoked')).toMatchObject({ status: 409, body: { error } })
})

/** Whether the image of a request is due for destruction this many days after its decision. */
async function isKeptFor(days: number, id: string, { database } = server): Promise<boolean> {
  const { rows } = await sql<{ isSo: boolean }>`
    select destroy_after = decided_at + make_interval(days => ${days}) as "isSo"
    from images join verifications on verifications.id = images.verification_id where verifications.id = ${id}`.execute(
    database.db,
  )
  return rows[0]?.isSo ?? false
}

/** Lets so much time go by for one request and its image. */
async function letPass(id: string, interval: string): Promise<void> {
  const { db } = server.database
  await sql`update images set destroy_after = destroy_after - ${interval}::interval where verification_id = ${id}`.execute(
    db,
  )
  await sql`update verifications set decided_at = decided_at - ${interval}::interval where id = ${id}`.execute(db)
}

test.each<[State, number]>([
  ['approved', 90],
  ['rejected', 30],
  ['revoked', 30],
])('F3: the image of a request that was %s is destroyed %i days after that', async (state, days) => {
  const { account, id, imageUrl } = await requestIn(state)
  const imageId = imageIdOf(imageUrl)
  const path = join(server.dataDir, 'files', 'images', imageId.slice(-2), imageId)
  expect(await isKeptFor(days, id)).toBe(true)

  await letPass(id, `${days} days -1 minute`)
  await server.images.upkeep()
  expect(await opened(server, imageUrl)).toMatchObject({ status: 200 })
  expect(existsSync(path)).toBe(true)

  await letPass(id, '1 minute')
  await server.images.upkeep()
  expect(await opened(server, imageUrl)).toMatchObject({ status: 404 })
  expect(existsSync(path)).toBe(false)
  const { body } = await server.get(`/api/verifications/${id}`, keyOf(account))
  expect(verification.parse(body).imageUrl).toBeUndefined()
})

test('F3: the image of a request that nobody has decided is not destroyed, however old it is', async () => {
  const request = await requestIn('pending')
  expect((await whatIsKnownOf(request)).image).toEqual({ destroy_after: null })
  await sql`update images set created_at = created_at - interval '10 years' where verification_id = ${request.id}`.execute(
    server.database.db,
  )
  await server.images.upkeep()
  expect(await opened(server, request.imageUrl)).toMatchObject({ status: 200 })
})

test('F3: the image of a request is kept for as many days after its decision as the settings say', async ({
  onTestFinished,
}) => {
  const { imageDays } = loadSettings({ IMAGE_DAYS_APPROVED: '7', IMAGE_DAYS_REJECTED: '3' })
  const other = await startTestServer(undefined, { imageDays })
  onTestFinished(() => other.close())
  const decider = await newAdmin(other)
  for (const [name, days] of [
    ['approved', 7],
    ['rejected', 3],
  ] as const) {
    const { id } = await submitted(other, await other.signUp())
    const answer = await other.put(`/api/verifications/${id}`, decisions[name], keyOf(decider))
    expect(answer).toMatchObject({ status: 200 })
    expect(await isKeptFor(days, id, other)).toBe(true)
  }
})
