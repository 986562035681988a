import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Verification, verification } from '#contract/verifications'
import { verificationNeedsReview } from '#contract/webhooks'
import { loadOne } from '../../test/support/sources/load-for-tests.ts'
import { recheckAll } from '../../test/support/sources/recheck-all.ts'
import { coloradoRoll, illinoisRoll } from '../../test/support/sources/rolls.ts'
import { buildTestRegistry, people, type TestRegistry } from '../../test/support/test-registry.ts'
import { startTestServer, type TestAccount, type TestServer } from '../../test/support/test-server.ts'
import { decisions, keyOf, newAdmin, submitted } from '../../test/support/verification-calls.ts'
import { rollBack } from '../sources/load-list.ts'
import { recheckNext } from './recheck.ts'

let registry: TestRegistry
let server: TestServer
let admin: TestAccount
beforeAll(async () => {
  registry = await buildTestRegistry()
  server = await startTestServer(undefined, { registryDir: registry.registryDir })
  admin = await newAdmin(server)
})
afterAll(async () => {
  await server.close()
  registry.remove()
})

/** A test begins without approvals of others. */
beforeEach(() =>
  sql`update verifications set status = 'revoked', needs_review_at = null, review_checks = null`.execute(
    server.database.db,
  ),
)

const today = new Date().toISOString().slice(0, 10)
const lewis = { last: 'LEWIS', first: 'HIROSHI', number: '1001', expires: '2099-06-30' }
const others = [{ last: 'MOSS', first: 'ADA', number: '1002', expires: '2099-06-30' }]
const load = (status: string, more: object = {}) =>
  loadOne(server.database, 'co-dora', coloradoRoll([{ ...lewis, status, ...more }, ...others]), today)

async function request(more: object = {}): Promise<{ account: TestAccount; id: string }> {
  const account = await server.signUp()
  const license = { licenseNumber: 'DR.1001', licenseState: 'CO' }
  const { id } = await submitted(server, account, { npi: people.physician, type: undefined, ...license, ...more })
  return { account, id }
}

async function approved(more: object = {}): Promise<{ account: TestAccount; id: string }> {
  const made = await request(more)
  expect(await decide(made.id, decisions.approved)).toMatchObject({ status: 200 })
  return made
}

const decide = (id: string, body: object) => server.put(`/api/verifications/${id}`, body, keyOf(admin))

async function seen({ account, id }: { account: TestAccount; id: string }): Promise<Verification> {
  return verification.parse((await server.get(`/api/verifications/${id}`, keyOf(account))).body)
}

async function reviewList(): Promise<{ ids: string[]; needReview: number | undefined }> {
  const { body } = await server.get('/api/verifications?admin=true&needsReview=true&limit=50', keyOf(admin))
  const shape = z.object({ verifications: z.array(verification), needReview: z.int().optional() })
  const { verifications, needReview } = shape.parse(body)
  return { ids: verifications.map(({ id }) => id), needReview }
}

const subjectsTo = async ({ email }: TestAccount) =>
  (await server.emails()).filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject)

async function actionsOn(id: string): Promise<string[]> {
  const rows = server.database.db.selectFrom('audit_events').select('action').where('subject', '=', id)
  return (await rows.orderBy('id').execute()).map(({ action }) => action)
}

const needsReview = 'A reviewer will look at your MD verification again'

test('an approval whose license was suspended is marked once, told of, kept by an admin, and marked again when it changes again', async () => {
  await load('Active')
  const made = await approved({ type: 'personal' })
  await load('Active', { expires: '2098-06-30' })
  await recheckAll(server)
  expect(await seen(made)).not.toHaveProperty('needsReview')

  await load('Suspended')
  await recheckAll(server)
  await load('Suspended')
  await recheckAll(server)
  const marked = await seen(made)
  expect(marked).toMatchObject({
    status: 'Approved',
    needsReview: { checks: [{ code: 'license.active', result: 'failed' }] },
  })
  expect(marked.checks.find(({ code }) => code === 'license.active')).toMatchObject({ result: 'passed' })
  expect(await reviewList()).toEqual({ ids: [made.id], needReview: 1 })
  await server.emailTo(made.account.email, needsReview)
  expect((await subjectsTo(made.account)).filter((subject) => subject === needsReview)).toHaveLength(1)

  expect(await decide(made.id, { status: 'kept' })).toMatchObject({ status: 200, body: { status: 'approved' } })
  const kept = await seen(made)
  expect(kept).not.toHaveProperty('needsReview')
  expect(kept.checks.find(({ code }) => code === 'license.active')).toMatchObject({ result: 'failed' })
  expect(await decide(made.id, { status: 'kept' })).toMatchObject({
    status: 409,
    body: { code: 'verification_decided' },
  })
  await load('Suspended')
  await recheckAll(server)
  expect(await reviewList()).toEqual({ ids: [], needReview: 0 })

  await load('Retired')
  await recheckAll(server)
  expect(await decide(made.id, decisions.revoked)).toMatchObject({ status: 200, body: { isRevoked: true } })
  expect(await reviewList()).toEqual({ ids: [], needReview: 0 })
  expect(await actionsOn(made.id)).toEqual([
    'verification.submitted',
    'verification.approved',
    'verification.marked',
    'verification.kept',
    'verification.marked',
    'verification.revoked',
  ])
})

test('a list that is rolled back takes the mark with it', async () => {
  await load('Active')
  const made = await approved()
  await load('Revoked')
  await recheckAll(server)
  expect(await seen(made)).toHaveProperty('needsReview')
  await rollBack(server.database, 'co-dora')
  await recheckAll(server)
  expect(await seen(made)).not.toHaveProperty('needsReview')
})

test('another action of the board needs a review, a better reading does not, and pending requests get the new one', async () => {
  await load('Active', { action: 'CLS Letter of Admonition', actionOn: '2020-02-03' })
  const [made, pending] = [await approved(), await request()]
  await load('Active')
  await recheckAll(server)
  expect(await seen(made)).not.toHaveProperty('needsReview')
  await load('Active', { action: 'CLS Stipulation', actionOn: '2026-02-03' })
  await recheckAll(server)
  const sentence = 'The board of Colorado lists an action of 2026-02-03: “CLS Stipulation”.'
  expect(await seen(made)).toMatchObject({ needsReview: { checks: [{ code: 'license.discipline', sentence }] } })
  const { checks, ...rest } = await seen(pending)
  expect(rest).not.toHaveProperty('needsReview')
  expect(checks.find(({ code }) => code === 'license.discipline')).toMatchObject({ result: 'warning', sentence })
  await decide(made.id, decisions.revoked)
})

test('approvals that ended, and lists of other states, make no mark; programs are called instead of their owners', async () => {
  await load('Active')
  const ended = await approved()
  await sql`update verifications set expires_at = now() where id = ${ended.id}`.execute(server.database.db)
  const elsewhere = await approved({ licenseNumber: '036099001', licenseState: 'IL' })
  const program = await approved({ type: undefined, callbackUrl: 'https://example.org/hook' })
  await load('Surrendered')
  await recheckAll(server)
  expect((await reviewList()).ids).toEqual([program.id])
  expect(await seen(ended)).not.toHaveProperty('needsReview')
  expect(await seen(elsewhere)).not.toHaveProperty('needsReview')
  const calls = await server.database.db.selectFrom('webhook_deliveries').select('body').execute()
  const { body } = verificationNeedsReview
  const [call] = calls.flatMap((one) => body.safeParse(JSON.parse(one.body)).data ?? [])
  expect(call?.data).toMatchObject({ id: program.id, npi: people.physician })
  expect(call?.data.checks.map(({ code }) => code)).toContain('license.active')
  expect(await subjectsTo(program.account)).not.toContain(needsReview)
  await loadOne(
    server.database,
    'il-idfpr',
    illinoisRoll([{ last: 'LEWIS', first: 'HIROSHI', number: '036099001', status: 'EXPIRED', expires: '2020-07-31' }]),
    today,
  )
  await recheckAll(server)
  expect(await seen(elsewhere)).toMatchObject({
    needsReview: { checks: [{ code: 'license.active', result: 'failed' }] },
  })
  for (const { id } of [elsewhere, program]) await decide(id, decisions.revoked)
})

test('a process that dies in a batch leaves nothing of it, and the next one goes on from the last whole batch', async () => {
  await load('Active')
  const made: string[] = []
  for (let index = 0; index < 4; index++) made.push((await approved()).id)
  const { db } = server.database
  // More than a batch of others, which are older.
  await sql`insert into verifications (account_id, id, npi, credential, is_personal, status, image_id, checks, decided_at, expires_at)
    select ${admin.accountId}, '0' || lpad(n::text, 35, '0'), '1000000004', 'MD', false, 'approved', 'none', '[]', now(),
      now() + interval '1 year' from generate_series(1, 120) as n`.execute(db)
  await load('Suspended')
  const parts = { database: server.database, registry: server.registry, publicUrl: 'https://example.org' }
  expect(await recheckNext(parts)).toBe(false)
  await db
    .updateTable('source_rechecks')
    .set({ due_at: new Date(0) })
    .execute()
  await recheckNext(parts)
  const doneTo = async () => (await db.selectFrom('source_rechecks').select('done_to').executeTakeFirst())?.done_to
  const first = await doneTo()
  await recheckNext(parts)
  await server.database.asOwner((owner) =>
    sql`alter table letters add constraint breaking check (subject not like 'A reviewer%') not valid`.execute(owner),
  )
  const second = await doneTo()
  await expect(recheckNext(parts)).rejects.toThrow('breaking')
  expect([first === second, await doneTo()]).toEqual([false, second])
  expect((await reviewList()).ids).toEqual([])
  await server.database.asOwner((owner) => sql`alter table letters drop constraint breaking`.execute(owner))
  // Two processes share the rest.
  await Promise.all([recheckAll(server), recheckAll(server)])
  expect((await reviewList()).ids).toEqual(made)
  expect(await doneTo()).toBeUndefined()
  const marks = db.selectFrom('audit_events').select('subject').where('action', '=', 'verification.marked')
  expect((await marks.where('subject', 'in', made).execute()).length).toBe(4)
})
