/** Webhook endpoints as their owner keeps them, the log of deliveries, and the weekly email. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api'
import { webhookChangesPerHour, webhookDeliveriesPage, webhookSendsPerHour, webhooksMax } from '#contract/limits'
import { inTransaction } from '#server/platform/database/database'
import { uuidv7 } from '#server/platform/uuid'
import { recordEvents } from '#server/watch/events'
import { sendDigests } from '#server/webhooks/digest'
import { fanOut } from '#server/webhooks/fan-out'
import { eventually } from '../support/eventually.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

const publicUrl = 'https://praxidex.example.org'

let server: TestServer
let ada: TestAccount
beforeAll(async () => {
  server = await startTestServer(undefined, { publicUrl })
  ada = await server.signUp()
})
afterAll(() => server.close())

const url = 'https://example.org/hook'

async function add({ headers }: TestAccount, body: object = {}) {
  const answer = await server.post('/me/webhooks', { url, events: null, ...body }, headers)
  expect(answer).toMatchObject({ status: 201 })
  return api.createWebhook.output.parse(answer.body)
}

const listed = async ({ headers }: TestAccount) =>
  api.listWebhooks.output.parse((await server.get('/me/webhooks', headers)).body).webhooks

const deliveriesOf = async ({ headers }: TestAccount, id: string, query = '') =>
  api.listWebhookDeliveries.output.parse((await server.get(`/me/webhooks/${id}/deliveries${query}`, headers)).body)

async function remove({ headers }: TestAccount, id: string) {
  const answer = await server.app.inject({ method: 'DELETE', url: `/me/webhooks/${id}`, headers })
  return { status: answer.statusCode, body: answer.json() }
}

const switchOff = (id: string) =>
  server.database.db.updateTable('webhooks').set({ off_at: sql<Date>`now()` }).where('id', '=', id).execute()

/** Events that are in the feed, and deliveries where an endpoint wants them. */
async function happen({ accountId }: TestAccount, count = 1): Promise<void> {
  const events = Array.from({ length: count }, () => ({
    accountId,
    type: 'share.revoked' as const,
    npi: null,
    data: { shareId: uuidv7() },
    cause: uuidv7(),
  }))
  await inTransaction(server.database, (trx) => recordEvents(trx, events))
  while (await fanOut(server.database));
}

const settle = (id: string, state: 'delivered' | 'failed') =>
  server.database.db.updateTable('webhook_deliveries').set({ state }).where('webhook_id', '=', id).execute()

describe('a webhook endpoint', () => {
  test('G5: is added with a secret that no other answer has, and that the database has sealed', async () => {
    const { webhook, secret } = await add(ada, { events: ['share.opened'], description: 'Roster sync' })
    expect(webhook).toMatchObject({ url, events: ['share.opened'], description: 'Roster sync', isOn: true })
    expect(JSON.stringify(await listed(ada))).not.toContain(secret)
    expect(JSON.stringify((await server.get('/me/webhooks', ada.headers)).body)).not.toContain('secret')
    const row = await server.database.db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', webhook.id)
      .executeTakeFirstOrThrow()
    expect(row.sealed_secret.toString('latin1')).not.toContain(secret)
    expect(JSON.stringify(row)).not.toContain(secret)
  })

  test('is changed member by member', async () => {
    const { webhook } = await add(ada, { description: 'Before' })
    const answer = await server.put(`/me/webhooks/${webhook.id}`, { events: ['share.revoked'] }, ada.headers)
    expect(answer).toMatchObject({
      status: 200,
      body: { webhook: { url, events: ['share.revoked'], description: 'Before' } },
    })
    const cleared = await server.put(`/me/webhooks/${webhook.id}`, { description: null, events: null }, ada.headers)
    expect(cleared).toMatchObject({ body: { webhook: { url, events: null, description: null } } })
  })

  test('gets another secret with an overlap, and none of it is shown later', async () => {
    const { webhook, secret } = await add(ada)
    const answer = await server.post(`/me/webhooks/${webhook.id}/rotate-secret`, {}, ada.headers)
    const rotated = api.rotateWebhookSecret.output.parse(answer.body)
    expect(rotated.secret).not.toBe(secret)
    const untilMs = Date.parse(rotated.webhook.oldSecretUntil ?? '')
    expect(untilMs).toBeGreaterThan(Date.now() + 23.9 * 3_600_000)
    expect(JSON.stringify(await listed(ada))).not.toContain(rotated.secret)
  })

  test('G5: is reported to its owner by email when it is added, moved or given another secret, by its host', async () => {
    const account = await server.signUp()
    const { webhook } = await add(account, { url: 'https://one.example.org/secret-path' })
    const added = await server.emailTo(account.email, 'A webhook endpoint was added')
    expect(added.text).toContain('one.example.org')
    const path = `/me/webhooks/${webhook.id}`
    await server.put(path, { url: webhook.url, description: 'Only this' }, account.headers)
    await server.put(path, { url: 'https://two.example.org/secret-path' }, account.headers)
    const moved = await server.emailTo(account.email, 'The URL of a webhook endpoint was changed')
    expect(moved.text).toContain('two.example.org')
    await server.post(`${path}/rotate-secret`, {}, account.headers)
    await server.emailTo(account.email, 'The secret of a webhook endpoint was rotated')
    const emails = (await server.emails()).filter(({ to }) => to?.[0]?.address === account.email)
    expect(emails.filter(({ subject }) => subject?.includes('webhook'))).toHaveLength(3)
    expect(JSON.stringify(emails)).not.toMatch(/secret-path|whsec_/)
  })

  test('can be changed a limited number of times an hour', async () => {
    const account = await server.signUp()
    const { webhook } = await add(account)
    const path = `/me/webhooks/${webhook.id}`
    const change = () => server.put(path, { description: 'Again' }, account.headers)
    for (let count = 1; count < webhookChangesPerHour; count++) expect((await change()).status).toBe(200)
    const refused = { status: 429, body: { code: 'too_many_attempts' } }
    expect(await change()).toMatchObject(refused)
    expect(await server.post(`${path}/rotate-secret`, {}, account.headers)).toMatchObject(refused)
    expect(await server.post('/me/webhooks', { url, events: null }, account.headers)).toMatchObject(refused)
  })

  test('is switched on again, and deleted with its deliveries', async () => {
    const { webhook } = await add(ada)
    await switchOff(webhook.id)
    expect((await listed(ada)).find(({ id }) => id === webhook.id)).toMatchObject({ isOn: false })
    const on = await server.post(`/me/webhooks/${webhook.id}/enable`, {}, ada.headers)
    expect(on).toMatchObject({ status: 200, body: { webhook: { isOn: true, failingSince: null } } })
    await server.post(`/me/webhooks/${webhook.id}/test`, {}, ada.headers)
    expect(await remove(ada, webhook.id)).toMatchObject({ status: 200 })
    expect(await remove(ada, webhook.id)).toMatchObject({ status: 404, body: { code: 'webhook_not_found' } })
    const rows = await server.database.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('webhook_id', '=', webhook.id)
      .execute()
    expect(rows).toEqual([])
  })

  test('is one of ten', async () => {
    const grace = await server.signUp()
    for (let count = 0; count < webhooksMax; count++) await add(grace)
    expect(await server.post('/me/webhooks', { url, events: null }, grace.headers)).toMatchObject({
      status: 409,
      body: { code: 'webhooks_full' },
    })
    const [first] = await listed(grace)
    await remove(grace, first?.id ?? '')
    await add(grace)
  })

  test('of another account is not found, whatever is asked of it', async () => {
    const { webhook } = await add(ada)
    const grace = await server.signUp()
    const path = `/me/webhooks/${webhook.id}`
    const answers = [
      await server.put(path, { description: 'Mine' }, grace.headers),
      await server.get(`${path}/deliveries`, grace.headers),
      await remove(grace, webhook.id),
      ...(await Promise.all(
        ['rotate-secret', 'test', 'enable'].map((action) => server.post(`${path}/${action}`, {}, grace.headers)),
      )),
      await server.post(`${path}/resend`, { failedSince: '2026-01-01T00:00:00Z' }, grace.headers),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'webhook_not_found' } })
    expect(await listed(grace)).toEqual([])
  })

  const refused: [what: string, body: object, error: RegExp][] = [
    ['an address by http', { url: 'http://example.org/' }, /^url: expected an https address/],
    ['an address with a password', { url: 'https://a:b@example.org/' }, /^url: expected an https address/],
    ['loopback', { url: 'https://127.0.0.1/' }, /^url: expected an address that the public internet can reach/],
    ['loopback as one number', { url: 'https://2130706433/' }, /the public internet/],
    ['a private network', { url: 'https://10.1.2.3/' }, /the public internet/],
    ['the metadata service', { url: 'https://169.254.169.254/' }, /the public internet/],
    ['a mapped address', { url: 'https://[::ffff:10.0.0.1]/' }, /the public internet/],
    ['a link-local address', { url: 'https://[fe80::1]/' }, /the public internet/],
    ['localhost', { url: 'https://localhost/' }, /the public internet/],
    ['an unknown type', { events: ['provider.born'] }, /^events: expected a list of provider\.updated, /],
    ['no type', { events: [] }, /^events: expected a list of /],
    ['no list', { events: undefined }, /^events: expected a list of /],
    ['a long description', { description: 'x'.repeat(121) }, /^description: expected /],
  ]
  test.each(refused)('G5: is refused with %s, new and changed', async (_, body, error) => {
    const { webhook } = await add(await server.signUp())
    const made = await server.post('/me/webhooks', { url, events: null, ...body }, ada.headers)
    expect(made).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } })
    if (Object.values(body).includes(undefined)) return
    const changed = await server.put(`/me/webhooks/${webhook.id}`, body, ada.headers)
    expect(changed).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } })
  })
})

describe('deliveries', () => {
  test('are listed by page and state, the newest first, as the feed has the events', async () => {
    const account = await server.signUp()
    const { webhook } = await add(account)
    await happen(account, webhookDeliveriesPage + 2)
    const first = await deliveriesOf(account, webhook.id)
    expect(first.deliveries).toHaveLength(webhookDeliveriesPage)
    const rest = await deliveriesOf(account, webhook.id, `?cursor=${first.nextCursor}`)
    expect(rest).toMatchObject({ nextCursor: null })
    const all = [...first.deliveries, ...rest.deliveries]
    expect(new Set(all.map(({ id }) => id)).size).toBe(webhookDeliveriesPage + 2)
    const feed = await server.get('/api/events', { 'api-key': account.apiKey })
    const { events } = api.listEvents.output.parse(feed.body)
    const byId = new Map(all.map(({ id, request }) => [id, JSON.parse(request)]))
    for (const event of events) expect(byId.get(event.id)).toEqual(event)
    expect(await deliveriesOf(account, webhook.id, '?state=failed')).toMatchObject({ deliveries: [] })
    expect((await server.get(`/me/webhooks/${webhook.id}/deliveries?state=lost`, account.headers)).status).toBe(400)
  })

  test('of a test are sent once', async () => {
    const account = await server.signUp()
    const { webhook } = await add(account)
    const answer = await server.post(`/me/webhooks/${webhook.id}/test`, {}, account.headers)
    expect(answer).toMatchObject({ status: 201, body: { delivery: { type: 'webhook.test', state: 'waiting' } } })
    expect((await deliveriesOf(account, webhook.id)).deliveries).toHaveLength(1)
    await switchOff(webhook.id)
    const off = await server.post(`/me/webhooks/${webhook.id}/test`, {}, account.headers)
    expect(off).toMatchObject({ status: 409, body: { code: 'webhook_off' } })
  })

  test('are sent again, one or all that failed since a moment', async () => {
    const account = await server.signUp()
    const { webhook } = await add(account)
    await happen(account, 3)
    await settle(webhook.id, 'failed')
    const path = `/me/webhooks/${webhook.id}/resend`
    const [one] = (await deliveriesOf(account, webhook.id)).deliveries
    const resend = (body: object) => server.post(path, body, account.headers)
    expect(await resend({ deliveryId: one?.id })).toMatchObject({ status: 200, body: { count: 1 } })
    expect((await deliveriesOf(account, webhook.id, '?state=waiting')).deliveries).toHaveLength(1)
    const later = new Date(Date.now() + 60_000).toISOString()
    expect(await resend({ failedSince: later })).toMatchObject({ status: 200, body: { count: 0 } })
    const since = new Date(Date.now() - 600_000).toISOString()
    expect(await resend({ failedSince: since })).toMatchObject({ status: 200, body: { count: 2 } })
    expect(await resend({ deliveryId: 'evt_none' })).toMatchObject({ body: { code: 'delivery_not_found' } })
    for (const body of [{}, { deliveryId: one?.id, failedSince: since }, { failedSince: 'yesterday' }]) {
      expect((await resend(body)).status).toBe(400)
    }
    await switchOff(webhook.id)
    expect(await resend({ failedSince: since })).toMatchObject({ status: 409, body: { code: 'webhook_off' } })
  })

  test('can be tested and sent again a limited number of times an hour', async () => {
    const account = await server.signUp()
    const { webhook } = await add(account)
    const again = () => server.post(`/me/webhooks/${webhook.id}/test`, {}, account.headers)
    for (let count = 0; count < webhookSendsPerHour; count++) expect((await again()).status).toBe(201)
    expect(await again()).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
  })
})

describe('the weekly email', () => {
  const ago = (account: TestAccount, interval: string) =>
    sql`update accounts set digest_at = now() - ${interval}::interval, email_verified_at = now()
      where id = ${account.accountId}`.execute(server.database.db)
  const send = () => sendDigests({ ...server, publicUrl })
  const digestsTo = async ({ email }: TestAccount) =>
    (await server.emails()).filter(({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('Your week'))

  test('counts the events of the week once, and is unsubscribed from by a link without a sign-in', async () => {
    const [account, quiet] = [await server.signUp(), await server.signUp()]
    await ago(account, '7 days 1 minute')
    await ago(quiet, '7 days 1 minute')
    await happen(account, 3)
    await Promise.all([send(), send()])
    const letter = await server.emailTo(account.email, 'Your week: 3 events')
    expect(letter.text).toContain('A share was revoked: 3')
    await send()
    const header = (name: string) => letter.headers.find(({ key }) => key === name)?.value ?? ''
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const [, link = ''] = /^<(.*)>$/.exec(header('list-unsubscribe')) ?? []
    expect(link).toMatch(/^https:\/\/praxidex\.example\.org\/unsubscribe\/[\w.-]+$/)
    expect(letter.text).toContain(link)
    expect(await digestsTo(account)).toHaveLength(1)
    expect(await digestsTo(quiet)).toEqual([])

    const path = new URL(link).pathname
    const weeklyEmails = async () => api.me.output.parse((await server.get('/me', account.headers)).body).weeklyEmails
    const page = await server.app.inject({ method: 'GET', url: path })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Unsubscribe')
    // Programs that follow links change nothing.
    expect(await weeklyEmails()).toBe(true)
    // The last character has bits that count for nothing.
    const wrong = `${path.slice(0, -2)}${path.at(-2) === 'A' ? 'B' : 'A'}${path.at(-1)}`
    expect((await server.app.inject({ method: 'POST', url: wrong })).statusCode).toBe(404)
    expect(await weeklyEmails()).toBe(true)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = 'List-Unsubscribe=One-Click'
    const done = await server.app.inject({ method: 'POST', url: path, headers, payload })
    expect(done.statusCode).toBe(200)
    expect(await weeklyEmails()).toBe(false)

    await ago(account, '7 days 1 minute')
    await happen(account)
    await send()
    expect(await digestsTo(account)).toHaveLength(1)
    expect(await server.post('/me', { weeklyEmails: true }, account.headers)).toMatchObject({
      status: 200,
      body: { weeklyEmails: true },
    })
  })

  test('goes to no address that is not verified', async () => {
    const account = await server.signUp()
    await ago(account, '8 days')
    await server.database.db
      .updateTable('accounts')
      .set({ email_verified_at: null })
      .where('id', '=', account.accountId)
      .execute()
    await happen(account)
    await send()
    await eventually(async () =>
      expect(await server.database.db.selectFrom('letters').select('id').execute()).toEqual([]),
    )
    expect(await digestsTo(account)).toEqual([])
  })
})
