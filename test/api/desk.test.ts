/** What admins see of everybody's requests, find them by, claim, and reject together. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { verification } from '#contract/verifications'
import { uuidv7 } from '#server/platform/uuid'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { decisions, keyOf, newAdmin, submitted } from '../support/verification-calls.ts'

let server: TestServer
let admin: TestAccount
let other: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  admin = await newAdmin(server)
  other = await newAdmin(server)
})
afterAll(() => server.close())

const listed = z.object({ verifications: z.array(verification), total: z.int() })

async function list(query: string, by = admin) {
  const { status, body } = await server.get(`/api/verifications?admin=true&status=pending${query}`, keyOf(by))
  expect({ status, body }).toMatchObject({ status: 200 })
  const { verifications, total } = listed.parse(body)
  expect(verifications).toHaveLength(total)
  return verifications
}

const idsOf = async (query: string) => (await list(query)).map(({ id }) => id)

/** A physician of the sample registry, with the state that it has. */
async function physician() {
  const { apiKey } = await server.signUp()
  const answer = await server.get('/api/individuals?credential=MD&limit=1', { 'api-key': apiKey })
  const shape = z.object({
    providers: z.array(z.object({ npi: z.int(), name: z.string(), address: z.object({ state: z.string() }) })),
  })
  const [found = expect.unreachable('no physician')] = shape.parse(answer.body).providers
  return { npi: String(found.npi), name: found.name, state: found.address.state }
}

test('a request shows admins the name and the state that the registry has, and its submitter neither', async () => {
  const person = await physician()
  const account = await server.signUp()
  const { id, ...made } = await submitted(server, account, { npi: person.npi })
  expect(made).not.toHaveProperty('provider')
  const [row] = (await list(`&npi=${person.npi}`)).filter((one) => one.id === id)
  expect(row).toMatchObject({ provider: { name: person.name, state: person.state } })
  const own = await server.get('/api/verifications', keyOf(account))
  expect(JSON.stringify(own.body)).not.toContain('provider')

  const [first = '', second = ''] = person.name.split(' ')
  const search = (words: string) => idsOf(`&search=${encodeURIComponent(words)}`)
  expect(await search(first)).toContain(id)
  expect(await search(`${second.slice(0, 3)} ${first.toUpperCase()}`)).toContain(id)
  expect(await search(`${first} Nobody`)).toEqual([])
  expect(await search('%')).toEqual([])
  expect(await search('_')).not.toContain(id)
  expect(await search(account.email.toUpperCase())).toEqual([id])
  expect(await idsOf(`&state=${person.state}`)).toContain(id)
  expect(await idsOf(`&state=${person.state === 'TX' ? 'NY' : 'TX'}`)).not.toContain(id)
})

test('requests are found by credential, age and the check that failed, and all filters hold together', async () => {
  const account = await server.signUp()
  const wrong = await submitted(server, account, { npi: '1234567890', credential: 'RN' })
  const unknown = await submitted(server, account, { npi: '1234567893', credential: 'DO' })
  const failedCodes = ({ checks }: typeof wrong) =>
    checks.filter(({ result }) => result === 'failed').map(({ code }) => code)
  expect(failedCodes(wrong)).toContain('npi.check_digit')
  expect(failedCodes(unknown)).toEqual(['npi.found'])
  const both = [wrong.id, unknown.id]
  const found = async (query: string) => (await idsOf(query)).filter((id) => both.includes(id))
  expect(await found('&credential=RN')).toEqual([wrong.id])
  expect(await found('&failed=any')).toEqual(both)
  expect(await found('&failed=npi.check_digit')).toEqual([wrong.id])
  expect(await found('&failed=document.expiry')).toEqual([])
  expect(await found('&failed=any&credential=DO')).toEqual([unknown.id])
  expect(await found('&olderThanDays=1')).toEqual([])
  await sql`update verifications set created_at = created_at - interval '25 hours' where id = ${unknown.id}`.execute(
    server.database.db,
  )
  expect(await found('&olderThanDays=1')).toEqual([unknown.id])
  expect(await found('&olderThanDays=2')).toEqual([])
})

test.each(['failed=npi', 'olderThanDays=0', 'olderThanDays=366', 'state=ZZ', 'credential=NP', 'search='])(
  'the list refuses %s with what was expected',
  async (query) => {
    const answer = await server.get(`/api/verifications?admin=true&${query}`, keyOf(admin))
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(JSON.stringify(answer.body)).toContain('expected')
  },
)

test('a search is for admins, and anyone else is told so', async () => {
  const account = await server.signUp()
  expect(await server.get('/api/verifications?search=ada', keyOf(account))).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('search') },
  })
})

describe('a claim', () => {
  const claim = (id: string, by: TestAccount, isClaimed = true) =>
    server.put(`/api/verifications/${id}/claim`, { isClaimed }, keyOf(by))

  test('shows the others who works on a request, for 15 minutes, and its submitter nothing', async () => {
    const account = await server.signUp()
    const { id, npi } = await submitted(server, account)
    expect(await claim(id, admin)).toMatchObject({ status: 200, body: { claim: { by: admin.email } } })
    const [row] = await list(`&npi=${npi}`, other)
    expect(row?.claim).toEqual({ by: admin.email, until: expect.any(String) })
    const minutes = (Date.parse(row?.claim?.until ?? '') - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(15)
    const own = await server.get(`/api/verifications/${id}`, keyOf(account))
    expect(own.body).not.toHaveProperty('claim')

    const refused = await claim(id, other)
    expect(refused).toMatchObject({ status: 409, body: { code: 'verification_claimed' } })
    expect(refused.body).toMatchObject({ error: expect.stringContaining(admin.email) })
    expect(await claim(id, admin)).toMatchObject({ status: 200 })
    // Nobody ends the claim of another.
    expect(await claim(id, other, false)).toMatchObject({ status: 200, body: { claim: { by: admin.email } } })
    expect((await claim(id, admin, false)).body).not.toHaveProperty('claim')
    expect(await claim(id, other)).toMatchObject({ status: 200, body: { claim: { by: other.email } } })
    await sql`update verifications set claimed_until = now() where id = ${id}`.execute(server.database.db)
    expect((await list(`&npi=${npi}`))[0]).not.toHaveProperty('claim')
    expect(await claim(id, admin)).toMatchObject({ status: 200, body: { claim: { by: admin.email } } })
  })

  test('is taken by one of ten who press at once', async () => {
    const { id } = await submitted(server, await server.signUp())
    const calls = Array.from({ length: 10 }, (_, index) => claim(id, index % 2 === 0 ? admin : other))
    const answers = await Promise.all(calls)
    const shape = z.object({ claim: z.object({ by: z.string() }) })
    const winners = answers.filter(({ status }) => status === 200).map(({ body }) => shape.parse(body).claim.by)
    expect(new Set(winners).size).toBe(1)
    expect(winners).toHaveLength(5)
  })

  test('keeps nobody from deciding, which is on record, and ends with the decision', async () => {
    const { id } = await submitted(server, await server.signUp())
    await claim(id, other)
    const decided = await server.put(`/api/verifications/${id}`, decisions.rejected, keyOf(admin))
    expect(decided).toMatchObject({ status: 200 })
    expect(decided.body).not.toHaveProperty('claim')
    const events = server.database.db.selectFrom('audit_events').select('details').where('subject', '=', id)
    const [event] = await events.where('action', '=', 'verification.rejected').execute()
    expect(event?.details).toEqual({ reason: 'Image is not clear', claimedBy: other.accountId })
    expect(await claim(id, other)).toMatchObject({ status: 409, body: { code: 'verification_not_pending' } })
  })

  test('is for admins, and of a request that exists', async () => {
    const account = await server.signUp()
    const { id } = await submitted(server, account)
    expect(await claim(id, account)).toMatchObject({ status: 403, body: { code: 'admin_only' } })
    expect(await claim(uuidv7(), admin)).toMatchObject({ status: 404, body: { code: 'verification_not_found' } })
  })
})

describe('a rejection of several', () => {
  const reject = (ids: readonly string[], by = admin, more = {}) =>
    server.post('/api/verifications/reject', { ids, rejectionReason: 'Document appears altered', ...more }, keyOf(by))

  test('rejects each with its own event and email, and says which could not be', async () => {
    const accounts = [await server.signUp(), await server.signUp(), await server.signUp()]
    const made = []
    for (const account of accounts) made.push(await submitted(server, account))
    const [first = '', second = '', third = ''] = made.map(({ id }) => id)
    await server.put(`/api/verifications/${second}`, decisions.approved, keyOf(other))
    const own = await submitted(server, admin)
    const missing = uuidv7()
    const answer = await reject([first, second, own.id, missing, third], admin, { note: 'All from one scanner.' })
    expect(answer).toMatchObject({ status: 200, body: { rejected: 2 } })
    expect(answer.body).toMatchObject({
      failures: [
        { id: second, code: 'verification_decided', error: expect.stringContaining(other.email) },
        { id: own.id, code: 'verification_own' },
        { id: missing, code: 'verification_not_found' },
      ],
    })
    const { db } = server.database
    for (const [index, id] of [first, third].entries()) {
      const events = await db.selectFrom('audit_events').select(['action', 'actor']).where('subject', '=', id).execute()
      expect(events).toContainEqual({ action: 'verification.rejected', actor: admin.accountId })
      const account = accounts[index * 2] ?? expect.unreachable()
      const known = await server.get(`/api/verifications/${id}`, keyOf(account))
      expect(known.body).toMatchObject({
        status: 'Rejected',
        rejectionReason: 'Document appears altered',
        note: 'All from one scanner.',
      })
    }
    const again = await reject([first, third])
    expect(again.body).toMatchObject({ rejected: 0, failures: [{ id: first }, { id: third }] })
  })

  test('takes up to 50 ids, each once, of admins alone', async () => {
    const id = uuidv7()
    for (const ids of [[], [id, id], Array.from({ length: 51 }, uuidv7), ['x']]) {
      expect(await reject(ids)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    }
    expect(await reject([id], await server.signUp())).toMatchObject({ status: 403, body: { code: 'admin_only' } })
  })
})

test('a clinician is told how long four in five of the latest decisions took, once there are five', async () => {
  const own = await startTestServer()
  try {
    const [decider, clinician] = [await newAdmin(own), await own.signUp()]
    const usual = async (query = '?type=personal&status=pending') =>
      z
        .object({ usualWaitHours: z.int().optional() })
        .parse((await own.get(`/api/verifications${query}`, keyOf(clinician))).body).usualWaitHours
    for (const [index, hours] of [2, 3, 4, 49, 500].entries()) {
      expect(await usual()).toBeUndefined()
      const { id } = await submitted(own, await own.signUp())
      const decision = index % 2 === 0 ? decisions.approved : decisions.rejected
      expect(await own.put(`/api/verifications/${id}`, decision, keyOf(decider))).toMatchObject({ status: 200 })
      await sql`update verifications set created_at = decided_at - ${hours} * interval '1 hour' where id = ${id}`.execute(
        own.database.db,
      )
    }
    expect(await usual()).toBe(49)
    expect(await usual('')).toBeUndefined()
    expect(await usual('?type=personal&status=approved,rejected')).toBeUndefined()
    await sql`update verifications set decided_at = decided_at - interval '31 days'`.execute(own.database.db)
    expect(await usual()).toBeUndefined()
  } finally {
    await own.close()
  }
})

test('a desk of 10,000 pending requests answers its first page, its last page and filtered ones, in the order of an index', async () => {
  const account = await server.signUp()
  await server.database.asOwner(async (db) => {
    await sql`insert into verifications (account_id, id, npi, credential, is_personal, image_id, checks, read_due_at, provider_name, provider_state)
      select ${account.accountId}::text, '0097f0c4-8d2e-7c31-9a55-' || lpad(to_hex(n), 12, '0'), (1300000000 + n)::text, 'MD', false, '',
        jsonb_build_array(jsonb_build_object('code', 'npi.found', 'result', case when n % 5000 = 0 then 'failed' else 'passed' end,
          'sentence', 'A sentence.', 'source', jsonb_build_object('name', 'NPPES (CMS)', 'date', null))),
        null, 'Provider ' || n, 'OH' from generate_series(1, 10000) n`.execute(db)
    await sql`analyze verifications`.execute(db)
  }, true)
  const { db } = server.database
  const pages = ['&page=1', '&page=1000', '&search=Provider+9999', '&state=OH&page=1000', '&failed=npi.found']
  for (const query of pages) {
    const answer = await server.get(`/api/verifications?admin=true&status=pending&limit=10${query}`, keyOf(admin))
    expect(answer.status).toBe(200)
  }
  const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`explain select id from verifications
    where status = 'pending' order by id limit 10 offset 9990`.execute(db)
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).not.toMatch(/Sort|Seq Scan/)
  const failed = listed.parse(
    (await server.get('/api/verifications?admin=true&status=pending&failed=npi.found&state=OH', keyOf(admin))).body,
  )
  expect(failed.verifications.map(({ npi }) => npi)).toEqual(['1300005000', '1300010000'])
})
