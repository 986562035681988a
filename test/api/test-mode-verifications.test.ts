/** Verifications submitted with test keys: they decide themselves, and no live part of the product sees them. */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import { testNpis } from '#contract/key-modes'
import { imagesPerHourMax } from '#contract/limits'
import { verification } from '#contract/verifications'
import { verificationDecided } from '#contract/webhooks'
import { removeOld } from '#server/jobs/keep-retention'
import { decideSamples, keepDecidingSamples } from '#server/verifications/decide-samples'
import { verificationShower } from '#server/verifications/shown-verification'
import { eventually } from '../support/eventually.ts'
import { type ServerWithBoth, startServerWithBoth, testKeyOf } from '../support/keys/test-mode.ts'
import { newPicture } from '../support/test-pictures.ts'
import { people } from '../support/test-registry.ts'
import type { TestAccount } from '../support/test-server.ts'
import { newAdmin, submitted } from '../support/verification-calls.ts'

const publicUrl = 'https://praxidex.example'

let server: ServerWithBoth
beforeAll(async () => {
  server = await startServerWithBoth()
})
afterAll(() => server.close())

const show = () => verificationShower({ secrets: server.secrets, publicUrl })

async function send(headers: Record<string, string>, body: object) {
  const image = (await newPicture().png().toBuffer()).toString('base64')
  return server.post('/api/verifications', { image, ...body }, headers)
}

async function submit(headers: Record<string, string>, body: object) {
  const answer = await send(headers, body)
  expect(answer.status).toBe(201)
  return verification.parse(answer.body)
}

const listed = async (headers: Record<string, string>, query = '') =>
  api.listVerifications.output.parse((await server.get(`/api/verifications${query}`, headers)).body).verifications

/** Rows that the account has in a table. */
async function countIn(table: 'verifications' | 'images' | 'letters', { accountId }: TestAccount) {
  const { db } = server.database
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const emailsTo = async ({ email }: TestAccount) =>
  (await server.emails()).filter(({ to }) => to?.some(({ address }) => address === email)).map(({ subject }) => subject)

describe('a verification in test mode', () => {
  test('of each NPI that the documentation names ends as it says, and its program is called', async () => {
    const account = await server.signUp()
    const { headers } = await testKeyOf(server, account)
    await server.emailTo(account.email, 'API key')
    const before = await emailsTo(account)
    const callbackUrl = 'https://example.org/decided'
    const ids = new Map<string, string>()
    for (const { npi } of testNpis) {
      const made = await submit(headers, { npi, callbackUrl })
      expect(made).toMatchObject({ npi, status: 'Pending', mode: 'test', isReading: false })
      expect(made.imageUrl).toBeUndefined()
      ids.set(npi, made.id)
    }
    const warn = (sentence: string) => expect.unreachable(sentence)
    const deciding = keepDecidingSamples({ database: server.database, show: show(), warn })
    try {
      await eventually(async () => {
        const pending = await listed(headers, '?status=pending')
        expect(pending.map(({ npi }) => npi)).toEqual([testNpis.at(-1)?.npi])
      })
    } finally {
      await deciding.close()
    }
    for (const outcome of testNpis) {
      const { body } = await server.get(`/api/verifications/${ids.get(outcome.npi)}`, headers)
      const { status, rejectionReason, approvedAt, expiresAt } = verification.parse(body)
      expect({ npi: outcome.npi, status: status.toLowerCase(), rejectionReason }).toEqual({
        npi: outcome.npi,
        status: outcome.status,
        rejectionReason: outcome.status === 'rejected' ? outcome.reason : undefined,
      })
      expect(approvedAt === undefined).toBe(outcome.status === 'pending')
      expect(expiresAt === undefined).toBe(outcome.status !== 'approved')
    }
    const calls = await server.database.db
      .selectFrom('webhook_deliveries')
      .select(['callback_url as url', 'body'])
      .where('account_id', '=', account.accountId)
      .execute()
    const told = calls.map(({ body }) => verificationDecided.body.parse(JSON.parse(body)).data)
    expect(told.map(({ npi }) => npi).sort()).toEqual(
      testNpis
        .slice(0, -1)
        .map(({ npi }) => npi)
        .sort(),
    )
    expect(told.every(({ mode, id }) => mode === 'test' && [...ids.values()].includes(id))).toBe(true)
    expect(calls.every(({ url }) => url === callbackUrl)).toBe(true)

    // Nothing of it is kept where live requests are, and nobody gets an email.
    expect(await countIn('verifications', account)).toBe(0)
    expect(await countIn('images', account)).toBe(0)
    expect(await countIn('letters', account)).toBe(0)
    expect(await emailsTo(account)).toEqual(before)
    const audited = server.database.db.selectFrom('audit_events').select('action')
    expect(await audited.where('subject', 'in', [...ids.values()]).execute()).toEqual([])
    expect((await server.get('/me', account.headers)).body).toMatchObject({ npi: null, credentials: [] })
    expect(await listed({ 'api-key': account.apiKey }, '?type=personal')).toEqual([])
    const admin = await newAdmin(server)
    const desk = await listed({ 'api-key': admin.apiKey }, '?admin=true&limit=50')
    expect(desk.filter(({ id }) => [...ids.values()].includes(id))).toEqual([])
    for (const [path, method] of [
      ['', 'get'],
      ['/review', 'get'],
      ['', 'put'],
    ] as const) {
      const url = `/api/verifications/${[...ids.values()][0]}${path}`
      const ofAdmin = { 'api-key': admin.apiKey }
      const answer =
        method === 'get' ? await server.get(url, ofAdmin) : await server.put(url, { status: 'approved' }, ofAdmin)
      expect(answer.status).toBe(404)
    }
  })

  test('of another person of the sample is approved, and of anybody else rejected', async () => {
    const account = await server.signUp()
    const { headers } = await testKeyOf(server, account)
    const doctors = z.object({ doctors: z.array(z.object({ npi: z.number() })) })
    const found = doctors.parse((await server.get('/api/doctors?state=NY&credential=MD&limit=1', headers)).body)
    const sampled = await submit(headers, { npi: String(found.doctors[0]?.npi), type: 'personal', credential: 'MD' })
    expect(sampled).toMatchObject({ status: 'pending', type: 'personal' })
    const real = await submit(headers, { npi: people.physician, credential: 'MD' })
    expect(real.checks.find(({ code }) => code === 'npi.found')?.result).toBe('failed')
    await eventually(async () => {
      await decideSamples({ database: server.database, show: show() })
      expect((await listed(headers)).map(({ id, status }) => ({ id, status }))).toEqual([
        { id: real.id, status: 'Rejected' },
        { id: sampled.id, status: 'Approved' },
      ])
    })
    const account2 = await server.get('/me', account.headers)
    expect(account2.body).toMatchObject({ npi: null, credentials: [] })
  })

  test('and a live one do not see each other, though both have one Idempotency-Key', async () => {
    const account = await server.signUp()
    const { headers } = await testKeyOf(server, account)
    const idempotencyKey = { 'idempotency-key': 'the-same' }
    const [{ npi }] = testNpis
    const image = (await newPicture().png().toBuffer()).toString('base64')
    const body = { npi, image, credential: 'MD' }
    const liveHeaders = { 'api-key': account.apiKey }
    const ofLive = await server.post('/api/verifications', body, { ...liveHeaders, ...idempotencyKey })
    const inTest = await server.post('/api/verifications', body, { ...headers, ...idempotencyKey })
    const again = await server.post('/api/verifications', body, { ...headers, ...idempotencyKey })
    expect([ofLive.status, inTest.status, again.status]).toEqual([201, 201, 201])
    expect(again.body).toEqual(inTest.body)
    const [live, sample] = [verification.parse(ofLive.body), verification.parse(inTest.body)]
    expect([live.mode, sample.mode]).toEqual([undefined, 'test'])
    expect((await listed(liveHeaders)).map(({ id }) => id)).toEqual([live.id])
    expect((await listed(headers)).map(({ id }) => id)).toEqual([sample.id])
    expect((await server.get(`/api/verifications/${sample.id}`, liveHeaders)).status).toBe(404)
    expect((await server.get(`/api/verifications/${live.id}`, headers)).status).toBe(404)
    const other = await testKeyOf(server, await server.signUp())
    expect((await server.get(`/api/verifications/${sample.id}`, other.headers)).status).toBe(404)
  })

  test('is held to the rules of live ones: one pending, a readable image, images an hour of its own', async () => {
    const account = await server.signUp()
    const { headers } = await testKeyOf(server, account)
    const pending = testNpis.at(-1)?.npi
    const { id } = await submit(headers, { npi: pending })
    const twice = await send(headers, { npi: pending })
    expect(twice).toMatchObject({
      status: 409,
      body: { code: 'verification_pending', error: expect.stringContaining(id) },
    })
    const path = `/api/verifications/${id}/withdraw`
    expect(await server.post(path, {}, { 'api-key': account.apiKey })).toMatchObject({ status: 404 })
    expect(await server.post(path, {}, headers)).toMatchObject({
      status: 200,
      body: { status: 'Rejected', isWithdrawn: true, mode: 'test' },
    })
    expect(await server.post(path, {}, headers)).toMatchObject({ status: 409 })
    expect(await listed(headers)).toEqual([])
    await submit(headers, { npi: pending })
    const [{ npi }] = testNpis
    expect(await server.post('/api/verifications', { npi, image: 'bm9uZQ==' }, headers)).toMatchObject({
      status: 400,
      body: { code: 'image_unusable' },
    })
    expect(await send(headers, { npi, callbackUrl: 'https://10.0.0.1/x' })).toMatchObject({ status: 400 })
    let status = 400
    for (let sent = 2; sent <= imagesPerHourMax && status !== 429; sent++) {
      const answer = await server.post('/api/verifications', { npi, image: 'bm9uZQ==' }, headers)
      status = answer.status
    }
    expect(status).toBe(429)
    await submitted(server, account)
  })

  test('is deleted after 30 days, and with its account', async () => {
    const [account, other] = [await server.signUp(), await server.signUp()]
    for (const owner of [account, other])
      await submit((await testKeyOf(server, owner)).headers, { npi: testNpis[0]?.npi })
    const countOf = async ({ accountId }: TestAccount) => {
      const rows = server.database.db
        .selectFrom('sample_verifications')
        .select('id')
        .where('account_id', '=', accountId)
      return (await rows.execute()).length
    }
    await removeOld(server, sql<Date>`now() + interval '29 days 23 hours'`)
    expect([await countOf(account), await countOf(other)]).toEqual([1, 1])
    const password = 'a long walk by the sea'
    const gone = await server.post('/me/delete', { password }, other.headers)
    expect(gone.status).toBe(200)
    expect([await countOf(account), await countOf(other)]).toEqual([1, 0])
    await removeOld(server, sql<Date>`now() + interval '30 days 1 hour'`)
    expect(await countOf(account)).toBe(0)
  })
})
