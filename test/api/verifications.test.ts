import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { dayStillRunning } from '#contract/days'
import { individualFull } from '#contract/providers'
import { rejectionReasons } from '#contract/verification-words'
import { verification as shape, type Verification } from '#contract/verifications'
import { longDayText } from '../../web/ui/format.ts'
import { card } from '../support/images/test-cards.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { keyOf, newAdmin, opened } from '../support/verification-calls.ts'

let server: TestServer
let admin: TestAccount
/** NPIs of the sample: a physician with the credential MD, a registered nurse, an organization. */
let people: { md: string; rn: string; organization: string }

beforeAll(async () => {
  server = await startTestServer()
  admin = await newAdmin(server)
  people = { md: await npiWith('MD', '20'), rn: await npiWith('RN', '163W'), organization: await organizationNpi() }
})
afterAll(() => server.close())

/** The NPI of a person with this credential whose first taxonomy begins so. */
async function npiWith(credential: string, taxonomy: string): Promise<string> {
  const list = await server.get(`/api/individuals?credential=${credential}&limit=25`)
  for (const { npi } of z.object({ providers: z.array(z.object({ npi: z.int() })) }).parse(list.body).providers) {
    const { taxonomies } = individualFull.parse((await server.get(`/api/individuals/${npi}`)).body)
    if (taxonomies[0]?.code.startsWith(taxonomy)) return String(npi)
  }
  throw new Error(`the sample has no ${credential} with ${taxonomy}`)
}

async function organizationNpi(): Promise<string> {
  const { body } = await server.get('/api/organizations?limit=1')
  return String(z.object({ organizations: z.tuple([z.object({ npi: z.int() })]) }).parse(body).organizations[0].npi)
}

async function newImage(): Promise<string> {
  return (await card({ layout: 0, name: `Ada ${randomUUID()}` })).toString('base64')
}

async function submit(account: TestAccount, body: object = {}, headers = {}) {
  const request = { npi: people.md, credential: 'MD', type: 'personal', image: await newImage(), ...body }
  return server.post('/api/verifications', request, { ...keyOf(account), ...headers })
}

async function submitted(account: TestAccount, body: object = {}): Promise<Verification> {
  const answer = await submit(account, body)
  expect(answer.body).toMatchObject({ status: expect.any(String) })
  expect(answer.status).toBe(201)
  return shape.parse(answer.body)
}

/**
 * An answer without what may differ from one moment to the next: links to images bear a time, and documents are being
 * read.
 */
function withoutMoments(answer: unknown): unknown {
  const moments = new Set(['imageUrl', 'isReading', 'checks'])
  return JSON.parse(JSON.stringify(answer, (name, value) => (moments.has(name) ? undefined : value)))
}

async function listOf(account: TestAccount, query = '') {
  const answer = await server.get(`/api/verifications${query}`, keyOf(account))
  expect(answer.status).toBe(200)
  return z.object({ verifications: z.array(shape), page: z.int(), total: z.int(), limit: z.int() }).parse(answer.body)
}

const decide = (id: string, body: object, by = admin) => server.put(`/api/verifications/${id}`, body, keyOf(by))

const resultOf = ({ checks }: Verification, code: string) => checks.find((check) => check.code === code)?.result

describe('a request for verification', () => {
  it('is answered at once with what could be checked, and is then in the list', async () => {
    const account = await server.signUp()
    const made = await submitted(account)
    expect(made).toMatchObject({ npi: people.md, credentials: ['MD'], status: 'pending', type: 'personal' })
    expect(Object.fromEntries(made.checks.map(({ code, result }) => [code, result]))).toMatchObject({
      'npi.check_digit': 'passed',
      'npi.found': 'passed',
      'npi.active': 'passed',
      'npi.individual': 'passed',
      'credential.agrees': 'passed',
      'image.seen_before': 'unknown',
    })
    const list = await listOf(account, '?type=personal&status=pending')
    expect(list).toMatchObject({ page: 1, total: 1, limit: 10, verifications: [{ id: made.id, status: 'pending' }] })
  })

  it('says its state with a capital letter to developers, and takes the credential from the registry when it is left out', async () => {
    const account = await server.signUp()
    const made = await submitted(account, { type: undefined, credential: undefined })
    expect(made).toMatchObject({ status: 'Pending', credentials: ['MD'] })
    expect(await listOf(account)).toMatchObject({ verifications: [{ status: 'Pending' }] })
    expect((await server.get(`/api/verifications/${made.id}`, keyOf(account))).body).toMatchObject({
      status: 'Pending',
    })
  })

  it.each([
    ['no image', { image: undefined }],
    ['no npi', { npi: undefined }],
    ['an npi that is a number', { npi: 1679576722 }],
    ['an empty npi', { npi: '' }],
    ['an image that is no text', { image: 5 }],
    ['an empty image', { image: '' }],
    ['an image with a prefix', { image: 'data:image/png;base64,iVBORw0KGgo=' }],
  ])('C1: is refused with the documented sentence for %s', async (_, body) => {
    const answer = await submit(await server.signUp(), body)
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'Invalid body parameters: image (string) and npi (string) are required' },
    })
  })

  it.each([
    ['an npi of nine digits', { npi: '123456789' }, /^npi: expected ten digits; got "123456789"\./],
    ['another credential', { credential: 'PhD' }, /^credential: expected one of RN, MD, DO; got "PhD"\./],
    ['another type', { type: 'team' }, /^type: expected personal, or nothing/],
    [
      'a picture of another kind',
      { image: Buffer.from('GIF89a').toString('base64') },
      /^The image must be a JPEG, PNG or WebP picture; this is a GIF image\./,
    ],
    ['a plain http address', { callbackUrl: 'http://example.org/' }, /^callbackUrl: expected an https address/],
    ['an address with a NUL', { callbackUrl: 'https://example.org/\0' }, /^callbackUrl: expected an https address/],
    ...[
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '10.0.0.1:8443',
      '169.254.169.254',
      '[::1]',
      '[::ffff:10.0.0.1]',
      'localhost',
      'a.localhost.',
    ].map((host): [string, object, RegExp] => [
      `an address on a private network, ${host}`,
      { callbackUrl: `https://${host}/hook` },
      /^callbackUrl: expected an address that the public internet can reach; got /,
    ]),
    ['an address with a tab', { callbackUrl: 'https://example.org/a\tb' }, /^callbackUrl: .* or control characters;/],
  ])('C2: is refused with a sentence of its own for %s', async (_, body, sentence) => {
    const answer = await submit(await server.signUp(), body)
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(sentence) } })
  })

  it.each(['status', 'approvedAt', 'expiresAt', '_id', 'id', 'checks', 'accountId'])(
    'A6: is refused with %s in it',
    async (name) => {
      const answer = await submit(await server.signUp(), { [name]: 'approved' })
      expect(answer).toMatchObject({ status: 400, body: { code: 'unknown_parameter' } })
    },
  )

  it('reports a wrong check digit, an unknown NPI, a deactivated one, an organization and a nurse who claims MD', async () => {
    const cases = [
      [{ npi: '1234567890' }, 'npi.check_digit', 'failed'],
      [{ npi: '1234567893' }, 'npi.found', 'failed'],
      [{ npi: String(server.deactivatedNpi) }, 'npi.active', 'failed'],
      [{ npi: people.organization }, 'npi.individual', 'failed'],
      [{ npi: people.rn }, 'credential.agrees', 'failed'],
    ] as const
    for (const [body, code, result] of cases) {
      expect([code, resultOf(await submitted(await server.signUp(), body), code)]).toEqual([code, result])
    }
  })

  it('A2: tells admins of an image that another account sent, and its submitter nothing, wherever it is read', async () => {
    const image = await newImage()
    const first = await submitted(await server.signUp(), { image })
    const account = await server.signUp()
    const callbackUrl = 'https://callback.example.org/hook'
    const made = await submitted(account, { image, callbackUrl })
    await decide(made.id, { status: 'rejected', rejectionReason: 'Document appears altered' })
    const own = shape.parse((await server.get(`/api/verifications/${made.id}`, keyOf(account))).body)
    const [listed] = (await listOf(account)).verifications
    const call = await server.database.db
      .selectFrom('webhook_deliveries')
      .select('body')
      .where('account_id', '=', account.accountId)
      .executeTakeFirstOrThrow()
    const called = z.object({ data: shape }).parse(JSON.parse(call.body)).data
    const checkOf = ({ checks }: Pick<Verification, 'checks'>) =>
      checks.find(({ code }) => code === 'image.seen_before') ?? expect.unreachable('a check that is missing')
    const { result, sentence } = checkOf(first)
    for (const shown of [made, own, listed ?? own, called]) expect(checkOf(shown)).toMatchObject({ result, sentence })
    const review = await server.get(`/api/verifications/${made.id}/review`, keyOf(admin))
    expect(checkOf(z.object({ verification: shape }).parse(review.body).verification)).toMatchObject({
      result: 'failed',
      sentence: 'The same image was sent once before, for another account or another NPI.',
    })
  })

  it('with a callbackUrl says what the calls are signed with, and a call waits once it is decided', async () => {
    const account = await server.signUp()
    const callbackUrl = 'https://callback.example.org/hook'
    const made = await submit(account, { type: undefined, callbackUrl })
    const { id, callbackSecret } = z.object({ id: z.string(), callbackSecret: z.string() }).parse(made.body)
    expect(callbackSecret).toMatch(/^whsec_/)
    const again = { type: undefined, callbackUrl, npi: people.rn, image: await newImage() }
    const keyed = { 'idempotency-key': randomUUID() }
    const once = await submit(account, again, keyed)
    expect(once.body).toMatchObject({ callbackSecret })
    expect((await submit(account, again, keyed)).body).toEqual(once.body)
    const remembered = await server.database.db
      .selectFrom('idempotency_keys')
      .select('answer')
      .where('account_id', '=', account.accountId)
      .execute()
    expect(JSON.stringify(remembered)).not.toContain('whsec_')
    await decide(id, { status: 'approved' })
    const calls = await server.database.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('account_id', '=', account.accountId)
      .execute()
    expect(calls).toMatchObject([{ callback_url: callbackUrl }])
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({
      type: 'verification.decided',
      data: { id, status: 'Approved' },
    })
    expect(calls[0]?.body).not.toContain('imageUrl')
  })

  it('F1: with an Idempotency-Key is answered with a link that works, however late, of which the database keeps nothing', async () => {
    const account = await server.signUp()
    const { db } = server.database
    const body = { image: await newImage() }
    const keyed = { 'idempotency-key': randomUUID() }
    const again = async () => shape.parse((await submit(account, body, keyed)).body)
    const first = await again()
    expect(await again()).toEqual(first)
    const row = await db
      .selectFrom('idempotency_keys')
      .select('answer')
      .where('account_id', '=', account.accountId)
      .executeTakeFirst()
    expect(row?.answer).toContain(first.id)
    expect(row?.answer).not.toMatch(/imageUrl|signature|\/images\//)

    const remember = (answer: object) =>
      db
        .updateTable('idempotency_keys')
        .set({ answer: JSON.stringify(answer) })
        .where('account_id', '=', account.accountId)
        .execute()
    const { imageUrl: _, ...rest } = first
    const ended = 'https://example.org/images/x?viewer=x&expires=1&signature=x'
    for (const remembered of [
      { ...rest, linkedAtMs: Date.now() - 301_000 },
      { ...first, imageUrl: ended },
    ]) {
      await remember(remembered)
      const late = await again()
      expect({ ...late, imageUrl: undefined }).toEqual({ ...first, imageUrl: undefined })
      expect(await opened(server, late.imageUrl)).toMatchObject({ status: 200 })
    }
    await db.updateTable('images').set({ wrapped_key: null }).where('account_id', '=', account.accountId).execute()
    expect(await again()).toEqual(rest)
  })

  it('with an Idempotency-Key may be made again after it failed', async () => {
    const account = await server.signUp()
    const headers = { 'idempotency-key': randomUUID() }
    expect((await submit(account, { image: 'AAAA' }, headers)).status).toBe(400)
    expect((await submit(account, {}, headers)).status).toBe(201)
  })
})

describe('who may see a verification', () => {
  it('A2: is its owner; to another account it is as if it never was, by id and in lists', async () => {
    const [owner, other] = [await server.signUp(), await server.signUp()]
    const { id } = await submitted(owner)
    const strange = await server.get(`/api/verifications/${id}`, keyOf(other))
    const missing = await server.get('/api/verifications/0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10', keyOf(other))
    expect(strange.status).toBe(404)
    expect(strange.body).toEqual({ error: 'Verification not found', code: 'verification_not_found' })
    expect(strange.body).toEqual(missing.body)
    expect(Object.keys(strange.headers)).toEqual(Object.keys(missing.headers))
    expect((await listOf(other)).total).toBe(0)
    expect((await listOf(other, `?npi=${people.md}`)).total).toBe(0)
  })

  it.each(['abc', '1', '0197f0c4-8d2e-4c31-9a55-3f0e6c1b2a10'])('A2: the id %s is refused by its form', async (id) => {
    expect(await server.get(`/api/verifications/${id}`)).toMatchObject({
      status: 400,
      body: { error: 'Invalid verification ID format' },
    })
  })

  it('A3: everybody’s are for admins; anyone else is refused, and that is on record', async () => {
    const account = await server.signUp()
    expect(await server.get('/api/verifications?admin=true', keyOf(account))).toMatchObject({
      status: 403,
      body: { code: 'admin_only' },
    })
    const events =
      await sql`select action from audit_events where actor = ${account.accountId} and action = 'verification.list_refused'`.execute(
        server.database.db,
      )
    expect(events.rows).toHaveLength(1)
  })

  it.each([
    '?admin=false&admin=true',
    '?status=pending&status=approved',
    '?status=open',
    '?type=team',
    '?limit=51',
    '?admin=false',
    '?owner=1',
  ])('A3: the list refuses %s', async (query) => {
    expect((await server.get(`/api/verifications${query}`, keyOf(admin))).status).toBe(400)
  })

  it('A5, C6: the image is shown by its link alone, as a picture and nothing else, and the look is on record', async () => {
    const account = await server.signUp()
    const { id, imageUrl = '' } = await submitted(account)
    const url = new URL(imageUrl)
    const port = await server.listen()
    const shown = await fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`)
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="credential.webp"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-site',
    })
    expect(Buffer.from(await shown.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP')
    url.searchParams.set('viewer', admin.accountId)
    const changed = await fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`)
    const never = await fetch(`http://127.0.0.1:${port}/images/none${url.search}`)
    expect([changed.status, never.status]).toEqual([404, 404])
    expect(await changed.text()).toBe(await never.text())
    const { history } = z
      .object({ history: z.array(z.object({ action: z.string(), by: z.string() })) })
      .parse((await server.get(`/api/verifications/${id}/review`, keyOf(admin))).body)
    expect(history).toMatchObject([
      { action: 'verification.submitted', by: account.email },
      { action: 'image.viewed', by: account.email },
    ])
  })
})

describe('a decision', () => {
  it('approves: the account has the NPI and the credential, an email is sent, and the approval lasts two years, through the last day', async () => {
    const account = await server.signUp()
    const npi = '1000000004'
    const { id } = await submitted(account, { npi })
    const answer = await decide(id, { status: 'approved' })
    expect(answer).toMatchObject({ status: 200, body: { status: 'approved', isExpired: false } })
    const { expiresAt, approvedAt = '' } = shape.parse(answer.body)
    const last = new Date(approvedAt)
    last.setUTCFullYear(last.getUTCFullYear() + 2)
    expect(expiresAt).toBe(`${last.toISOString().slice(0, 10)}T23:59:59.999-12:00`)
    expect((await server.get('/me', account.headers)).body).toMatchObject({ npi, credentials: ['MD'] })
    expect((await server.emailTo(account.email, 'is verified')).subject).toBe('Your credential is verified')
    expect(await listOf(account, '?type=personal&status=approved,rejected')).toMatchObject({
      total: 1,
      verifications: [{ id, status: 'approved' }],
    })
  })

  it.each(rejectionReasons)('rejects with the reason $name, and the clinician reads why', async ({ value }) => {
    const account = await server.signUp()
    const { id } = await submitted(account)
    const answer = await decide(id, { status: 'rejected', rejectionReason: value, note: 'Page two, please.' })
    expect(answer).toMatchObject({ status: 200, body: { status: 'rejected', rejectionReason: value } })
    expect(await listOf(account, '?type=personal&status=approved,rejected')).toMatchObject({
      verifications: [{ status: 'rejected', rejectionReason: value, note: 'Page two, please.' }],
    })
    expect((await server.get('/me', account.headers)).body).toMatchObject({ npi: null, credentials: [] })
  })

  // A second try needs NPIs that no account has yet.
  let untaken = 1_100_000_000

  it('adds to what was approved for the account at the same moment, and takes nothing from it', async () => {
    for (let trial = 0; trial < 10; trial++) {
      const account = await server.signUp()
      const npi = String(untaken++)
      const made = [await submitted(account, { npi }), await submitted(account, { npi, credential: 'RN' })]
      const answers = await Promise.all(made.map(({ id }) => decide(id, { status: 'approved' })))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const me = z.object({ npi: z.string(), credentials: z.array(z.string()) })
      const { credentials } = me.parse((await server.get('/me', account.headers)).body)
      expect(credentials.sort()).toEqual(['MD', 'RN'])
    }
  })

  it('A8: gives no account a credential for another NPI than the one it has, though both were asked for before', async () => {
    const account = await server.signUp()
    const [first, second] = [
      await submitted(account, { npi: '1000000202' }),
      await submitted(account, { npi: '1000000210', credential: 'RN' }),
    ]
    expect((await decide(first.id, { status: 'approved' })).status).toBe(200)
    expect(await decide(second.id, { status: 'approved' })).toMatchObject({
      status: 409,
      body: { code: 'npi_differs', error: expect.stringContaining('verified NPI is 1000000202') },
    })
    expect((await server.get('/me', account.headers)).body).toMatchObject({ npi: '1000000202', credentials: ['MD'] })
    expect((await decide(second.id, { status: 'rejected', rejectionReason: rejectionReasons[0].value })).status).toBe(
      200,
    )
  })

  it('takes an approval back, which is then shown as rejected with its reason', async () => {
    const account = await server.signUp()
    const { id } = await submitted(account, { npi: '1000000012' })
    await decide(id, { status: 'approved' })
    const answer = await decide(id, { status: 'revoked', rejectionReason: 'Credentials expired' })
    expect(answer.body).toMatchObject({ status: 'rejected', isRevoked: true, rejectionReason: 'Credentials expired' })
    expect((await server.get('/me', account.headers)).body).toMatchObject({ npi: null, credentials: [] })
  })

  it.each([
    [{ status: 'rejected' }, /^rejectionReason: expected a reason with rejected; got nothing\./],
    [
      { status: 'rejected', rejectionReason: 'I do not like it' },
      /^rejectionReason: expected one of Image is not clear;/,
    ],
    [{ status: 'approved', rejectionReason: 'Image is not clear' }, /^rejectionReason: expected none with approved/],
    [{ status: 'approved', expiresAt: '2020-01-01' }, /^expiresAt: expected a day after/],
    [{ status: 'approved', expiresAt: '2099-01-01' }, /^expiresAt: expected a day after/],
    [{ status: 'pending' }, /^status: expected approved, rejected, revoked or kept/],
    [{ status: 'approved', decidedBy: 'me' }, /^Unknown parameter decidedBy/],
    [
      { status: 'rejected', rejectionReason: 'Image is not clear', note: 'x'.repeat(501) },
      /^note: expected a note of 1 to 500 characters/,
    ],
  ])('A4: refuses %j and leaves the request as it is', async (body, sentence) => {
    const account = await server.signUp()
    const { id } = await submitted(account)
    expect(await decide(id, body)).toMatchObject({ status: 400, body: { error: expect.stringMatching(sentence) } })
    expect((await server.get(`/api/verifications/${id}`, keyOf(account))).body).toMatchObject({ status: 'Pending' })
  })

  it('A4: is not for those who are no admin, nor for one’s own request, nor to be made twice', async () => {
    const account = await server.signUp()
    const { id } = await submitted(account)
    expect(await decide(id, { status: 'approved' }, account)).toMatchObject({
      status: 403,
      body: { code: 'admin_only' },
    })
    const own = await newAdmin(server)
    const mine = await submitted(own)
    expect(await decide(mine.id, { status: 'approved' }, own)).toMatchObject({
      status: 403,
      body: { code: 'verification_own' },
    })
    await decide(id, { status: 'rejected', rejectionReason: 'Image is not clear' })
    expect(await decide(id, { status: 'approved' })).toMatchObject({
      status: 409,
      body: { error: `This verification is already rejected, by ${admin.email}; nothing was changed.` },
    })
    expect(await decide('0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10', { status: 'approved' })).toMatchObject({ status: 404 })
  })

  it('A8: gives a verified NPI to one account alone, and holds that account to it', async () => {
    const [first, second] = [await server.signUp(), await server.signUp()]
    const npi = '1000000020'
    await decide((await submitted(first, { npi })).id, { status: 'approved' })
    const { id } = await submitted(second, { npi })
    expect(await decide(id, { status: 'approved' })).toMatchObject({ status: 409, body: { code: 'npi_taken' } })
    expect((await server.get(`/api/verifications/${id}`, keyOf(second))).body).toMatchObject({ status: 'Pending' })
    expect(await submit(first, { npi: people.md })).toMatchObject({ status: 403, body: { code: 'npi_locked' } })
  })

  it('approves until a day that is not over on Baker Island, and no day before', async () => {
    const account = await server.signUp()
    const { id } = await submitted(account, { npi: '1000000046' })
    const running = dayStillRunning(new Date())
    expect(await decide(id, { status: 'approved', expiresAt: running })).toMatchObject({
      status: 400,
      body: { code: 'decision_incomplete' },
    })
    const next = new Date(Date.parse(running) + 86_400_000).toISOString().slice(0, 10)
    expect(await decide(id, { status: 'approved', expiresAt: next })).toMatchObject({
      status: 200,
      body: { expiresAt: `${next}T23:59:59.999-12:00`, isExpired: false },
    })
    expect((await server.emailTo(account.email, 'is verified')).text).toContain(longDayText(next))
  })

  it('is read as expired once its day is over, wherever it is read', async () => {
    const account = await server.signUp()
    const npi = '1000000038'
    const { id } = await submitted(account, { npi })
    await decide(id, { status: 'approved' })
    await sql`update verifications set expires_at = now() - interval '1 second' where id = ${id}`.execute(
      server.database.db,
    )
    expect((await server.get(`/api/verifications/${id}`, keyOf(account))).body).toMatchObject({
      status: 'Approved',
      isExpired: true,
    })
  })
})

describe('what an admin sees', () => {
  it('is everybody’s requests, those that wait longest first, and beside each what it is judged by', async () => {
    const account = await server.signUp()
    const earlier = await submitted(account)
    await decide(earlier.id, { status: 'rejected', rejectionReason: 'Image is not clear' })
    const { id } = await submitted(account)
    const list = await listOf(admin, `?admin=true&status=pending&limit=50&npi=${people.md}`)
    const times = list.verifications.map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort())
    expect(list.verifications.map((one) => one.id)).toContain(id)
    const { body } = await server.get(`/api/verifications/${id}/review`, keyOf(admin))
    expect(body).toMatchObject({
      verification: { id, status: 'pending' },
      submitter: { email: account.email, npi: null },
      registry: { kind: 'individual', credentials: expect.arrayContaining(['MD']) },
      image: { width: 1000, height: 640 },
      earlier: expect.arrayContaining([expect.objectContaining({ id: earlier.id, status: 'rejected' })]),
      history: [{ action: 'verification.submitted', by: account.email }],
    })
    expect(await server.get(`/api/verifications/${id}/review`, keyOf(account))).toMatchObject({ status: 403 })
  })

  it('comes with the decision before it, for an admin who says which one is next', async () => {
    const first = await submitted(await server.signUp(), { type: undefined })
    const next = await submitted(await server.signUp())
    const path = (nextId: string) => `/api/verifications/${first.id}?next=${nextId}`
    const approve = (nextId: string, by = admin) => server.put(path(nextId), { status: 'approved' }, keyOf(by))
    expect(await approve('not-an-id')).toMatchObject({ status: 400 })
    const refused = await approve(next.id, await server.signUp())
    expect(refused).toMatchObject({ status: 403, body: { code: 'admin_only' } })
    expect(refused.body).not.toHaveProperty('next')

    const { body } = await approve(next.id)
    const { next: shown } = z.object({ next: z.looseObject({}) }).parse(body)
    const { body: asked } = await server.get(`/api/verifications/${next.id}/review`, keyOf(admin))
    expect(withoutMoments(shown)).toEqual(withoutMoments(asked))
  })

  it('is left out where there is no next one, and the decision stands', async () => {
    const { id } = await submitted(await server.signUp(), { type: undefined })
    const nobody = '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10'
    const { status, body } = await server.put(
      `/api/verifications/${id}?next=${nobody}`,
      { status: 'approved' },
      keyOf(admin),
    )
    expect({ status, body }).toMatchObject({ status: 200, body: { id, status: 'approved' } })
    expect(body).not.toHaveProperty('next')
  })

  it.each(['abc', 'a&next=b'])('is refused in words where it is none: %s', async (next) => {
    const nobody = '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10'
    const path = `/api/verifications/${nobody}?next=${next}`
    expect(await server.put(path, { status: 'approved' }, keyOf(admin))).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^next: expected the id of a verification; got /) },
    })
  })
})
