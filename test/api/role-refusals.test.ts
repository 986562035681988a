/**
 * Calls to the admin desk by those who are not admins: what they cost their callers, and what the audit log keeps of
 * them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plans } from '#contract/plans'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { keyOf, newAdmin } from '../support/verification-calls.ts'

const unknown = '/api/verifications/0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(undefined, {}, plans)
})
afterAll(() => server.close())

test.each([
  ['listing everybody’s requests', '/api/verifications?admin=true'],
  ['listing them as the portal', '/api/verifications?admin=true&type=personal'],
  ['the evidence of a request', `${unknown}/review`],
])('%s without the role meets the limits of the plan and is one row of the audit log', async (_, path) => {
  const account = await server.signUp()
  const statuses: number[] = []
  for (let count = 0; count < 12; count++) statuses.push((await server.get(path, keyOf(account))).status)
  expect(statuses).toEqual([...Array(10).fill(403), 429, 429])
  const events = server.database.db.selectFrom('audit_events').select('action').where('subject', '=', account.accountId)
  expect((await events.where('action', 'like', '%refused').execute()).length).toBe(1)
  const counts = server.database.db.selectFrom('refusal_counts').select('count')
  expect(await counts.where('subject', '=', account.accountId).execute()).toEqual([{ count: 9 }])
})

test('an admin at the desk has its limits, not those of the plan', async () => {
  const admin = await newAdmin(server)
  for (let count = 0; count < 12; count++) {
    expect((await server.get('/api/verifications?admin=true', keyOf(admin))).status).toBe(200)
  }
})
