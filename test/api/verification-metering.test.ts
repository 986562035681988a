/**
 * Which calls about verifications use the monthly quota: those of programs do, those of the portal and the admin desk
 * do not.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usageEndpoints } from '#contract/usage'
import { verification as shape } from '#contract/verifications'
import { startTestDatabase } from '../support/platform/test-database.ts'
import { newPicture } from '../support/test-pictures.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

const quota = 3

let server: TestServer
beforeAll(async () => {
  const small = { callsPerMonth: quota, requestsPerMinute: null, requestsPerDay: null }
  server = await startTestServer(startTestDatabase, {}, { free: small, developer: small, enterprise: small })
})
afterAll(() => server.close())

let numbers = 1_000_000_000

async function submit({ apiKey }: TestAccount, type?: 'personal') {
  const image = (await newPicture().png().toBuffer()).toString('base64')
  const body = { npi: String(numbers++), credential: 'MD', image, ...(type !== undefined && { type }) }
  return server.post('/api/verifications', body, { 'api-key': apiKey })
}

async function newAdmin(): Promise<TestAccount> {
  const account = await server.signUp()
  await server.database.db.updateTable('accounts').set({ is_admin: true }).where('id', '=', account.accountId).execute()
  return account
}

async function callsCounted(account: TestAccount): Promise<number> {
  const { body } = await server.get('/api-events/stats', account.headers)
  return usageEndpoints.usageStats.output.parse(body).totalCalls
}

test('a program’s calls use the quota, and are refused when it is used up', async () => {
  const account = await server.signUp()
  const headers = { 'api-key': account.apiKey }
  const made = await submit(account)
  expect(made).toMatchObject({ status: 201, headers: { 'x-quota-remaining': '2' } })
  const { id } = shape.parse(made.body)
  expect(await server.get('/api/verifications', headers)).toMatchObject({ headers: { 'x-quota-remaining': '1' } })
  expect(await server.get(`/api/verifications/${id}`, headers)).toMatchObject({ headers: { 'x-quota-remaining': '0' } })
  expect(await callsCounted(account)).toBe(quota)
  const refused = { status: 429, body: { code: 'quota_exceeded' } }
  expect(await submit(account)).toMatchObject(refused)
  expect(await server.get('/api/verifications', headers)).toMatchObject(refused)
  expect(await server.get(`/api/verifications/${id}`, headers)).toMatchObject(refused)
})

test('the portal’s own calls use none of it, and go on when it is used up', async () => {
  const account = await server.signUp()
  const headers = { 'api-key': account.apiKey }
  const list = () => server.get('/api/verifications?type=personal&status=pending', headers)
  const withdraw = async () => {
    const { id } = shape.parse((await submit(account, 'personal')).body)
    return server.post(`/api/verifications/${id}/withdraw`, {}, headers)
  }
  expect(await submit(account, 'personal')).toMatchObject({ status: 201 })
  expect(await list()).toMatchObject({ status: 200 })
  expect(await withdraw()).toMatchObject({ status: 200 })
  expect(await callsCounted(account)).toBe(0)
  for (let call = 0; call < quota; call++) {
    expect(await server.get('/api/verifications', headers)).toMatchObject({ status: 200 })
  }
  expect(await server.get('/api/verifications', headers)).toMatchObject({ status: 429 })
  expect(await submit(account, 'personal')).toMatchObject({ status: 201 })
  expect(await list()).toMatchObject({ status: 200, body: { total: 2 } })
  expect(await withdraw()).toMatchObject({ status: 200 })
  expect(await callsCounted(account)).toBe(quota)
})

test('the admin desk’s calls use none of it, and go on when it is used up', async () => {
  const admin = await newAdmin()
  const headers = { 'api-key': admin.apiKey }
  const desk = async () => {
    const { id } = shape.parse((await submit(await server.signUp(), 'personal')).body)
    const statuses = [
      await server.get('/api/verifications?admin=true&page=1&limit=10', headers),
      await server.get(`/api/verifications/${id}/review`, headers),
      await server.put(`/api/verifications/${id}`, { status: 'approved' }, headers),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 200])
  }
  await desk()
  expect(await callsCounted(admin)).toBe(0)
  for (let call = 0; call < quota; call++) await server.get('/api/verifications', headers)
  expect(await server.get('/api/verifications', headers)).toMatchObject({ status: 429 })
  await desk()
  expect(await callsCounted(admin)).toBe(quota)
})

test('calls that were refused use none of it', async () => {
  const account = await server.signUp()
  const headers = { 'api-key': account.apiKey }
  const missing = '/api/verifications/0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10'
  expect(await server.get(missing, headers)).toMatchObject({ status: 404, headers: { 'x-quota-remaining': '3' } })
  expect(await server.get('/api/verifications?status=open', headers)).toMatchObject({ status: 400 })
  expect(await server.get('/api/verifications?admin=true', headers)).toMatchObject({ status: 403 })
  expect(await server.post('/api/verifications', {}, headers)).toMatchObject({ status: 400 })
  expect(await callsCounted(account)).toBe(0)
})
